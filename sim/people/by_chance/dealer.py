"""Who deals and keys decisions as chance has it, not always rightly."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from firmware.core.games.two_tiles import two_tiles
from firmware.core.vocabulary.cards import TILE_SET, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import ChoiceStatus, Status
from sim.people.by_chance.mishaps import Luck
from sim.people.cards import Cards
from sim.people.person import Person
from sim.people.status_queries import stage

FIRST_CARD: Final = 0.1
"""How often the first card closes the bets, where it may, and not the key."""
BANKS: Final = 0.2
"""How often a player is the bank of a round, where one may be."""
OUT_OF_TURN: Final = 0.05
"""The probability of a decision out of turn, if it is allowed."""

CARD_MS: Final = 1200
DECIDES_MS: Final = 2500
LOW_FIRST: Final = "23456789TJQKA"


class Dealer:
    """Draws the cards that are due, and keys the players' decisions."""

    def __init__(self, person: Person, cards: Cards, chance: Random, luck: Luck) -> None:
        self.bank: int | None = None
        """The spot of the player who is the bank of this round."""
        self._person = person
        self._body = person.body
        self._cards = cards
        self._chance = chance
        self._luck = luck

    def begin(self, seen: Status) -> None:
        """Make ready for a round: the cards, and who is the bank."""
        self._cards.begin(seen)
        self.bank = None
        if Key.BANK in seen.keys and self._chance.random() < BANKS:
            choice = self._chance.choice(seen.choices)
            self._key(seen, choice)
            self.bank = choice.spot

    def closes(self) -> bool:
        """Occasionally close the bets by the first card, if it does; return whether he has."""
        closes = self._person.layout.game.CLOSES_ON_FIRST_CARD
        by_card = closes and self._chance.random() < FIRST_CARD
        if by_card:
            self._draw()
        return by_card

    def deal(self, _seen: Status) -> None:
        """Draw the card that is due."""
        self._body.pause(CARD_MS)
        if self._luck.strikes("wrong_key"):
            self._body.press(Key.CONFIRM)
        else:
            self._draw()

    def _draw(self) -> None:
        """Draw the next card; none if the shoe is empty."""
        if not self._cards.left:
            self._body.wait(CARD_MS)
            return
        says_so = self._body.hands.table.shoe.follows_the_game
        unread = says_so and self._luck.strikes("unreadable_card")
        self._cards.draw(readable=not unread)

    def decide(self, seen: Status) -> None:
        """Key a decision; or draw a card instead, if one is due as well."""
        choice = self._choose(seen)
        if choice is None or (seen.due is not None and self._chance.random() < 1 / 2):
            self.deal(seen)
            return
        self._body.pause(DECIDES_MS)
        self._person.decisions.lay_least(seen, choice)
        self._key(seen, choice)
        if not choice.picks and self._luck.strikes("undone"):
            decided = stage(self._body.look())
            self._body.pause(DECIDES_MS)
            self._body.hands.press(Key.UNDO)
            self._body.until(lambda now: stage(now) != decided)

    def _choose(self, seen: Status) -> ChoiceStatus | None:
        """Return a decision: normally of the next player, if he knows his cards."""
        held = self._cards.held
        able = [c for c in seen.choices if not c.picks or len(held(seen, c.spot)) > 1]
        if not able:
            return None
        in_turn = [c for c in able if c.spot == able[0].spot]
        one_kind = len({c.do for c in able}) == 1
        out_of_turn = one_kind or self._chance.random() < OUT_OF_TURN
        return self._chance.choice(able if out_of_turn else in_turn)

    def _key(self, seen: Status, choice: ChoiceStatus) -> None:
        low = low_hand(self._cards.held(seen, choice.spot)) if choice.picks else ()
        self._person.decisions.key(seen, choice, low)


def low_hand(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return two cards for the low hand of a set that is never wrong: of two ranks, both low.

    What it holds several of is left to the high hand as long as there are others. Of tiles it is
    the lowest two: no other two are below them.
    """
    if cards[0] in TILE_SET:
        return min(combinations(cards, 2), key=two_tiles)
    held = Counter(card.rank for card in cards)
    ranks = sorted(held, key=lambda rank: (held[rank], LOW_FIRST.find(rank) % 14))
    return tuple(next(card for card in cards if card.rank == rank) for rank in ranks[:2])
