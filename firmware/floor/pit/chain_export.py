"""A pit's chain as one signed file, which `croupier verify` verifies like a table's."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Engine

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.chain_evidence import PIT_CONTENT
from firmware.floor.pit.chain_store import StoredEntry, head_after, stored_entries, stored_header
from firmware.floor.pit.entry_check import ChainCheck, ChainFault
from firmware.shell.evidence.bundle import BundleStatement
from firmware.shell.evidence.content import ALL_ROUNDS
from firmware.shell.evidence.export import export_bundle
from firmware.shell.evidence.known_devices import plain_fingerprint
from firmware.shell.journal import MemoryCopy
from firmware.shell.journal.header import Anchor, SegmentHeader
from firmware.shell.trust.keys import DeviceKey, fingerprint


class ChainExport(NamedTuple):
    """The statement of the written file, and the faults of the chain."""

    statement: BundleStatement
    faults: tuple[ChainFault, ...]


def export_chain(database: Engine, pit_key: DeviceKey, out: Path, made_at: str) -> ChainExport:
    """Write a chain, up to where it breaks. Raises RequestFailed if the database has no chain of
    this key, OSError, SQLAlchemyError.
    """
    pit = plain_fingerprint(fingerprint(pit_key.public_key))
    with database.connect() as connection:
        header, entries = stored_header(connection, pit), stored_entries(connection, pit)
    if header is None or not entries:
        raise RequestFailed(Text("pit.chain.none", {"pit": fingerprint(pit_key.public_key)}))
    check = ChainCheck(header.identity, header.genesis_head, pit_key.public_key)
    faults = tuple(entry.fault for entry in check.check(entries) if entry.fault is not None)
    chain_copy = MemoryCopy(pit, {1: _segment_image(header, entries)})
    statement = export_bundle([chain_copy], out, pit_key, made_at, ALL_ROUNDS, PIT_CONTENT)
    return ChainExport(statement, faults)


def _segment_image(header: SegmentHeader, entries: Sequence[StoredEntry]) -> bytes:
    """Return the chain as a journal's only segment; it is damaged if it breaks before its end."""
    last_head = head_after(entries[-1])
    first_anchor = Anchor(last_head, last_head)
    records = b"".join(stored_entry.record for stored_entry in entries)
    return header.header_block(first_anchor=first_anchor) + records
