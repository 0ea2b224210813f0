"""Checks the entries of a pit's chain: each as the pit signed it, and none missing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.floor.pit.chain_entries import (
    AnyEntry,
    EntriesMissing,
    decode_entry,
    is_signed_entry,
)
from firmware.floor.pit.chain_store import StoredEntry, head_after
from firmware.shell.journal import ChainHead
from firmware.shell.journal.records import decode_record

FaultKind = Literal["chain_altered", "chain_cut"]
FAULT_KEYS: Final[Mapping[FaultKind, str]] = {
    "chain_altered": "pit.chain.forged",
    "chain_cut": "pit.chain.missing",
}


class ChainFault(NamedTuple):
    """An entry that is not as the pit signed it, or that is missing."""

    kind: FaultKind
    number: int

    @property
    def text(self) -> Text:
        return Text(FAULT_KEYS[self.kind], {"number": self.number})


class CheckedEntry(NamedTuple):
    """An entry as it was signed; with a `fault` it is None, unless only those before it are
    missing.
    """

    number: int
    entry: AnyEntry | None
    fault: ChainFault | None = None


class ChainCheck:
    """Checks a chain from its beginning, some entries at a time."""

    def __init__(self, identity: bytes, genesis_head: ChainHead, public_key: bytes) -> None:
        self.head = genesis_head
        """The head of the checked part."""
        self._identity, self._public_key = identity, public_key

    def check(self, entries: Iterable[StoredEntry]) -> Iterator[CheckedEntry]:
        """Check the next entries."""
        for stored_entry in entries:
            yield self._checked(stored_entry)
            self.head = head_after(stored_entry)

    def _checked(self, stored_entry: StoredEntry) -> CheckedEntry:
        number, record = stored_entry.number, decode_record(stored_entry.record, 0)
        is_whole = record is not None and len(record.raw) == len(stored_entry.record)
        if (
            record is None
            or not is_whole
            or record.number != number
            or not is_signed_entry(record, self._identity, self._public_key)
        ):
            return CheckedEntry(number, None, ChainFault("chain_altered", number))
        try:
            entry = decode_entry(record.payload)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return CheckedEntry(number, None, ChainFault("chain_altered", number))
        if number > self.head.records:
            return CheckedEntry(number, entry, ChainFault("chain_cut", self.head.records))
        if isinstance(entry, EntriesMissing):
            return CheckedEntry(number, entry, ChainFault("chain_cut", entry.last))
        return CheckedEntry(number, entry)
