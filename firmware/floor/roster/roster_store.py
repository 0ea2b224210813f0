"""The enrolments in the ledger's database: inserted, and never changed."""

import time
from collections.abc import Collection
from typing import Final

import msgspec
from sqlalchemy import Column, Engine, Integer, Table, Text

from firmware.floor.roster.enrolment import SignedEnrolment
from firmware.floor.roster.roster import Roster
from firmware.floor.store import METADATA, insert_missing, select_rows, write_transaction

ENROLMENT_TABLE: Final = Table(
    "enrolment",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
REFRESH_INTERVAL_S: Final = 2.0


class RosterStore:
    """The enrolments of one database; what two people have not signed is passed over."""

    def __init__(self, database: Engine, people: Collection[str]) -> None:
        self._database, self._people = database, frozenset(people)
        self.roster = Roster(people)
        self._read_at_s = float("-inf")

    def add(self, signed: SignedEnrolment) -> bool:
        """Store an enrolment; return whether it is accepted, and newer. Raises SQLAlchemyError."""
        self.read()
        if not self.roster.admit(signed):
            return False
        enrolment, body = signed.enrolment, msgspec.json.encode(signed).decode()
        row = {"key": enrolment.key, "number": enrolment.number, "body": body}
        with write_transaction(self._database) as connection:
            insert_missing(connection, ENROLMENT_TABLE, [row])
        return True

    def refresh(self) -> Roster:
        """Return the roster, read from the database every few seconds. Raises SQLAlchemyError."""
        if time.monotonic() - self._read_at_s >= REFRESH_INTERVAL_S:
            self.read()
        return self.roster

    def read(self) -> None:
        """Read the roster from the database. Raises SQLAlchemyError."""
        for signed in self.history():
            self.roster.admit(signed)
        self._read_at_s = time.monotonic()

    def history(self) -> list[SignedEnrolment]:
        """Return all accepted enrolments, by key and number. Raises SQLAlchemyError."""
        with self._database.connect() as connection:
            rows = select_rows(connection, ENROLMENT_TABLE)
        return [msgspec.json.decode(row["body"], type=SignedEnrolment) for row in rows]
