"""A pit's chain in the ledger's database: appended to by that pit alone, and never changed.

Several pits over one database have a chain each, under the fingerprint of their keys. The newest
head is also in a file of the pit's own: a database that has lost the last entries does not show it
by itself.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import BigInteger, Column, Connection, Engine, LargeBinary, Table, Text, select

from firmware import __version__
from firmware.floor.pit.acts import PIT_GAME
from firmware.floor.pit.chain_entries import AnyEntry, EntriesMissing, encode_entry
from firmware.floor.projection.fact import EpochMs
from firmware.floor.store import METADATA, write_transaction
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.evidence.known_devices import plain_fingerprint
from firmware.shell.journal import ChainHead
from firmware.shell.journal.header import JournalStamp, SegmentHeader
from firmware.shell.trust.keys import fingerprint, public_octets

PIT_CHAIN_TABLE: Final = Table(
    "pit_chain",
    METADATA,
    Column("pit", Text, primary_key=True),
    Column("header", LargeBinary, nullable=False),
)
"""The chains, by the fingerprint of the pit's key; `header` begins each as a journal begins."""

PIT_ENTRY_TABLE: Final = Table(
    "pit_entry",
    METADATA,
    Column("pit", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("record", LargeBinary, nullable=False),
    Column("form_number", BigInteger, index=True),
)
"""The entries by number, from 0; `form_number` is of the form that an entry files."""

HEAD_FILE: Final = "chain.head"
OWNER_ONLY_MODE: Final = 0o600
NO_HEAD: Final = ChainHead(0, b"")


class _NotedHead(msgspec.Struct, frozen=True):
    pit: str
    records: int
    digest: str
    """Hex."""


class StoredEntry(NamedTuple):
    """An entry as the database has it, unverified."""

    number: int
    record: bytes


class ChainTransaction:
    """A transaction in which entries are appended to a chain, beside its other rows."""

    def __init__(self, chain: "PitChain", connection: Connection) -> None:
        self.connection = connection
        self._chain = chain
        self._header = chain.header(connection) or chain.create_header(connection)
        self.head = _last_head(connection, chain.pit, self._header)

    def append(self, entry: AnyEntry, form_number: int | None = None) -> None:
        record, self.head = self._chain.signed_record(entry, self.head, self._header.identity)
        entry_row = {
            "pit": self._chain.pit,
            "number": self.head.records - 1,
            "record": record,
            "form_number": form_number,
        }
        self.connection.execute(PIT_ENTRY_TABLE.insert(), [entry_row])


class PitChain:
    """The chain of one pit, which writes it from any thread."""

    def __init__(
        self,
        database: Engine,
        pit_key: Ed25519PrivateKey,
        folder: Path,
        wall_clock: Callable[[], EpochMs],
    ) -> None:
        self.public_key = public_octets(pit_key)
        self.pit = plain_fingerprint(fingerprint(self.public_key))
        self.wall_clock = wall_clock
        self._database, self._pit_key = database, pit_key
        self._head_path = folder / HEAD_FILE
        self._known_head = self._noted_head()
        self._lock = threading.Lock()

    @contextmanager
    def transaction(self) -> Iterator[ChainTransaction]:
        """Begin a transaction; enter first that the database lacks entries, if it does.
        Raises SQLAlchemyError.
        """
        with self._lock:
            with write_transaction(self._database) as connection:
                transaction = ChainTransaction(self, connection)
                if self._is_cut(transaction.head):
                    transaction.append(self._missing_entries())
                yield transaction
            self._note(transaction.head)

    def record(self, entry: AnyEntry) -> None:
        """Append an entry. Raises SQLAlchemyError."""
        with self.transaction() as transaction:
            transaction.append(entry)

    def signed_record(
        self, entry: AnyEntry, head: ChainHead, identity: bytes
    ) -> tuple[bytes, ChainHead]:
        return encode_entry(entry, head, identity, self._pit_key)

    def header(self, connection: Connection) -> SegmentHeader | None:
        """Return the header of the chain, None if it has not begun, or is damaged."""
        return stored_header(connection, self.pit)

    def create_header(self, connection: Connection) -> SegmentHeader:
        """Begin the chain; its identity distinguishes it from one that was lost."""
        stamp = JournalStamp("pi", __version__, "", "", PIT_GAME, fingerprint(self.public_key))
        header = SegmentHeader.for_new_journal(stamp, os.urandom(16))
        chain_row = {"pit": self.pit, "header": header.raw}
        connection.execute(PIT_CHAIN_TABLE.insert(), [chain_row])
        return header

    def _is_cut(self, head: ChainHead) -> bool:
        known = self._known_head
        is_other = 0 < known.records == head.records and known.digest != head.digest
        return known.records > head.records or is_other

    def _missing_entries(self) -> EntriesMissing:
        last_known, self._known_head = self._known_head, NO_HEAD
        return EntriesMissing(self.wall_clock(), last_known.records - 1, last_known.digest.hex())

    def _noted_head(self) -> ChainHead:
        """Return the head in the pit's own file. Raises OSError if it can't be read."""
        try:
            noted = msgspec.json.decode(self._head_path.read_bytes(), type=_NotedHead)
            head = ChainHead(noted.records, bytes.fromhex(noted.digest))
        except (FileNotFoundError, ValueError):
            return NO_HEAD
        return head if noted.pit == self.pit else NO_HEAD

    def _note(self, head: ChainHead) -> None:
        self._known_head = head
        noted = _NotedHead(self.pit, head.records, head.digest.hex())
        # without the file the chain is whole all the same: only a cut of its end is not seen
        with suppress(OSError):
            write_atomically(self._head_path, msgspec.json.encode(noted), OWNER_ONLY_MODE)


def stored_header(connection: Connection, pit: str) -> SegmentHeader | None:
    """Return the header of a pit's chain, None if it has not begun, or is damaged."""
    raw_header = connection.execute(
        select(PIT_CHAIN_TABLE.c.header).where(PIT_CHAIN_TABLE.c.pit == pit)
    ).scalar()
    return SegmentHeader.parse(raw_header) if raw_header else None


def stored_entries(
    connection: Connection, pit: str, first_number: int = 0, limit: int | None = None
) -> list[StoredEntry]:
    """Return the entries of a chain from a number on, as the database has them."""
    statement = (
        select(PIT_ENTRY_TABLE.c.number, PIT_ENTRY_TABLE.c.record)
        .where(PIT_ENTRY_TABLE.c.pit == pit, PIT_ENTRY_TABLE.c.number >= first_number)
        .order_by(PIT_ENTRY_TABLE.c.number)
        .limit(limit)
    )
    return [StoredEntry(*entry_row) for entry_row in connection.execute(statement)]


def head_after(entry: StoredEntry) -> ChainHead:
    """Return the chain's head with an entry included."""
    return ChainHead(entry.number + 1, sha256(entry.record).digest())


def _last_head(connection: Connection, pit: str, header: SegmentHeader) -> ChainHead:
    """Return the head after the newest entry; one that is damaged counts as it is."""
    last_row = connection.execute(
        select(PIT_ENTRY_TABLE.c.number, PIT_ENTRY_TABLE.c.record)
        .where(PIT_ENTRY_TABLE.c.pit == pit)
        .order_by(PIT_ENTRY_TABLE.c.number.desc())
        .limit(1)
    ).first()
    return head_after(StoredEntry(*last_row)) if last_row else header.genesis_head
