"""The far ends of the floor: a journal on a disk that grows, and an engine in memory."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine as Database

from firmware.core.table.rules import TableRules
from firmware.floor.envelope import HEAD_BYTES, Stamp
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.table_message import ReceivedMessage
from firmware.floor.places import Place, place_subject, subject_kind
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.uplink.lane_sources import FactSource, RecordSource
from firmware.floor.uplink.outbox import Outbox, OutboxIdentity, PublishMessage, ReadLastMessage
from firmware.floor.wire import (
    LaneMessage,
    RecordLine,
    Watermark,
    pack_message,
    unpack_message,
)
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Setting,
    Started,
    encode,
)
from firmware.shell.journal import DirectoryCopy, Journal, RetentionPolicy
from firmware.shell.journal.header import JournalStamp
from firmware.shell.journal.records import ChainHead, encode_record
from tests.kits.floor.enrolled import PROPERTY, House, house_of
from tests.kits.shell.journal_copies import STAMP

HOUSE = PROPERTY
TABLE = "table-7"
ENROLLED = house_of((TABLE, "table-8"))
"""The keys of the tables, and the two people who have enrolled them."""
USUAL = RetentionPolicy()
SETTING = Setting("1.0", "ab", "cd", "quebec-2007", "game", {}, TableRules())


class Disk:
    """A journal in two directories, written as a table writes it."""

    def __init__(
        self, folder: Path, policy: RetentionPolicy = USUAL, stamp: JournalStamp = STAMP
    ) -> None:
        self.copies = (folder / "first", folder / "second")
        first, second = map(DirectoryCopy, self.copies)
        self.journal = Journal.open((first, second), stamp, policy)

    def write(self, entries: Sequence[Entry]) -> None:
        """Append the entries; each is durable before the next one."""
        for entry in entries:
            self.journal.append(encode(entry))
            self.journal.commit()
            if isinstance(entry, Checked) and self.journal.should_rotate:
                self.journal.rotate(encode(Carried(SETTING, entry.table, ())))

    @property
    def identity(self) -> str:
        return self.journal._live_header.identity.hex()

    def close(self) -> None:
        self.journal.close()


def started() -> Entry:
    return Started(0, "20:00", SETTING)


class Uplink:
    """Both lanes of a table's journal, as a process has them from its start on."""

    def __init__(
        self, disk: Disk, table: str = TABLE, house: House = ENROLLED, pit: str = "main"
    ) -> None:
        whose = OutboxIdentity(place(table, pit), disk.identity, house.sender(table))
        facts = FactSource(disk.copies)
        self.fact = Outbox("fact", whose, facts)
        self.record = Outbox("record", whose, RecordSource(disk.copies, facts))
        self.lanes = (self.fact, self.record)

    def set_watermark(self, watermark: Watermark, now: float = 0.0) -> None:
        for lane in self.lanes:
            lane.set_watermark(watermark, now)


def place(table: str = TABLE, pit: str = "main") -> Place:
    return Place(HOUSE, pit, table)


def open_ledger(store: Database, house: House = ENROLLED) -> Ledger:
    """Return a ledger whose database has the house's roster."""
    roster_store = RosterStore(store, house.people_keys)
    for signed in house.roster:
        roster_store.add(signed)
    return Ledger(store, HOUSE, roster_store)


def stamp_of(octets: bytes) -> Stamp:
    return msgspec.json.decode(octets[HEAD_BYTES:].partition(b"\n")[0], type=Stamp)


def opened(octets: bytes) -> LaneMessage:
    """Return what is in an envelope of a lane."""
    payload = octets[HEAD_BYTES:].partition(b"\n")[2]
    lane = "fact" if subject_kind(stamp_of(octets).subject) == "fact" else "record"
    return unpack_message(lane, payload)


def sealed(
    message: LaneMessage, journal: str, table: str = TABLE, house: House = ENROLLED
) -> bytes:
    """Return a message as a table sends it."""
    subject = place_subject(message.lane, place(table))
    return house.sender(table).seal(subject, journal, message.last, pack_message(message))


def rechained(records: Sequence[RecordLine], at: int, payload: bytes) -> list[RecordLine]:
    """Return a journal's records from its beginning with one replaced, in a sound chain."""
    head, found = ChainHead(0, bytes.fromhex(records[0].before)), list[RecordLine]()
    for line in records:
        raw = payload if line.n == at else line.payload.encode()
        found.append(replace(line, before=head.digest.hex(), payload=raw.decode()))
        head = encode_record(raw, head, line.place)[1]
    return found


def received(octets: bytes) -> ReceivedMessage:
    """Return a message as it comes on its own subject."""
    return ReceivedMessage(stamp_of(octets).subject, octets)


class Engine:
    """A stream for each subject, whose sequence each publisher must know."""

    def __init__(self) -> None:
        self.subjects: dict[str, list[bytes]] = {}
        self.sent = 0

    def do(self, lane: Outbox, *, lost: bool = False, unheard: bool = False) -> bool:
        """Do the lane's next act: `lost` on its way, or with an answer that is; False if none."""
        act = lane.next_action()
        if act is None:
            return False
        stored = self.subjects.setdefault(act.subject, [])
        if lost:
            return True
        if isinstance(act, ReadLastMessage):
            lane.resume_after(stored[-1] if stored else None, len(stored))
        else:
            self._publish(lane, act, stored, unheard=unheard)
        return True

    def _publish(
        self, lane: Outbox, act: PublishMessage, stored: list[bytes], *, unheard: bool
    ) -> None:
        if act.expected_sequence != len(stored):
            lane.sequence_conflict()
            return
        stored.append(act.payload)
        self.sent += 1
        if not unheard:
            lane.acknowledged(len(stored))

    def drain(self, uplink: Uplink) -> None:
        """Let the uplink send all that it has."""
        while sum(self.do(lane) for lane in uplink.lanes):
            pass

    def deliver(
        self, ledger: Ledger, rng: Random | None = None, table: str = TABLE
    ) -> list[Watermark]:
        """Give the ledger every message; with `rng` shuffled, some of them twice, and several at
        once. Return what it has said.
        """
        messages = [m for name in ("fact", "record") for m in self.of(name, table)]
        if rng is None:
            return [found for m in messages if (found := take(ledger, m))]
        messages += [m for m in messages if rng.random() < 0.3]
        rng.shuffle(messages)
        said = list[Watermark]()
        while messages:
            some = rng.randint(1, 8)
            taken = ledger.store_messages([received(message) for message in messages[:some]])
            said, messages = [*said, *taken.watermarks.values()], messages[some:]
        return said

    def last_record(self, table: str = TABLE) -> int:
        """Return the number of the last record that a table has sent."""
        return stamp_of(self.of("record", table)[-1]).position.number

    def of(self, lane: str, table: str = TABLE) -> Sequence[bytes]:
        return self.subjects.get(place_subject(lane, place(table)), ())


def take(ledger: Ledger, octets: bytes) -> Watermark | None:
    """Give the ledger one message; return up to where its journal is kept, if it was taken."""
    return next(iter(ledger.store_messages([received(octets)]).watermarks.values()), None)
