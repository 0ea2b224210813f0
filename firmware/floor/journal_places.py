"""Where each journal is: its present name, pit and property, of which it may have had others."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, select, true

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


def registered_journals(
    connection: Connection, condition: ColumnElement[bool] | None = None
) -> dict[str, RegisteredJournal]:
    """Return the journals by identity, in the order of their beginning."""
    columns = JOURNAL_PLACE_TABLE.c
    statement = (
        select(JOURNAL_PLACE_TABLE, JOURNAL_TABLE.c.key, JOURNAL_TABLE.c.device)
        .join(JOURNAL_TABLE, JOURNAL_TABLE.c.journal == columns.journal)
        .where(true() if condition is None else condition)
        .order_by(JOURNAL_TABLE.c.began_at, columns.journal, columns.since)
    )
    # the last place of each is its present one
    return {row["journal"]: _registered(row) for row in connection.execute(statement).mappings()}


def journal_name(connection: Connection, journal: str) -> str:
    """Return the present name of a journal's table, "" if the journal is not registered."""
    found = registered_journals(connection, JOURNAL_PLACE_TABLE.c.journal == journal)
    return found[journal].place.name if journal in found else ""


def _registered(row: Any) -> RegisteredJournal:  # noqa: ANN401 - a row of the two tables
    place = Place(row["property"], row["pit"], row["name"])
    enrolled = row["enrolled_ms"], row["enrolment"]
    return RegisteredJournal(
        row["journal"], row["key"], row["device"], place, row["position"], enrolled
    )
