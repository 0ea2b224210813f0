"""The cards of a simulated table: the shuffled pack and the hands, shared by all its people."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from sim.people.pack import PackOrder, ShuffledPack


class DealtSnapshot(NamedTuple):
    """A snapshot of a table's cards."""

    pack_order: PackOrder
    hands: dict[int, list[Card]]
    unread_card: Card | None
    round_number: int


class DealtCards:
    """The shuffled pack, and the hands dealt from it."""

    def __init__(
        self,
        game: Game,
        random_source: Random,
        make_pack: Callable[..., ShuffledPack] = ShuffledPack,
    ) -> None:
        self.pack = make_pack(game.decks, random_source, cards=game.pack)
        self.hands: dict[int, list[Card]] = {}
        """Each spot's hand in this round, 0 being the dealer."""
        self.unread_card: Card | None = None
        """A card that was drawn, and that the shoe could not read."""
        self.round_number = 0
        """The round that the cards were made ready for last."""

    @property
    def snapshot(self) -> DealtSnapshot:
        """A copy of the present pack and hands."""
        hands = {spot: list(cards) for spot, cards in self.hands.items()}
        return DealtSnapshot(self.pack.pack_order, hands, self.unread_card, self.round_number)

    def restore(self, snapshot: DealtSnapshot) -> None:
        """Go back to a snapshot."""
        self.pack.restore(snapshot.pack_order)
        self.hands = {spot: list(cards) for spot, cards in snapshot.hands.items()}
        self.unread_card, self.round_number = snapshot.unread_card, snapshot.round_number
