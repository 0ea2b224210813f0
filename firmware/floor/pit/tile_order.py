"""The order of the floor: each table stays at its place, whatever its alarms.

By property, pit and position, then by name; figures count as numbers, so that TBL-2 is before
TBL-10.
"""

import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, select

from firmware.floor.journal_places import registered_journals
from firmware.floor.roster.enrolment import Enrolment, SignedEnrolment
from firmware.floor.roster.roster_store import ENROLMENT_TABLE

FIGURES: Final = re.compile(r"(\d+)")
READ_INTERVAL_S: Final = 10.0
"""How often the places are read: an enrolment changes seldom."""
NaturalKey = tuple[tuple[int, int, str], ...]


class TablePlace(msgspec.Struct, frozen=True, rename={"property_name": "property"}):
    """Where a table, a bank or a tournament is enrolled."""

    property_name: str = ""
    pit: str = ""
    position: str = ""
    """In the house's words; empty if it has none."""


class OrderKey(NamedTuple):
    """Sorts names by their places; those without a position come after the others of their pit."""

    property_name: NaturalKey
    pit: NaturalKey
    is_unplaced: bool
    position: NaturalKey
    name: NaturalKey


NO_PLACE: Final = TablePlace()


class TablePlaces:
    """The places of one database, as they were read last."""

    def __init__(
        self, database: Engine, monotonic_clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._database, self._clock = database, monotonic_clock
        self._places: dict[str, TablePlace] = {}
        self._known_names: frozenset[str] = frozenset()
        self._read_at_s = float("-inf")

    def of(self, names: Collection[str]) -> dict[str, TablePlace]:
        """Return the places of these names. Raises SQLAlchemyError."""
        if self._clock() - self._read_at_s >= READ_INTERVAL_S:
            self._known_names = frozenset()
        # at once for a new name, which may have been enrolled just now
        if not self._known_names or not self._known_names.issuperset(names):
            with self._database.connect() as connection:
                self._places = table_places(connection)
            self._known_names |= frozenset(names)
            self._read_at_s = self._clock()
        return {name: self._places.get(name, NO_PLACE) for name in names}


@lru_cache(maxsize=8192)
def natural_key(text: str) -> NaturalKey:
    """Return a key in which runs of figures sort as numbers, and letters without their case."""
    return tuple(
        (0, int(part), part) if part.isdecimal() else (1, 0, part.casefold())
        for part in FIGURES.split(text)
        if part
    )


def order_key(name: str, places: Mapping[str, TablePlace]) -> OrderKey:
    place = places.get(name, NO_PLACE)
    return OrderKey(
        natural_key(place.property_name),
        natural_key(place.pit),
        not place.position,
        natural_key(place.position),
        natural_key(name),
    )


def in_order(names: Iterable[str], places: Mapping[str, TablePlace]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: order_key(name, places)))


def table_places(connection: Connection) -> dict[str, TablePlace]:
    """Return the present place of every enrolled table, bank and tournament, by its name."""
    places: dict[str, TablePlace] = {}
    bodies = connection.scalars(
        select(ENROLMENT_TABLE.c.body).order_by(ENROLMENT_TABLE.c.key, ENROLMENT_TABLE.c.number)
    )
    for enrolment in _newest_by_key(bodies).values():
        place = enrolment.place
        places[place.name] = TablePlace(place.property_name, place.pit, enrolment.position)
    # of a table that has sent anything the ledger has checked the place
    for journal in registered_journals(connection).values():
        place = journal.place
        places[place.name] = TablePlace(place.property_name, place.pit, journal.position)
    return places


def _newest_by_key(bodies: Iterable[str]) -> dict[str, Enrolment]:
    enrolments = (msgspec.json.decode(body, type=SignedEnrolment).enrolment for body in bodies)
    return {enrolment.key: enrolment for enrolment in enrolments}
