"""The rules that held at a table, by the setting that its records name."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.terms import read_terms
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.history.journal_entries import Setting
from firmware.shell.rules.pack_files import recorded_pack
from firmware.shell.rules.poker_structure import poker_structure
from firmware.shell.rules.rule_book import (
    BetOutcome,
    BookSentence,
    book_sentences,
    table_sentences,
)
from firmware.shell.rules.rule_pack import POKER_GAMES, RulePack, RulesError

VOIDED: Final = "why.round_voided"
TAKEN_BACK: Final = "answer.withdrawn"
"""The messages that a sentence on an unplayed bet explains."""
OF_MONEY: Final = frozenset[BetOutcome]({"commission", "maximum", "rounding"})
"""Outcomes whose article is not the one that a settled bet cites."""
RESULTS: Final = "result."
"""How the keys of announced results begin that a sentence may name."""


@dataclass(frozen=True)
class RulesInForce:
    """A game as its table had it, and the sentences of its posted sheet that held there."""

    game: Game
    of_game: tuple[BookSentence, ...]
    of_table: tuple[BookSentence, ...]
    """Those of every table: on an outcome they are cited if the game has none of its own."""

    @property
    def sentences(self) -> tuple[BookSentence, ...]:
        """All, those of the game first."""
        return (*self.of_game, *self.of_table)

    def sentences_on(
        self,
        line: BetSettled,
        outcomes: Collection[BetOutcome],
        results: Collection[str],
        *,
        voided: bool,
    ) -> tuple[BookSentence, ...]:
        """Return the sentences by which a bet was settled, those of its article first, by its
        outcomes and the keys of the results announced.

        A bet without an article was not played: it was taken back, or its round was `voided`.
        """
        if line.article is None:
            return tuple(self.sentences_for({VOIDED if voided else TAKEN_BACK}))
        bet, article = base_bet_name(line.bet.place.on), line.article
        about_bet = [
            sentence
            for sentence in self.of_game
            if sentence.concerns({bet}) and _has_result(sentence, results)
        ]
        on_outcome = [
            sentence for sentence in about_bet if _explains(sentence, bet, article, outcomes)
        ]
        on_article = (
            sentence for sentence in (*about_bet, *self.of_table) if article in sentence.articles
        )
        explained = {outcome for sentence in on_outcome for outcome in sentence.outcomes}
        unexplained = OF_MONEY & {*outcomes} - explained
        general = (
            sentence for sentence in self.of_table if not unexplained.isdisjoint(sentence.outcomes)
        )
        chosen = (*(on_outcome or on_article), *general)
        return tuple(sorted(chosen, key=lambda sentence: article not in sentence.articles))

    def sentences_on_pot(
        self, message: str, outcomes: Collection[BetOutcome]
    ) -> Iterator[BookSentence]:
        """Yield the sentences by which a pot was won: on its message, and on its outcomes."""
        for sentence in self.sentences:
            if message in sentence.messages or not {*sentence.outcomes}.isdisjoint(outcomes):
                yield sentence

    def sentences_for(self, messages: Collection[str]) -> Iterator[BookSentence]:
        """Yield the sentences that explain one of these messages, given by their keys."""
        for sentence in self.sentences:
            if not {*sentence.messages}.isdisjoint(messages):
                yield sentence


def _has_result(sentence: BookSentence, results: Collection[str]) -> bool:
    """Return whether a result that a sentence names was announced, or it names none."""
    named = {key for key in sentence.messages if key.startswith(RESULTS)}
    return not named or not named.isdisjoint(results)


def _explains(
    sentence: BookSentence, bet: str, article: str, outcomes: Collection[BetOutcome]
) -> bool:
    """Return whether a sentence is on these outcomes of a bet: by its article, or of this very bet;
    of a commission or a maximum, whatever the article.
    """
    if not sentence.outcomes:
        is_on_result = sentence.part == "result"
        return is_on_result and (article in sentence.articles or bet in sentence.bets)
    explained = {*sentence.outcomes} & {*outcomes}
    return bool(explained) and (
        article in sentence.articles or bet in sentence.bets or not explained.isdisjoint(OF_MONEY)
    )


def rules_in_force(setting: Setting) -> RulesInForce:
    """Return the rules by which a table decided. Raises RulesError if its pack is missing, or
    this program can't open the game with its options.
    """
    pack = recorded_pack(setting.pack, setting.rules)
    return game_rules(pack, setting.game, setting.options)


def game_rules(pack: RulePack, name: str, options: Mapping[str, Any]) -> RulesInForce:
    """Return the rules of a game by a pack. Raises RulesError if the game can't be opened."""
    try:
        game = pack.open_game(name, options)
        is_poker = name in POKER_GAMES
        values = poker_structure(read_terms(name, options)) if is_poker else game.options
    except OptionRefused as error:
        raise RulesError(error.why) from None
    of_game = (sentence for sentence in book_sentences(pack, name) if sentence.holds(values))
    return RulesInForce(game, tuple(of_game), table_sentences())
