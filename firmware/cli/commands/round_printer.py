"""Recalled rounds for a person at a terminal."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console

from firmware.console.table.rounds import RoundRenderer
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import BetSettled, base_bet_name
from firmware.shell.history.journal_entries import Setting
from firmware.shell.history.setting_words import setting_words
from firmware.shell.recall import RecalledRound
from firmware.shell.rules.pack_files import recorded_pack
from firmware.shell.rules.rule_book import BookSentence, book_sentences
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.sheets.options_sheet import options_in_force
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
    the very bets; or why there is none.
    """
    settled = [item.ruling for item in recalled_round.story if not item.undone]
    rulings = [ruling for ruling in settled if isinstance(ruling, BetSettled)]
    articles = {ruling.article for ruling in rulings if ruling.article}
    bets = {base_bet_name(ruling.bet.place.on) for ruling in rulings}
    try:
        in_force = _sentences_in_force(recalled_round.decided_by)
    except RulesError as refused:
        yield from map(words.render, refused.faults)
        return
    cited = [
        sentence
        for sentence in in_force
        if articles & {*sentence.articles}
        or (sentence.part == "result" and sentence.bets and sentence.concerns(bets))
    ]
    for sentence in cited:
        values = {
            "article": ", ".join(sentence.articles),
            "sentence": sentence.words(words.language),
        }
        yield words.render(Text("sheet.cited.line", values))
    if articles and not cited:
        values = {"pack": recalled_round.decided_by.pack, "article": ", ".join(sorted(articles))}
        yield words.render(Text("sheet.cited.none", values))


def _sentences_in_force(setting: Setting) -> Sequence[BookSentence]:
    """Return the sentences that held at a table. Raises RulesError if its rule pack is nowhere."""
    pack = recorded_pack(setting.pack, setting.rules)
    sentences = book_sentences(pack, setting.game)
    if not sentences:
        return ()
    game_class, rules = pack.game_class(setting.game), pack.rules(setting.game)
    options = options_in_force(game_class, rules, setting.options)
    return [sentence for sentence in sentences if sentence.holds(options)]
