"""Recalled rounds for a person at a terminal."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from rich.console import Console

from firmware.console.table.rounds import RoundRenderer
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import BetSettled, base_bet_name
from firmware.shell.history.setting_words import setting_words
from firmware.shell.recall import RecalledRound
from firmware.shell.rules.pack_files import recorded_pack
from firmware.shell.rules.rule_book import BookSentence, book_sentences
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.sheets.options_sheet import default_options
from firmware.shell.words.words import Words


def print_rounds(rounds: Iterable[RecalledRound], words: Words, *, why: bool = False) -> None:
    """Print the rounds, in colour where the terminal has it, long lines not cut; with the rules
    that their bets were settled by, if it is asked why.
    """
    rich_console = Console(highlight=False, soft_wrap=True)
    for recalled_round in rounds:
        round_words = setting_words(recalled_round.decided_by, words)
        for round_line in RoundRenderer(round_words).round_lines(recalled_round):
            rich_console.print(round_line)
        if why:
            for cited_line in _cited_lines(recalled_round, round_words):
                rich_console.print(f"  {cited_line}", markup=False)
        rich_console.print()


def _cited_lines(recalled_round: RecalledRound, words: Words) -> Iterator[str]:
    """Yield the sentences of the articles by which a round's bets were settled, and those about
    the very bets.
    """
    settled = [item.ruling for item in recalled_round.story if not item.undone]
    rulings = [ruling for ruling in settled if isinstance(ruling, BetSettled)]
    articles = {ruling.article for ruling in rulings if ruling.article}
    bets = {base_bet_name(ruling.bet.place.on) for ruling in rulings}
    for sentence in _sentences_in_force(recalled_round):
        is_of_bet = sentence.part == "result" and sentence.bets and sentence.concerns(bets)
        if is_of_bet or articles & {*sentence.articles}:
            values = {
                "article": ", ".join(sentence.articles),
                "sentence": sentence.words(words.language),
            }
            yield words.render(Text("sheet.cited.line", values))


def _sentences_in_force(recalled_round: RecalledRound) -> Iterator[BookSentence]:
    """Yield the sentences that held at the table of a round; none if its rule pack is nowhere."""
    setting = recalled_round.decided_by
    with suppress(RulesError):
        pack = recorded_pack(setting.pack, setting.rules)
        sentences = book_sentences(pack, setting.game)
        if sentences:
            usual = default_options(pack.game_class(setting.game), pack.rules(setting.game))
            options = {**usual, **setting.options}
            yield from (sentence for sentence in sentences if sentence.holds(options))
