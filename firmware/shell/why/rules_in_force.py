"""The rules that held at a table, by the setting that its records name."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.rulings import BetSettled, base_bet_name
from firmware.shell.history.journal_entries import Setting
from firmware.shell.rules.pack_files import recorded_pack
from firmware.shell.rules.rule_book import BookSentence, book_sentences, table_sentences
from firmware.shell.rules.rule_pack import RulesError

VOIDED: Final = "why.round_voided"
TAKEN_BACK: Final = "answer.withdrawn"
"""The messages that a sentence on an unplayed bet explains."""


@dataclass(frozen=True)
class RulesInForce:
    """A game as its table had it, and the sentences of its posted sheet that held there."""

    game: Game
    sentences: tuple[BookSentence, ...]
    """Those of the game, then those of every table."""

    def sentences_on(self, line: BetSettled, *, voided: bool) -> tuple[BookSentence, ...]:
        """Return the sentences by which a bet was settled, about this bet or about all: those of
        its article, and those on the result of this very bet.

        A bet without an article was not played: it was taken back, or its round was `voided`.
        """
        if line.article is None:
            return tuple(self.sentences_for({VOIDED if voided else TAKEN_BACK}))
        bet = {base_bet_name(line.bet.place.on)}
        about_bet = [sentence for sentence in self.sentences if sentence.concerns(bet)]
        cited = [sentence for sentence in about_bet if line.article in sentence.articles]
        on_result = [sentence for sentence in cited if sentence.part == "result"]
        return tuple(
            sentence
            for sentence in about_bet
            if sentence in (on_result or cited)
            or (sentence.part == "result" and bool(sentence.bets))
        )

    def sentences_for(self, messages: Collection[str]) -> Iterator[BookSentence]:
        """Yield the sentences that explain one of these messages, given by their keys."""
        for sentence in self.sentences:
            if not {*sentence.messages}.isdisjoint(messages):
                yield sentence


def rules_in_force(setting: Setting) -> RulesInForce:
    """Return the rules by which a table decided. Raises RulesError if its pack is nowhere, or
    this program can't open the game with its options.
    """
    pack = recorded_pack(setting.pack, setting.rules)
    try:
        game = pack.open_game(setting.game, setting.options)
    except OptionRefused as error:
        raise RulesError(error.why) from None
    of_game = (
        sentence for sentence in book_sentences(pack, setting.game) if sentence.holds(game.options)
    )
    return RulesInForce(game, (*of_game, *table_sentences()))
