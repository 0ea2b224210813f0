"""The croupier of a table: a poker table has a dealer of its own."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Protocol

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from sim.people.by_chance.croupier import MISHAP_RATE, Croupier
from sim.people.by_chance.people_kind import USUAL_PEOPLE, PeopleKind
from sim.people.person import Person


class AnyCroupier(Protocol):
    """Who plays a table by chance."""

    person: Person

    def run(self, stop_event: Event) -> None:
        """Play on until stopped."""
        ...

    def resume(
        self,
        felt_bets: Iterable[Bet],
        drawn_cards: Mapping[Card, int],
        dealt_hands: Mapping[int, Sequence[Card]] | None = None,
    ) -> None:
        """Take over a table as it is: its chips, the cards that have left the shoe, hands."""
        ...

    def restart_round(self) -> None:
        """Play once more: the table has been taken back to where its round opened."""
        ...

    def step(self) -> None:
        """Do the next step; wait a little if it is not theirs."""
        ...


def make_croupier(
    person: Person,
    random_source: Random,
    *,
    deals_cards: bool = True,
    mishap_rate: float = MISHAP_RATE,
    people_kind: PeopleKind = USUAL_PEOPLE,
) -> AnyCroupier:
    """Return the croupier of the person's table."""
    if person.layout.game.PANEL_KEYS:
        from sim.people.by_chance.room_croupier import RoomCroupier  # at its table alone

        croupier_class: type[RoomCroupier | Croupier] = RoomCroupier
    else:
        croupier_class = Croupier
    return croupier_class(
        person,
        random_source,
        deals_cards=deals_cards,
        mishap_rate=mishap_rate,
        people_kind=people_kind,
    )
