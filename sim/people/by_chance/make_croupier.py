"""The croupier of a table: a poker table has a dealer of its own."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Protocol

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.rulings import Bet
from sim.people.by_chance.croupier import MISHAPS, Croupier
from sim.people.person import Person


class AnyCroupier(Protocol):
    """Who plays a table by chance."""

    person: Person

    def run(self, stop: Event) -> None:
        """Play on until stopped."""
        ...

    def resume(
        self,
        felt: Iterable[Bet],
        gone: Mapping[Card, int],
        dealt: Mapping[int, Sequence[Card]] | None = None,
    ) -> None:
        """Take over a table as it is: its chips, the cards that have left the shoe, hands."""
        ...

    def start_over(self) -> None:
        """Play once more: the table has been taken back to where its round opened."""
        ...

    def step(self) -> None:
        """Do the next step; wait a little if it is not theirs."""
        ...


def croupier_at(
    person: Person, chance: Random, *, deals: bool = True, mishaps: float = MISHAPS
) -> AnyCroupier:
    """Return the croupier of the person's table."""
    if person.layout.game.PANEL:
        from sim.people.by_chance.room_croupier import RoomCroupier  # at its table alone

        return RoomCroupier(person, chance, deals=deals, mishaps=mishaps)
    return Croupier(person, chance, deals=deals, mishaps=mishaps)
