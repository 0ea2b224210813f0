"""Checks the stored records against their hash chain, and the stored facts against the records."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, RowMapping, select

from firmware.floor.facts import Fact, FactExtractor, LanePosition
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.ledger.watermarks import JournalKey, LaneWatermarks
from firmware.floor.store import FACT_TABLE, RECORD_TABLE
from firmware.shell.history.journal_entries import Entry, decode
from firmware.shell.journal import ChainHead, JournalForeign
from firmware.shell.journal.header import SegmentHeader
from firmware.shell.journal.records import encode_record

CHECKED_LANE: Final = "checked"
"""The lane of checked records: its number is the last one checked, its shoe the record where the
next check starts to read. That is two shoes earlier, because a FactExtractor that starts within a
journal makes no facts before its second shoe.
"""


def check_journal(
    connection: Connection, watermarks: LaneWatermarks, journal_key: JournalKey
) -> Iterator[LedgerAlarm]:
    """Check the records not checked yet, up to the newest shoe of which there is a fact: all their
    facts are stored.
    """
    first_number, checked_number = watermarks.watermark(journal_key, CHECKED_LANE)
    last_number = min(
        watermarks.watermark(journal_key, "record").number,
        watermarks.watermark(journal_key, "fact").shoe - 1,
    )
    if last_number > checked_number:
        journal_rows = _JournalRows(connection, journal_key)
        stored_facts = journal_rows.fact_bodies(first_number)
        yield from _check_records(
            journal_rows, stored_facts, first_number, checked_number, last_number
        )
        covered_shoes = sorted(
            {position.shoe for position in stored_facts if position.shoe <= last_number}
        )
        watermarks.advance(
            journal_key,
            CHECKED_LANE,
            LanePosition(
                covered_shoes[-2] if len(covered_shoes) > 1 else first_number, last_number
            ),
        )


class _JournalRows(NamedTuple):
    """The rows of one journal in the database."""

    connection: Connection
    journal_key: JournalKey

    def record_rows(self, first_number: int, last_number: int) -> Iterator[RowMapping]:
        statement = select(RECORD_TABLE).where(
            *self._own_rows(RECORD_TABLE.c),
            RECORD_TABLE.c.number.between(first_number, last_number),
        )
        yield from self.connection.execute(statement.order_by(RECORD_TABLE.c.number)).mappings()

    def fact_bodies(self, first_shoe: int) -> dict[LanePosition, str]:
        """Return the facts from a shoe on, by position."""
        statement = select(FACT_TABLE.c.shoe, FACT_TABLE.c.number, FACT_TABLE.c.body)
        selected_rows = self.connection.execute(
            statement.where(*self._own_rows(FACT_TABLE.c), FACT_TABLE.c.shoe >= first_shoe)
        )
        return {LanePosition(shoe, number): body for shoe, number, body in selected_rows}

    def ledger_alarm(self, kind: str, place: str) -> LedgerAlarm:
        return LedgerAlarm(kind, *self.journal_key, place)

    def _own_rows(self, columns: Any) -> tuple[Any, ...]:  # noqa: ANN401 - of any table
        return tuple(
            columns[column_name] == value
            for column_name, value in self.journal_key._asdict().items()
        )


def _check_records(
    journal_rows: _JournalRows,
    stored_facts: Mapping[LanePosition, str],
    first_number: int,
    checked_number: int,
    last_number: int,
) -> Iterator[LedgerAlarm]:
    extractor, chain_head = FactExtractor(), None
    for record_row in journal_rows.record_rows(first_number, last_number):
        record_number, decoded_record = record_row["number"], _decode_record(record_row)
        if chain_head is not None and chain_head.records != record_number:
            extractor, chain_head = FactExtractor(), None  # the records between are cut off
        follows_chain = decoded_record and (
            chain_head is None
            or _follows_head(record_row, chain_head, journal_rows.journal_key.journal)
        )
        if record_number > checked_number and not follows_chain:
            yield journal_rows.ledger_alarm("chain_broken", str(record_number))
        if decoded_record is None:
            extractor, chain_head = FactExtractor(), None
            continue
        chain_head, journal_entry = decoded_record
        for fact in extractor.extract(record_number, journal_entry):
            if record_number > checked_number and not _matches_stored_fact(fact, stored_facts):
                yield journal_rows.ledger_alarm(
                    "fact_differs", f"{fact.position.shoe}.{fact.position.number}"
                )


def _matches_stored_fact(fact: Fact, stored_facts: Mapping[LanePosition, str]) -> bool:
    """Return whether a stored fact equals the one that its record gives, and no extra ones precede
    it. A missing fact (cut off) has raised its alarm already.
    """
    stored_body, (previous_shoe, previous_number) = stored_facts.get(fact.position), fact.previous
    is_same = stored_body is None or stored_body == msgspec.json.encode(fact.body).decode()
    return is_same and (
        fact.position.shoe == previous_shoe
        or LanePosition(previous_shoe, previous_number + 1) not in stored_facts
    )


def _decode_record(record_row: RowMapping) -> tuple[ChainHead, Entry] | None:
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
    except (ValueError, RecursionError):
        return None


def _follows_head(record_row: RowMapping, chain_head: ChainHead, journal_identity: str) -> bool:
    """Return whether a record follows the head, through the header of its segment if it has one."""
    if record_row["header"] is None:
        return bool(record_row["previous_digest"] == chain_head.digest)
    try:
        segment_header = SegmentHeader.parse(record_row["header"])
    except JournalForeign:
        return False
    if (
        segment_header is None
        or segment_header.identity.hex() != journal_identity
        or segment_header.place.starting_head != chain_head
    ):
        return False
    return bool(record_row["previous_digest"] == sha256(segment_header.raw).digest())
