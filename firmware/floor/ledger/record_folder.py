"""Reads stored records in their order: each follows the one before it, and gives its facts."""

from hashlib import sha256
from typing import NamedTuple

import msgspec

from firmware.floor.facts import Fact, FactExtractor
from firmware.floor.ledger.archived_days import Row
from firmware.floor.ledger.doubt import read_header
from firmware.shell.history.journal_entries import Entry, decode
from firmware.shell.journal import ChainHead
from firmware.shell.journal.records import encode_record


class FoldedFact(NamedTuple):
    """A fact that a record gives, and how it is stored."""

    fact: Fact
    body: str


class CheckedRecord(NamedTuple):
    """A stored record, whether it follows the one before it, and its facts."""

    number: int
    follows: bool
    facts: list[FoldedFact]


class CannotFold(Exception):
    """A record whose facts can't be extracted."""

    def __init__(self, record_number: int) -> None:
        super().__init__(record_number)
        self.record_number = record_number


class RecordFolder:
    """Reads the stored records of a journal in order, from any one on."""

    def __init__(self, journal: str, *, has_facts: bool = True) -> None:
        """Without `has_facts` no facts are extracted, and nothing is raised."""
        self._journal = journal
        self._has_facts = has_facts
        self.extractor = FactExtractor()
        self._chain_head: ChainHead | None = None

    def read(self, record_row: Row) -> CheckedRecord:
        """Read the next stored record. Raises CannotFold."""
        number, decoded_record = record_row["number"], _decode_record(record_row)
        if self._chain_head is not None and self._chain_head.records != number:
            self._begin()  # the records between are cut off
        follows = decoded_record is not None and (
            self._chain_head is None or _follows_head(record_row, self._chain_head, self._journal)
        )
        if decoded_record is None:
            self._begin()
            return CheckedRecord(number, follows, [])
        self._chain_head, journal_entry = decoded_record
        return CheckedRecord(number, follows, self._facts(number, journal_entry))

    @property
    def next_number(self) -> int:
        """The number of the record to read next, 0 before any."""
        return self._chain_head.records if self._chain_head else 0

    def _begin(self) -> None:
        self.extractor, self._chain_head = FactExtractor(), None

    def _facts(self, number: int, journal_entry: Entry) -> list[FoldedFact]:
        if not self._has_facts:
            return []
        try:
            return [
                FoldedFact(fact, msgspec.json.encode(fact.body).decode())
                for fact in self.extractor.extract(number, journal_entry)
            ]
        except Exception as error:  # what a table has signed may fail in any way
            raise CannotFold(number) from error


def _decode_record(record_row: Row) -> tuple[ChainHead, Entry] | None:
    """Return the chain head with a record, and its entry; None if it is not valid in
    any journal.
    """
    try:
        _, chain_head = encode_record(
            record_row["payload"],
            ChainHead(record_row["number"], record_row["previous_digest"]),
            record_row["index_in_commit"],
        )
        return chain_head, decode(record_row["payload"])
    except Exception:  # noqa: BLE001 - what a table has signed may fail in any way
        return None


def _follows_head(record_row: Row, chain_head: ChainHead, journal: str) -> bool:
    """Return whether a record follows the head, through the header of its segment if it has one."""
    if record_row["header"] is None:
        return bool(record_row["previous_digest"] == chain_head.digest)
    header = read_header(record_row["header"])
    return (
        header is not None
        and header.identity.hex() == journal
        and header.place.starting_head == chain_head
        and record_row["previous_digest"] == sha256(header.raw).digest()
    )
