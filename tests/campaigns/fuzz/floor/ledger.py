"""A ledger: lanes of enrolled tables, and whole journals that are sound but for one record.

Every line of the honest table must be stored as its message comes, no alarm may name it, and its
chain must hold at the end.
"""

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from sqlalchemy import Engine as Database
from sqlalchemy import func, select

from firmware.floor.facts import LanePosition
from firmware.floor.ledger.archived_days import ArchivedDays
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.ledger.table_message import ReceivedMessage
from firmware.floor.ledger.verify import verify_journals
from firmware.floor.places import place_subject
from firmware.floor.store import DOUBT_TABLE, FACT_TABLE, RECORD_TABLE
from firmware.floor.wire import LaneMessage, pack_message
from tests.campaigns.fuzz.floor.absurd_json import mutated, text_of
from tests.campaigns.fuzz.floor.hostile_senders import HostileSenders
from tests.campaigns.fuzz.floor.lane_payloads import absurd_lane_payload
from tests.campaigns.fuzz.floor.lane_recording import Recording, lane_voices, recorded
from tests.kits.floor.enrolled import House, house_of
from tests.kits.floor.far_engine import Delivery
from tests.kits.floor.stores import empty_store
from tests.kits.floor_wire import (
    open_ledger,
    opened,
    place,
    rechained,
    sealed,
    stamp_of,
)

HONEST: Final = "table-8"
HOSTILE: Final = tuple(f"hostile-{number}" for number in range(8))
WHOLE_JOURNAL: Final = 0.0005
"""How often a whole journal comes, which is some hundred messages, rather than one."""
COUNTS: Final = (-1, -5, -(2**40), 1, 7, 2**31, 2**62)


class FedLedger:
    """A ledger with its database."""

    MESSAGES_A_RUN: ClassVar = 8000
    BATCH: ClassVar = 120

    def __init__(self, chance: Random, database: Database, house: House, folder: Path) -> None:
        self._chance, self._house = chance, house
        self._database, self._ledger = database, open_ledger(database, house)
        self._recording = recorded(folder / "honest", HONEST, house)
        shuffled = [Delivery(stamp_of(one).subject, one) for one in self._recording.messages]
        # from the first on the journal is its own: others claim it in vain
        first, *others = shuffled
        chance.shuffle(others)
        self._good, self._given_lines = deque([first, *others]), 0
        self._senders = HostileSenders(
            chance,
            house,
            lane_voices(HOSTILE, self._recording),
            absurd_payload=absurd_lane_payload,
            others_journal=self._recording.journal,
        )
        self.feed(self.good())

    def hostile(self) -> Iterator[Delivery]:
        messages = self._senders.deliveries()
        while True:
            if self._chance.random() < WHOLE_JOURNAL:
                yield from self._whole_journal()
            else:
                yield next(messages)

    def good(self) -> Sequence[Delivery]:
        """Return the next messages, in no order; some of them come again among the absurd ones."""
        count = -(-len(self._recording.messages) * self.BATCH // self.MESSAGES_A_RUN)
        some = [self._good.popleft() for _ in range(min(count, len(self._good)))]
        for delivery in some:
            self._senders.note(delivery)
            self._given_lines += len(opened(delivery.octets).lines)
        return some

    def feed(self, deliveries: Sequence[object]) -> None:
        self._ledger.store_messages(
            [
                ReceivedMessage(delivery.subject, delivery.octets, self._chance.randrange(1 << 40))
                for delivery in deliveries
                if isinstance(delivery, Delivery)
            ]
        )

    def untaken(self) -> Sequence[str]:
        with self._database.connect() as connection:
            stored_lines = sum(
                connection.scalar(
                    select(func.count()).where(table.c.journal == self._recording.journal)
                )
                or 0
                for table in (FACT_TABLE, RECORD_TABLE)
            )
        if stored_lines != self._given_lines:
            return [f"{stored_lines} of {self._given_lines} lines are stored"]
        return []

    def reasons(self) -> Mapping[str, int]:
        """Return what was set aside as far as it is stored, and how many journals are in doubt."""
        rows = QuarantineStore(self._database).rejected_rows()
        with self._database.connect() as connection:
            doubted = connection.execute(select(DOUBT_TABLE.c.journal)).all()
        return Counter(row["reason"] for row in rows) + Counter({"in doubt": len(doubted)})

    def differences(self) -> Iterator[str]:
        """Store what is left of the evening; yield what is wrong with the honest table's rows."""
        self.feed(self._good)
        with self._database.connect() as connection:
            own = select(RECORD_TABLE).where(RECORD_TABLE.c.journal == self._recording.journal)
            rows = connection.execute(own.order_by(RECORD_TABLE.c.number)).mappings().all()
            named = [row for row in stored_alarms(connection) if row["table_name"] == HONEST]
        # a damaged copy of its message comes on its own subject, which only its place may use
        alarms = [row for row in named if row["kind"] != "rejected"]
        payloads = [line.payload.encode() for line in self._recording.records]
        if [row["payload"] for row in rows] != payloads:
            yield f"{len(rows)} of {len(payloads)} honest records"
        yield from (f"an alarm of the honest table: {dict(alarm)}" for alarm in alarms)
        for verified in verify_journals(self._database, ArchivedDays()):
            if verified.finding and verified.journal.identity == self._recording.journal:
                yield f"{verified.finding} at {verified.place}"

    def _whole_journal(self) -> Iterator[Delivery]:
        """Yield the facts of an evening, and its records with an absurd one in a sound chain."""
        chance, table = self._chance, self._chance.choice(HOSTILE)
        journal, records = chance.randbytes(16).hex(), self._recording.records
        at = chance.randrange(1, len(records))
        for octets in self._recording.facts:
            message = sealed(opened(octets), journal, table, self._house)
            yield Delivery(stamp_of(message).subject, message)
        lines = rechained(records, at, _absurd_record(chance, self._recording, at))
        for begin in range(0, len(lines), 50):
            some = tuple(lines[begin : begin + 50])
            message = LaneMessage("record", LanePosition(0, begin - 1), some)
            subject = place_subject("record", place(table))
            octets = self._house.sender(table).seal(
                subject, journal, message.last, pack_message(message)
            )
            yield Delivery(subject, octets)


def _absurd_record(chance: Random, recording: Recording, at: int) -> bytes:
    """Return an entry mutated; often only in what it counts, so that it still is one."""
    entry = json.loads(recording.records[at].payload)
    counts = [key for key in ("back", "since") if isinstance(entry.get(key), int)]
    if counts and chance.random() < 0.7:
        return text_of(entry | {chance.choice(counts): chance.choice(COUNTS)})
    return text_of(mutated(chance, entry))


@contextmanager
def open_fed_ledger(chance: Random, folder: Path) -> Iterator[FedLedger]:
    database = empty_store(folder / "ledger.db")
    try:
        yield FedLedger(chance, database, house_of((HONEST, *HOSTILE)), folder)
    finally:
        database.dispose()
