"""The acknowledgements and forms of people in the ledger's store: added, and never changed."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Column, Connection, Engine, Table, Text
from sqlalchemy.exc import IntegrityError

from firmware.floor.pit.fact import Moment
from firmware.floor.pit.forms import AnyForm, Filed, check, voiding
from firmware.floor.pit.screen import Acknowledged
from firmware.floor.store import METADATA, insert_new, rows_like

ACKNOWLEDGED: Final = Table(
    "acknowledged",
    METADATA,
    Column("alarm", Text, primary_key=True),
    Column("by_whom", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
)
"""Who has acknowledged an alarm first."""

FORM: Final = Table(
    "form",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("table_name", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("by_whom", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The forms by their number, from 1 without gaps."""


class Kept:
    """The acknowledgements and forms of one store, read anew each time."""

    def __init__(self, store: Engine) -> None:
        self._store = store

    def acknowledged(self) -> dict[str, Acknowledged]:
        with self._store.connect() as connection:
            rows = rows_like(connection, ACKNOWLEDGED)
        return {row["alarm"]: Acknowledged(row["by_whom"], row["at"], row["words"]) for row in rows}

    def acknowledge(self, alarm: str, seen: Acknowledged) -> None:
        """Keep who has acknowledged an alarm; the first one stays."""
        row = {"alarm": alarm, "by_whom": seen.by, "at": seen.at, "words": seen.words}
        with self._store.begin() as connection:
            insert_new(connection, ACKNOWLEDGED, [row])

    def forms(self) -> list[Filed]:
        """Return all forms, in the order of their numbers."""
        with self._store.connect() as connection:
            return _forms(connection)

    def file(self, table: str, form: AnyForm, by: str, at: Moment) -> int:
        """Give a form the next number, and keep it. Raises CannotBeDone if it can't follow those
        before it; who comes second is checked again, and takes the number after.
        """
        while True:
            with suppress(IntegrityError), self._store.begin() as connection:
                earlier = _forms(connection)
                check(form, table, by, earlier)
                number = len(earlier) + 1
                body = msgspec.json.encode(form).decode()
                row = {"table_name": table, "body": body, "by_whom": by, "at": at}
                connection.execute(FORM.insert(), [{**row, "number": number}])
                return number


def _forms(connection: Connection) -> list[Filed]:
    return voiding([_filed(row) for row in rows_like(connection, FORM)])


def _filed(row: Mapping[str, Any]) -> Filed:
    form = msgspec.json.decode(row["body"], type=AnyForm)
    return Filed(row["number"], row["table_name"], form, row["by_whom"], row["at"])
