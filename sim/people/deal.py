"""The cards of a simulated table as its people have them, whoever of them draws the next one."""

from random import Random
from typing import NamedTuple

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from sim.people.pack import Order, Pack


class Dealt(NamedTuple):
    """How the cards of a table lie."""

    order: Order
    hands: dict[int, list[Card]]
    unread: Card | None
    round: int


class Deal:
    """The shuffled pack, and the hands dealt from it."""

    def __init__(self, played: Game, chance: Random) -> None:
        self.pack = Pack(played.decks, chance, cards=played.pack)
        self.hands: dict[int, list[Card]] = {}
        """Each spot's hand in this round, 0 being the dealer."""
        self.unread: Card | None = None
        """A card that was drawn, and that the shoe could not read."""
        self.round = 0
        """The round that the cards were made ready for last."""

    @property
    def dealt(self) -> Dealt:
        """How everything lies now."""
        hands = {spot: list(cards) for spot, cards in self.hands.items()}
        return Dealt(self.pack.order, hands, self.unread, self.round)

    def lie(self, dealt: Dealt) -> None:
        """Have everything lie as it did."""
        self.pack.lie(dealt.order)
        self.hands = {spot: list(cards) for spot, cards in dealt.hands.items()}
        self.unread, self.round = dealt.unread, dealt.round
