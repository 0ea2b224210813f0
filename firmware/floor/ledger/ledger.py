"""The ledger stores messages in any order, and each any number of times with the same result.

    received ──read_message──> proven ──register──> of its own journal ──> rows, watermarks
                    │                      │
                    └──── set aside, with one alarm for the sender

Whatever is in a message, it ends no ledger and holds up no other message: what the database refuses
because of its content is set aside too.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError, StatementError

from firmware.floor.envelope import MessageRejected
from firmware.floor.facts import LanePosition
from firmware.floor.gaming_day import USUAL_CALENDAR, GamingCalendar
from firmware.floor.ledger.chain_check import check_journal
from firmware.floor.ledger.doubt import begin_doubt, is_credible_cut
from firmware.floor.ledger.facts_at_hand import facts_at_hand
from firmware.floor.ledger.folder_memory import FolderMemory
from firmware.floor.ledger.journal_register import JournalRegister
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.ledger.quarantine_store import store_rejected
from firmware.floor.ledger.stored_lines import store_lines
from firmware.floor.ledger.table_message import (
    ReceivedMessage,
    Row,
    TableJournal,
    TableMessage,
    read_message,
    receipt_columns,
    recent_day,
)
from firmware.floor.ledger.watermarks import LaneWatermarks
from firmware.floor.projection.edges import find_edges
from firmware.floor.projection.row_writer import FoldMemory, RowWriter
from firmware.floor.projection.takings import FindEdges
from firmware.floor.quarantine import UNREADABLE, RejectedMessage
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.store import write_transaction
from firmware.floor.wire import Watermark


class StoredBatch(NamedTuple):
    """The result of storing messages: the new watermarks of their journals, and the new alarms."""

    watermarks: Mapping[TableJournal, Watermark]
    alarms: Sequence[LedgerAlarm]


class Ledger:
    """Writes to one database. A result of `store_messages` is durable."""

    def __init__(
        self,
        database: Engine,
        house: str,
        roster_store: RosterStore,
        calendar: GamingCalendar = USUAL_CALENDAR,
        find_edges: FindEdges = find_edges,
    ) -> None:
        self.database, self.calendar, self.find_edges = database, calendar, find_edges
        self._house = house
        self._roster_store = roster_store
        self._folder_memory, self._fold_memory = FolderMemory(), FoldMemory()

    def store_messages(self, received_messages: Sequence[ReceivedMessage]) -> StoredBatch:
        """Store messages, or set them aside. Raises SQLAlchemyError if the database fails; then
        some may be stored.
        """
        self._roster_store.refresh()
        receipt = receipt_columns(self.calendar)
        read = [self._read_message(received, receipt) for received in received_messages]
        if any(_has_unknown_key(result) for result in read):
            # enrolled a moment ago? The others are not verified again: that would double the cost
            # of a batch for an attacker who slips a stranger's message into it
            self._roster_store.read()
            read = [
                self._read_message(received, receipt) if _has_unknown_key(result) else result
                for received, result in zip(received_messages, read, strict=True)
            ]
        return self._store(
            [result for result in read if isinstance(result, TableMessage)],
            [result for result in read if isinstance(result, RejectedMessage)],
        )

    def raise_alarms(self, found_alarms: Sequence[LedgerAlarm]) -> list[LedgerAlarm]:
        """Store alarms; return those that are new. Raises SQLAlchemyError."""
        with write_transaction(self.database) as connection:
            return raise_new_alarms(connection, [*found_alarms])

    def _read_message(
        self, received: ReceivedMessage, receipt: Row
    ) -> TableMessage | RejectedMessage:
        try:
            return read_message(received, self._house, self._roster_store.roster, receipt)
        except MessageRejected as rejection:
            return received.rejected(rejection.reason, rejection.sender)

    def _store(
        self, messages: Sequence[TableMessage], rejected: Sequence[RejectedMessage]
    ) -> StoredBatch:
        try:
            return self._store_together(messages, rejected)
        except Exception as error:
            if not messages or _is_database_fault(error):
                raise
        if len(messages) == 1:
            return self._store([], [*rejected, messages[0].rejected(UNREADABLE)])
        half = len(messages) // 2
        first, second = self._store(messages[:half], rejected), self._store(messages[half:], [])
        return StoredBatch(
            {**first.watermarks, **second.watermarks}, [*first.alarms, *second.alarms]
        )

    def _store_together(
        self, messages: Sequence[TableMessage], rejected: Sequence[RejectedMessage]
    ) -> StoredBatch:
        """Store messages, all of them or none."""
        self._folder_memory.begin()
        self._fold_memory.begin()
        with write_transaction(self.database) as connection:
            found_alarms, own, not_own = list[LedgerAlarm](), list[TableMessage](), [*rejected]
            register = JournalRegister(connection, messages, self._roster_store.roster)
            # by name in all ledgers, or two that begin the same journals would wait for each other
            for message in sorted(messages, key=lambda message: message.enrolment.name):
                try:
                    found_alarms += register.register(message)
                except MessageRejected as rejection:
                    not_own.append(message.rejected(rejection.reason))
                else:
                    own.append(message)
            watermarks = LaneWatermarks(connection, {message.journal for message in own})
            row_writer = RowWriter(connection, self._fold_memory, self.find_edges)
            lane_writer = _LaneWriter(connection, watermarks, self._folder_memory, row_writer)
            found_alarms += lane_writer.store(own)
            new_alarms = raise_new_alarms(connection, found_alarms)
            new_alarms += store_rejected(connection, not_own)
        self._folder_memory.commit()
        self._fold_memory.commit()
        return StoredBatch(
            {message.source: _journal_watermark(watermarks, message) for message in own},
            new_alarms,
        )


def _has_unknown_key(result: TableMessage | RejectedMessage) -> bool:
    return isinstance(result, RejectedMessage) and result.reason == "unknown_key"


def _is_database_fault(error: Exception) -> bool:
    """Return whether an error is the database's own, not due to the content of a row."""
    if isinstance(error, DataError | IntegrityError) or type(error) is StatementError:
        return False
    return isinstance(error, SQLAlchemyError)


class _LaneWriter(NamedTuple):
    """Stores the lanes of proven messages in one transaction."""

    connection: Connection
    watermarks: LaneWatermarks
    folder_memory: FolderMemory
    row_writer: RowWriter

    def store(self, messages: Sequence[TableMessage]) -> Iterator[LedgerAlarm]:
        if not messages:
            return
        stored = store_lines(self.connection, self.watermarks, messages)
        yield from stored.alarms
        for message in messages:
            if message.message.is_cut:
                yield from _cut_alarms(self.connection, message, self.folder_memory)
        since = recent_day(messages)
        for source in dict.fromkeys(message.source for message in messages):
            yield from check_journal(
                self.connection, self.watermarks, source, self.folder_memory, since
            )
        advances = self.watermarks.advances("fact")
        self.row_writer.fold_to(
            {journal: end for journal, (_before, end) in advances.items()},
            facts_at_hand(messages, stored.new_facts, advances),
        )
        self.watermarks.save()


def _cut_alarms(
    connection: Connection, message: TableMessage, folder_memory: FolderMemory
) -> Iterator[LedgerAlarm]:
    after, first = message.message.after, message.message.first
    yield message.source.alarm("cut", f"{_position_text(after)}–{_position_text(first)}")
    if not is_credible_cut(message):
        folder_memory.forget(message.journal)
        yield from begin_doubt(connection, message.source, first.number)


def _journal_watermark(watermarks: LaneWatermarks, message: TableMessage) -> Watermark:
    journal = message.journal
    return Watermark(
        journal, watermarks.watermark(journal, "fact"), watermarks.watermark(journal, "record")
    )


def _position_text(position: LanePosition) -> str:
    return f"{position.shoe}.{position.number}"
