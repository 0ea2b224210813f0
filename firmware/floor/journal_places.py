"""Where each journal is: its present name, pit and property, of which it may have had others."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, bindparam, select, true

from firmware.floor.places import Place
from firmware.floor.store import JOURNAL_PLACE_TABLE, JOURNAL_TABLE


class RegisteredJournal(NamedTuple):
    """A journal at its present place, and whose it is."""

    identity: str
    key: str | None
    device: str | None
    place: Place
    position: str
    enrolled: tuple[int, int]
    """The time and number of the enrolment by which it is there."""


def places_of_journals(condition: ColumnElement[bool]) -> Select[Any]:
    """Return the statement for `registered_journals`, or `journals_of_rows`, of some journals."""
    columns = JOURNAL_PLACE_TABLE.c
    return (
        select(JOURNAL_PLACE_TABLE, JOURNAL_TABLE.c.key, JOURNAL_TABLE.c.device)
        .join(JOURNAL_TABLE, JOURNAL_TABLE.c.journal == columns.journal)
        .where(condition)
        .order_by(JOURNAL_TABLE.c.began_at, columns.journal, columns.since)
    )


_ALL_PLACES: Final = places_of_journals(true())
PLACES_OF_ONE: Final = places_of_journals(JOURNAL_PLACE_TABLE.c.journal == bindparam("identity"))
"""Of the journal `identity`."""


def registered_journals(
    connection: Connection, places: Select[Any] = _ALL_PLACES, **values: object
) -> dict[str, RegisteredJournal]:
    """Return the journals by identity, in the order of their beginning."""
    return journals_of_rows(connection.execute(places, values))


def journals_of_rows(rows: Iterable[Sequence[Any]]) -> dict[str, RegisteredJournal]:
    """Return the journals of the rows of a statement by `places_of_journals`."""
    # the last place of each is its present one
    return {row[0]: _registered(*row) for row in rows}


def journal_name(connection: Connection, journal: str) -> str:
    """Return the present name of a journal's table, "" if the journal is not registered."""
    found = registered_journals(connection, PLACES_OF_ONE, identity=journal)
    return found[journal].place.name if journal in found else ""


def _registered(
    identity: str,
    _since: str,
    property_name: str,
    pit: str,
    name: str,
    position: str,
    enrolled_ms: int,
    enrolment: int,
    key: str | None,
    device: str | None,
) -> RegisteredJournal:
    place = Place(property_name, pit, name)
    return RegisteredJournal(identity, key, device, place, position, (enrolled_ms, enrolment))
