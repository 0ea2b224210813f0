"""Checks the records that the ledger has against their chain and against the facts of them."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, RowMapping, select

from firmware.floor.facts import Fact, FactExtractor, LanePosition
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.ledger.watermarks import JournalKey, LaneWatermarks
from firmware.floor.store import FACT_TABLE, RECORD_TABLE
from firmware.shell.history.records import Entry, decode
from firmware.shell.journal import ChainHead, JournalForeign
from firmware.shell.journal.header import SegmentHeader
from firmware.shell.journal.records import encode_record

CHECKED_LANE: Final = "checked"
"""The lane of what is checked: its last record, and as its shoe the record from which the next
check reads. It reads two shoes again, since facts that begin within a journal are told from the
second shoe on.
"""


def check_journal(
    connection: Connection, watermarks: LaneWatermarks, journal_key: JournalKey
) -> Iterator[LedgerAlarm]:
    """Check the records that were not checked yet, as far as all their facts are kept: those before
    the newest shoe of which there is a fact.
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
    """One journal in the database."""

    connection: Connection
    journal_key: JournalKey

    def record_rows(self, first_number: int, last_number: int) -> Iterator[RowMapping]:
        statement = select(RECORD_TABLE).where(
            *self._own_rows(RECORD_TABLE.c),
            RECORD_TABLE.c.number.between(first_number, last_number),
        )
        yield from self.connection.execute(statement.order_by(RECORD_TABLE.c.number)).mappings()

    def fact_bodies(self, first_shoe: int) -> dict[LanePosition, str]:
        """Return the facts from a shoe on."""
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
    """Return whether a fact is the one that its record gives, with none too many before it. One
    that was cut off is an alarm already.
    """
    stored_body, (previous_shoe, previous_number) = stored_facts.get(fact.position), fact.previous
    is_same = stored_body is None or stored_body == msgspec.json.encode(fact.body).decode()
    return is_same and (
        fact.position.shoe == previous_shoe
        or LanePosition(previous_shoe, previous_number + 1) not in stored_facts
    )


def _decode_record(record_row: RowMapping) -> tuple[ChainHead, Entry] | None:
    """Return the head of the chain with a record, and its entry; None if no journal holds it."""
    try:
        _, chain_head = encode_record(
            record_row["payload"],
            ChainHead(record_row["number"], record_row["before"]),
            record_row["place"],
        )
        return chain_head, decode(record_row["payload"])
    except (ValueError, RecursionError):
        return None


def _follows_head(record_row: RowMapping, chain_head: ChainHead, journal_identity: str) -> bool:
    """Return whether a record follows the head, through the header of its segment if it has one."""
    if record_row["header"] is None:
        return bool(record_row["before"] == chain_head.digest)
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
    return bool(record_row["before"] == sha256(segment_header.raw).digest())
