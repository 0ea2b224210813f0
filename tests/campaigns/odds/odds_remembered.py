"""Rounds of a kind that the core has settled before: its lines again, without another round.

Cards are drawn and the player decides as in `Rounds`, so the same chance brings the same lines. A
kind has all on which the lines of a round depend; the first round of each is played by the core.
"""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Final

from firmware.core.game.course import DEALER, SpotCard
from firmware.core.game.game import Game
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.hand import MAX_TOTAL
from firmware.core.ranks import Combination, Rank
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.odds.blackjack_rounds import TEN_VALUE
from firmware.odds.blackjack_rounds import BlackjackRounds as Asked
from firmware.odds.scripted_round import begin_round
from firmware.odds.shoe import hand_of_values, hand_total
from tests.campaigns.odds.odds_at_duels import AtDuel
from tests.campaigns.odds.odds_players import AtBlackjack, value_of
from tests.campaigns.odds.odds_rounds import Decide, Rounds

Kind = Hashable | None
"""None of a round that the core must play."""


class Remembered(Rounds):
    """One table, of whose rounds the kinds are known."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, Random())
        self._lines: dict[Hashable, Sequence[BetSettled]] = {}
        self._cards = self._drawn()
        self._came: list[Card] = []

    def play(self, bets: Sequence[Bet], decide: Decide) -> Sequence[BetSettled]:
        """Return the lines of one round."""
        self._cards, self._came = self._drawn(), []
        kind = self._kind()
        lines = self._lines.get(kind)
        if lines is None:
            lines = self._played(bets, decide, chain(self._came, self._cards))
            if kind is not None:
                self._lines[kind] = lines
        return lines

    @abstractmethod
    def _kind(self) -> Kind:
        """Draw the cards of a round."""

    def _card(self) -> Card:
        card = next(self._cards)
        self._came.append(card)
        return card


def rounds(game: Game, decide: Decide, bets: Sequence[Bet]) -> Rounds:
    """Return rounds by chance, remembered if their kinds are known for this player."""
    if isinstance(decide, AtBlackjack) and isinstance(game, Blackjack):
        return RoundsOf21(game, decide, aside=len(bets) > len(game.MAIN_BETS))
    if isinstance(decide, AtDuel):
        return RoundsOfDuel(game, decide, bets)
    return Rounds(game, Random())


# Blackjack

NATURALS: Final = ((0, TEN_VALUE), (TEN_VALUE, 0))
Made = tuple[int, bool]
"""The total of a hand, every one above 21 as one; and whether it is a Blackjack."""


@cache
def made(hand: tuple[int, ...]) -> Made:
    worth = min(hand_total(hand_of_values(hand)), MAX_TOTAL + 1)
    return worth, hand in NATURALS


class RoundsOf21(Remembered):
    """By the player's hand, whether it is doubled, and each of the dealer's hands; where a side bet
    lies, by his first two cards as well. The core plays what is split.
    """

    def __init__(self, game: Blackjack, decide: AtBlackjack, *, aside: bool) -> None:
        super().__init__(game)
        self._aside = aside
        self._decide, self._draws = decide, cache(Asked(game).dealer_draws)
        self._hole_card, self._hands = game.options["hole_card"], len(game.MAIN_BETS)

    def _kind(self) -> Kind:
        one, shown, other = self._value(), self._value(), self._value()
        first = (shown, self._value()) if self._hole_card else (shown,)
        own, key = (one, other), Key.STAND if made(first)[1] else Key.HIT
        two = own if self._aside else ()
        while key is Key.HIT and (key := self._decide.key(shown, own)) in (Key.HIT, Key.DOUBLE):
            own = (*own, self._value())
        if key is Key.SPLIT:
            return None
        dealers = () if made(own)[0] > MAX_TOTAL else self._dealers(first, shown)
        return two, made(own), key is Key.DOUBLE, dealers

    def _value(self) -> int:
        return value_of(self._card())

    def _dealers(self, first: tuple[int, ...], shown: int) -> tuple[Made, ...]:
        hands = (first, *[(shown,)] * (self._hands - 1))
        return tuple(made(self._completed(hand)) for hand in hands)

    def _completed(self, hand: tuple[int, ...]) -> tuple[int, ...]:
        while len(hand) == 1 or self._draws(hand):
            hand = (*hand, self._value())
        return hand


# a hand against the dealer's


class RoundsOfDuel(Remembered):
    """By the decision, the line of the player's hand, how it compares, and the dealer's hand: its
    combination, or wholly if it has none.
    """

    def __init__(self, game: Game, decide: AtDuel, bets: Sequence[Bet]) -> None:
        super().__init__(game)
        self._decide, self._rank = decide, decide.duel.rank_hand
        self._spots, self._shown = self._dealt(bets)

    def _dealt(self, bets: Sequence[Bet]) -> tuple[list[int], list[int]]:
        """Return whose each card is that is dealt, and which of the dealer's are shown."""
        game, cards, spots = self.game, iter(self.game.pack), []
        begin_round(game, bets)
        while isinstance(game.due, SpotCard):
            spots.append(game.due.spot)
            game.take(CardRead(next(cards)))
        dealers = [card for card, spot in zip(game.pack, spots, strict=False) if spot == DEALER]
        return spots, [dealers.index(card) for card in game.cards.get("dealer", ())]

    def _kind(self) -> Kind:
        own: list[Card] = []
        dealers: list[Card] = []
        for spot in self._spots:
            (own if spot else dealers).append(self._card())
        does = self._decide.decision(own, *(dealers[at] for at in self._shown))
        hand, against = self._rank(own), self._rank(dealers)
        compared = (hand > against) - (hand < against)
        return does, hand.combination, hand.high_rank, compared, _opening(against)


def _opening(rank: Rank) -> Hashable:
    none = rank.combination is Combination.HIGH_CARD
    return rank.strength if none else rank.combination
