"""Linked jackpots in the ledger's database: terms, signed lines, and grants.

The order of the money is that of the engine's stream (`line_stream`). The primary key (jackpot,
version) is a second belt.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, RowMapping, Table, func, select, update

from firmware.core.vocabulary.jackpot import JackpotGrant, JackpotTerms
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.floor.jackpot.signed_line import SignedLine, decode_line, encode_line
from firmware.floor.jackpot_tables import (
    JACKPOT_DECISION_TABLE,
    JACKPOT_GRANT_TABLE,
    JACKPOT_LINE_TABLE,
    JACKPOT_MESSAGE_TABLE,
    JACKPOT_TERMS_TABLE,
)
from firmware.floor.store import insert_missing, select_rows, write_transaction
from firmware.shell.jackpot.signed_messages import SignedMessage

LINES_PER_READ: Final = 500
MAX_VERSION: Final = (1 << 63) - 1


class StoreMoved(Exception):
    """The store does not end with the line before any more: its database fell back (restored, or
    failed over to a standby that was behind), or another keeper went on.
    """


class StoredLine(NamedTuple):
    """A line's octets, and the sequence of the stream's message with the same ones."""

    version: int
    sequence: int
    octets: bytes

    @property
    def signed_line(self) -> SignedLine:
        """Raise msgspec.MsgspecError if the octets are no line any more."""
        return decode_line(self.octets)


class JackpotStore:
    """One jackpot in the database; each call reads the database."""

    def __init__(self, database: Engine, jackpot_name: str) -> None:
        self.database = database
        self.jackpot_name = jackpot_name

    @property
    def signed_terms(self) -> list[SignedMessage]:
        """All terms, the oldest first."""
        with self.database.connect() as connection:
            terms_rows = select_rows(connection, JACKPOT_TERMS_TABLE, jackpot=self.jackpot_name)
        return [
            msgspec.json.decode(terms_row["body"], type=SignedMessage) for terms_row in terms_rows
        ]

    @property
    def all_terms(self) -> list[JackpotTerms]:
        signed_messages = (signed.message for signed in self.signed_terms)
        return [
            jackpot_terms
            for jackpot_terms in signed_messages
            if isinstance(jackpot_terms, JackpotTerms)
        ]

    def add_terms(self, signed: SignedMessage) -> None:
        """Add terms; existing terms for the same generation stay."""
        if not isinstance(signed.message, JackpotTerms):
            raise TypeError(type(signed.message))
        terms_row = {
            "jackpot": self.jackpot_name,
            "first_generation": signed.message.first_generation,
            "body": msgspec.json.encode(signed).decode(),
        }
        with write_transaction(self.database) as connection:
            insert_missing(connection, JACKPOT_TERMS_TABLE, [terms_row])

    @property
    def newest(self) -> StoredLine | None:
        """The newest line, None of a jackpot that has not begun."""
        statement = select(JACKPOT_LINE_TABLE).where(
            JACKPOT_LINE_TABLE.c.jackpot == self.jackpot_name
        )
        with self.database.connect() as connection:
            newest_rows = connection.execute(
                statement.order_by(JACKPOT_LINE_TABLE.c.version.desc()).limit(1)
            )
            line_row = newest_rows.mappings().first()
        return None if line_row is None else _stored_line(line_row)

    def line(self, version: int) -> StoredLine | None:
        with self.database.connect() as connection:
            line_rows = self._line_rows(connection, version)
        return _stored_line(line_rows[0]) if line_rows else None  # type: ignore[arg-type]

    def lines_after(self, version: int) -> Iterator[StoredLine]:
        """Yield the lines after a version, in order."""
        while True:
            lines = self._lines_page(version)
            yield from lines
            if not lines:
                return
            version = lines[-1].version

    def _lines_page(self, version: int) -> list[StoredLine]:
        statement = select(JACKPOT_LINE_TABLE).where(
            JACKPOT_LINE_TABLE.c.jackpot == self.jackpot_name,
            JACKPOT_LINE_TABLE.c.version > version,
        )
        with self.database.connect() as connection:
            line_rows = connection.execute(
                statement.order_by(JACKPOT_LINE_TABLE.c.version).limit(LINES_PER_READ)
            )
            return [_stored_line(line_row) for line_row in line_rows.mappings()]

    @property
    def newest_line(self) -> LedgerLine | None:
        stored_line = self.newest
        return None if stored_line is None else stored_line.signed_line.line

    def cursor(self, journal: str) -> int:
        """Return the last message of a journal that the newest line includes."""
        return self._newest_and_cursor(journal, MAX_VERSION)[1]

    def cursor_at(self, journal: str, version: int) -> int | None:
        """Return the last message of a journal that a line includes; None if the store does not
        reach that line any more.
        """
        newest_version, cursor = self._newest_and_cursor(journal, version)
        return cursor if version <= newest_version else None

    def _newest_and_cursor(self, journal: str, version: int) -> tuple[int, int]:
        columns = JACKPOT_LINE_TABLE.c
        of_jackpot = columns.jackpot == self.jackpot_name
        newest = select(func.max(columns.version)).where(of_jackpot)
        # `+ 0` has a database search by journal, and not go through all lines of the jackpot
        last = select(func.max(columns.number)).where(
            of_jackpot, columns.journal == journal, columns.version + 0 <= version
        )
        # one statement: a database may fall back between two
        statement = select(newest.scalar_subquery(), last.scalar_subquery())
        with self.database.connect() as connection:
            newest_version, number = connection.execute(statement).one()
        return newest_version or 0, number or 0

    def cursors(self) -> dict[str, int]:
        """Return the last message of every journal that the newest line includes."""
        columns = JACKPOT_LINE_TABLE.c
        statement = (
            select(columns.journal, func.max(columns.number))
            .where(columns.jackpot == self.jackpot_name, columns.number > 0)
            .group_by(columns.journal)
        )
        with self.database.connect() as connection:
            return dict(connection.execute(statement).all())

    @property
    def stored_grants(self) -> list[JackpotGrant]:
        """All grants, in the order of the hits."""
        with self.database.connect() as connection:
            grant_rows = select_rows(connection, JACKPOT_GRANT_TABLE, jackpot=self.jackpot_name)
        return [
            msgspec.json.decode(grant_row["body"], type=JackpotGrant) for grant_row in grant_rows
        ]

    def granted_versions(self, journal: str) -> list[int]:
        """Return the versions of the lines that granted hits of a journal, in order."""
        with self.database.connect() as connection:
            grant_rows = select_rows(
                connection, JACKPOT_GRANT_TABLE, jackpot=self.jackpot_name, journal=journal
            )
        return [grant_row["version"] for grant_row in grant_rows]

    def insert(self, signed_line: SignedLine, sequence: int) -> bool:
        """Insert a line with its message, decision and grant, in one transaction; return whether
        the store has exactly this line now. Raises StoreMoved if it lacks the line before.
        """
        octets, version = encode_line(signed_line), signed_line.line.version
        with write_transaction(self.database) as connection:
            if not insert_missing(
                connection, JACKPOT_LINE_TABLE, [_line_row(signed_line, sequence, octets)]
            ):
                (line_row,) = self._line_rows(connection, version)
                return bool(line_row["body"].encode() == octets)
            if version > 1 and not self._line_rows(connection, version - 1):
                raise StoreMoved
            _insert_parts(connection, signed_line)
        return True

    def _line_rows(self, connection: Connection, version: int) -> list[dict[str, Any]]:
        return select_rows(
            connection, JACKPOT_LINE_TABLE, jackpot=self.jackpot_name, version=version
        )

    def replace(self, signed_line: SignedLine, sequence: int) -> None:
        """Put a line in the place of one that was altered, in one transaction."""
        with write_transaction(self.database) as connection:
            for table in (JACKPOT_LINE_TABLE, JACKPOT_GRANT_TABLE):
                is_same_version = table.c.version == signed_line.line.version
                connection.execute(
                    table.delete().where(table.c.jackpot == self.jackpot_name, is_same_version)
                )
            line_row = _line_row(signed_line, sequence, encode_line(signed_line))
            insert_missing(connection, JACKPOT_LINE_TABLE, [line_row])
            _insert_parts(connection, signed_line)


def _stored_line(line_row: RowMapping) -> StoredLine:
    return StoredLine(line_row["version"], line_row["sequence"], line_row["body"].encode())


def _line_row(signed_line: SignedLine, sequence: int, octets: bytes) -> dict[str, object]:
    line = signed_line.line
    return {
        "jackpot": line.jackpot,
        "version": line.version,
        "journal": line.journal,
        "number": line.message_number,
        "sequence": sequence,
        "body": octets.decode(),
    }


def _insert_parts(connection: Connection, signed_line: SignedLine) -> None:
    line, grant, decision = signed_line.line, signed_line.grant, signed_line.decision
    if grant is not None:
        grant_row = {
            "jackpot": line.jackpot,
            "hit_number": grant.order,
            "journal": grant.journal,
            "version": line.version,
            "body": msgspec.json.encode(grant).decode(),
        }
        insert_missing(connection, JACKPOT_GRANT_TABLE, [grant_row])
    if decision is not None:
        _insert_decision(connection, signed_line)
    if signed_line.message is not None:
        counts = decision is None or decision.counts
        _mark_folded(connection, signed_line, signed_line.message.bets if counts else 0)


def _insert_decision(connection: Connection, signed_line: SignedLine) -> None:
    decision = signed_line.decision
    if decision is None:
        return
    key = {
        "jackpot": decision.jackpot,
        "journal": decision.journal,
        "number": decision.message_number,
        "counts": decision.counts,
    }
    body = msgspec.json.encode(signed_line.decided).decode()
    insert_missing(connection, JACKPOT_DECISION_TABLE, [{**key, "body": body, "version": None}])
    _set_version(connection, JACKPOT_DECISION_TABLE, key, version=signed_line.line.version)


def _mark_folded(connection: Connection, signed_line: SignedLine, counted_bets: int) -> None:
    """Mark a message as included; one that comes from the stream alone is inserted."""
    line = signed_line.line
    key = {"jackpot": line.jackpot, "journal": line.journal, "number": line.message_number}
    unknown_place = {"received_at": "", "shoe": -1, "fact_number": -1}
    body = msgspec.json.encode(signed_line.attested).decode()
    message_row = {**key, **unknown_place, "version": None, "bets": 0, "refused": None}
    insert_missing(connection, JACKPOT_MESSAGE_TABLE, [{**message_row, "body": body}])
    _set_version(
        connection,
        JACKPOT_MESSAGE_TABLE,
        key,
        version=line.version,
        bets=counted_bets,
        refused=None,
        body=body,
    )


def _set_version(
    connection: Connection, table: Table, key: Mapping[str, object], **values: object
) -> None:
    conditions = [table.c[column_name] == value for column_name, value in key.items()]
    connection.execute(update(table).where(*conditions).values(values))
