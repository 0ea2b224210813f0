"""Whatever a table signs: it is set aside or in doubt by itself, and what others send is stored."""

import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine as Store

from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.vocabulary.rulings import Undone
from firmware.floor.envelope import Sender
from firmware.floor.facts import FactExtractor, ImpossibleEntry, LanePosition
from firmware.floor.ledger.journal_register import MAX_JOURNALS
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.ledger_alarms import MAX_ALARMS, stored_alarms
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.ledger.table_message import ReceivedMessage
from firmware.floor.ledger.watermarks import MAX_GAPS
from firmware.floor.pit.table_reader import TableReader
from firmware.floor.places import place_subject
from firmware.floor.roster.enrolment import Enrolment, SignedEnrolment, sign_enrolment
from firmware.floor.roster.roster import Roster
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.store import (
    DOUBT_TABLE,
    FACT_TABLE,
    GAP_TABLE,
    JOURNAL_PLACE_TABLE,
    RECORD_TABLE,
    select_rows,
)
from firmware.floor.uplink.outbox import RESEND_AFTER_S
from firmware.floor.wire import (
    MAX_CUT_RECORDS,
    MAX_SHOE_RECORDS,
    FactLine,
    LaneMessage,
    RecordLine,
    pack_message,
)
from firmware.shell.history.journal_entries import Checked, Ruled, encode
from firmware.shell.journal.header import JournalStamp
from firmware.shell.trust.keys import fingerprint
from tests.kits.floor.enrolled import House, house_of
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import (
    HOUSE,
    Disk,
    Engine,
    Uplink,
    open_ledger,
    opened,
    place,
    received,
    rechained,
    sealed,
    stamp_of,
    started,
)

FOREVER = 1 << 62
JOURNAL = "ab" * 16
NEXT = LanePosition(0, 0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    engine = empty_store(tmp_path / "ledger.db")
    yield engine
    engine.dispose()


@pytest.fixture
def house() -> House:
    return house_of(("table-7", "table-8"))


@pytest.fixture
def ledger(store: Store, house: House) -> Ledger:
    return open_ledger(store, house)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    disk = Disk(tmp_path_factory.mktemp("played"))
    disk.write([started(), *open_entries("sic-bo", 200)])
    yield disk
    disk.close()


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    disk = Disk(tmp_path_factory.mktemp("brief"))
    disk.write([started(), *open_entries("sic-bo", 20)])
    yield disk
    disk.close()


def sent_by(disk: Disk, house: House, table: str = "table-7") -> list[ReceivedMessage]:
    engine = Engine()
    engine.drain(Uplink(disk, table, house))
    return [received(m) for lane in ("fact", "record") for m in engine.of(lane, table)]


def reasons(store: Store) -> list[str]:
    return [row["reason"] for row in QuarantineStore(store).rejected_rows()]


def alarms(store: Store) -> set[tuple[str, str]]:
    with store.connect() as connection:
        return {(row["kind"], row["table_name"]) for row in stored_alarms(connection)}


def signed(house: House, lane: str, text: bytes, last: LanePosition = NEXT) -> ReceivedMessage:
    """Return what a table has signed, whatever it is."""
    subject = place_subject(lane, place())
    sender = house.sender("table-7")
    return ReceivedMessage(subject, sender.seal(subject, JOURNAL, last, zlib.compress(text)))


def record_text(**changed: object) -> bytes:
    line = {"n": 0, "place": 0, "before": "00" * 32, "payload": "{}"} | changed
    return b'{"after":[0,-1]}\n' + msgspec.json.encode(line)


ABSURD = {
    "nothing": b"",
    "no line": b'{"after":[0,-1]}',
    "no head": b"{}\n{}",
    "noise": bytes(range(256)),
    "far": b'{"after":[0,-1]}\n{"at":[2305843009213693952,0],"fact":{}}',
    "negative": b'{"after":[0,-2]}\n{"at":[0,-1],"fact":{}}',
    "no number": b'{"after":[0,-1]}\n{"at":[0,NaN],"fact":{}}',
    "NaN": b'{"after":[0,-1]}\n{"at":[0,0],"fact":{"a":NaN}}',
    "very huge": b'{"after":[0,-1]}\n{"at":[0,0],"fact":{"a":' + b"9" * 9000 + b"}}",
    "deep": b'{"after":[0,-1]}\n{"at":[0,0],"fact":{"a":' + b"[" * 100_000 + b"}}",
    "deep and closed": b'{"after":[0,-1]}\n{"at":[0,0],"fact":{"a":'
    + b"[" * 50_000
    + b"]" * 50_000
    + b"}}",
    "surrogate": b'{"after":[0,-1]}\n{"at":[0,0],"fact":{"a":"\\ud800"}}',
    "octets": b'{"after":[0,-1]}\n{"at":[0,0],"fact":{"\xff":1}}',
    "list": b'{"after":[0,-1]}\n{"at":[0,0],"fact":[]}',
    "gap": b'{"after":[0,-1]}\n{"at":[0,0],"fact":{}}\n{"at":[0,2],"fact":{}}',
    "twice": b'{"after":[0,-1]}\n{"at":[0,0],"fact":{}}\n{"at":[0,0],"fact":{}}',
    "skips": b'{"after":[0,-1]}\n{"at":[0,7],"fact":{}}',
    "many": b'{"after":[0,-1]}' + b'\n{"at":[0,0],"fact":{}}' * 100_000,
    "bomb": b"\n" * (1 << 23),
}


@pytest.mark.parametrize("text", ABSURD.values(), ids=ABSURD.keys())
@pytest.mark.parametrize("lane", ["fact", "record"])
def test_unreadable_line_costs_no_other(
    store: Store, house: House, ledger: Ledger, brief: Disk, lane: str, text: bytes
) -> None:
    good = sent_by(brief, house, "table-8")
    bad = signed(house, lane, text)
    stored = ledger.store_messages([bad, *good, bad])
    assert [source.place.name for source in stored.watermarks] == ["table-8"]
    assert set(reasons(store)) == {"unreadable"}
    assert alarms(store) == {("rejected", "table-7")}
    assert ledger.store_messages([*good, bad]).alarms == []


@pytest.mark.parametrize(
    "text",
    [record_text(payload="\u0000"), record_text(payload=""), record_text(header="AAAA")],
)
def test_undecodable_record_is_stored(
    store: Store, house: House, ledger: Ledger, text: bytes
) -> None:
    assert ledger.store_messages([signed(house, "record", text)]).watermarks
    with store.connect() as connection:
        assert len(select_rows(connection, RECORD_TABLE)) == 1
    assert reasons(store) == []


@pytest.mark.parametrize(
    ("after", "first", "is_cut"),
    [
        (LanePosition(0, -1), LanePosition(MAX_SHOE_RECORDS + 1, 0), False),
        (LanePosition(0, -1), LanePosition(MAX_CUT_RECORDS + 1, 0), True),
        (LanePosition(5, 3), LanePosition(5 + MAX_SHOE_RECORDS + 1, 0), False),
    ],
)
def test_impossible_jump_is_rejected(
    store: Store,
    house: House,
    ledger: Ledger,
    after: LanePosition,
    first: LanePosition,
    is_cut: bool,
) -> None:
    message = LaneMessage("fact", after, (FactLine(first, {}),), is_cut)
    ledger.store_messages([received(sealed(message, JOURNAL, house=house))])
    assert reasons(store) == ["jump"]
    assert alarms(store) == {("rejected", "table-7")}


def test_many_gaps_dropped_harmlessly(store: Store, house: House, ledger: Ledger) -> None:
    jumps = [
        received(
            sealed(
                LaneMessage("fact", at, (FactLine(LanePosition(at.shoe, 1), {}),)),
                JOURNAL,
                house=house,
            )
        )
        for at in (LanePosition(shoe, 0) for shoe in range(1, MAX_GAPS + 10))
    ]
    for begin in range(0, len(jumps), 512):
        ledger.store_messages(jumps[begin : begin + 512])
    with store.connect() as connection:
        assert len(select_rows(connection, GAP_TABLE)) == MAX_GAPS
        assert len(select_rows(connection, FACT_TABLE)) == MAX_GAPS


IMPOSSIBLE = {
    "ruled": Ruled((), -5),
    "undone": Ruled((Undone("x", -3),)),
    "checked": Checked(INITIAL_CHECKPOINT, -1),
}


@pytest.mark.parametrize("entry", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_backward_entry_has_its_own_error(entry: Any) -> None:
    with pytest.raises(ImpossibleEntry):
        FactExtractor().extract(0, entry)


@pytest.mark.parametrize("entry", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_only_one_table_is_in_doubt(
    store: Store, house: House, ledger: Ledger, played: Disk, entry: Any
) -> None:
    mine, others = sent_by(played, house), sent_by(played, house, "table-8")
    others = [received(sealed(opened(m.octets), "88" * 16, "table-8", house)) for m in others]
    facts = [m for m in mine if ".fact." in m.subject]
    found = [line for m in mine for line in opened(m.octets).lines]
    lines = rechained([line for line in found if isinstance(line, RecordLine)], 12, encode(entry))
    records = [
        received(
            sealed(
                LaneMessage("record", LanePosition(0, line.n - 1), (line,)),
                stamp_of(mine[0].octets).journal,
                house=house,
            )
        )
        for line in lines
    ]
    ledger.store_messages([*facts, *records[:30], *others[:1]])
    assert alarms(store) == {("in_doubt", "table-7")}
    stored = ledger.store_messages([*records[30:], *others[1:]])
    last = {source.place.name: mark.record.number for source, mark in stored.watermarks.items()}
    assert last == {"table-7": lines[-1].n, "table-8": lines[-1].n}
    with store.connect() as connection:
        (doubt,) = select_rows(connection, DOUBT_TABLE)
    assert (doubt["journal"], doubt["number"]) == (played.identity, 12)
    assert alarms(store) == {("in_doubt", "table-7")}


def test_cut_within_a_segment_is_in_doubt(
    store: Store, house: House, ledger: Ledger, played: Disk
) -> None:
    records = [m for m in sent_by(played, house) if ".record." in m.subject]
    found = opened(records[0].octets)
    cut = found._replace(lines=found.lines[9:], is_cut=True)
    ledger.store_messages([received(sealed(cut, played.identity, house=house))])
    assert alarms(store) == {("cut", "table-7"), ("in_doubt", "table-7")}


@pytest.mark.parametrize("state", ["enrolled", "retired"])
def test_journal_of_other_device_is_not_claimed(
    store: Store, house: House, tmp_path: Path, state: str
) -> None:
    device = "dd" * 32
    house.enrol("table-7", device=device, state=state)
    whose = fingerprint(bytes.fromhex(device))
    disk = Disk(tmp_path, stamp=JournalStamp("sim", "1.0", "", "", "sic-bo", whose))
    disk.write([started(), *open_entries("sic-bo", 20)])
    messages, ledger = sent_by(disk, house), open_ledger(store, house)
    claimed = [sealed(opened(m.octets), disk.identity, "table-8", house) for m in messages]
    taken = ledger.store_messages([*map(received, claimed)]).watermarks
    if state == "retired":  # its disks may be in another device since
        assert {source.place.name for source in taken} == {"table-8"}
    else:
        assert taken == {}
        assert set(reasons(store)) == {"other_journal"}
        (source,) = ledger.store_messages(messages).watermarks
        assert (source.place.name, source.journal) == ("table-7", disk.identity)
    disk.close()


def test_journal_follows_its_device(store: Store, house: House, played: Disk) -> None:
    device = "dd" * 32
    house.enrol("table-7", device=device)
    messages = sent_by(played, house)
    ledger = open_ledger(store, house)
    ledger.store_messages(messages)
    reader = TableReader(store)
    reader.read_new(0)
    (before,) = reader.tables()
    assert before.table_name == "table-7"
    stolen = [sealed(opened(m.octets), played.identity, "table-8", house) for m in messages]
    assert ledger.store_messages([*map(received, stolen)]).watermarks == {}
    assert set(reasons(store)) == {"other_journal"}
    house.enrol("north-1", pit="north", device=device, since_ms=5, position="first row")
    engine = Engine()
    ledger = open_ledger(store, house)
    engine.drain(Uplink(played, "north-1", house, pit="north"))
    moved = [received(octets) for found in engine.subjects.values() for octets in found]
    (source,) = ledger.store_messages(moved).watermarks
    assert source.place == (HOUSE, "north", "north-1")
    with store.connect() as connection:
        places = select_rows(connection, JOURNAL_PLACE_TABLE)
        assert len(select_rows(connection, RECORD_TABLE)) == len(
            [line for m in messages if ".record." in m.subject for line in opened(m.octets).lines]
        )
    assert [(row["name"], row["position"]) for row in places] == [
        ("table-7", ""),
        ("north-1", "first row"),
    ]
    reader.read_new(0)
    (after,) = reader.tables()
    assert after == before._replace(table_name="north-1")
    # what is still under way from the old name is taken, and moves nothing back
    assert ledger.store_messages(messages).watermarks
    with store.connect() as connection:
        assert len(select_rows(connection, JOURNAL_PLACE_TABLE)) == 2


def test_renamed_key_takes_its_journals(store: Store, house: House, played: Disk) -> None:
    messages = sent_by(played, house)
    open_ledger(store, house).store_messages(messages)
    renamed = replace(house.signed("table-7").enrolment, name="table-17")
    house.roster.admit(sign_enrolment(SignedEnrolment(renamed), *house.people))
    sender = Sender("table-17", house.key("table-7"))
    subject = place_subject("fact", place("table-17"))
    found = opened(messages[0].octets)
    octets = sender.seal(subject, played.identity, found.last, pack_message(found))
    (source,) = open_ledger(store, house).store_messages([received(octets)]).watermarks
    assert source.place.name == "table-17"
    assert alarms(store) == set()


def test_number_of_new_journals_bounded(
    store: Store, house: House, ledger: Ledger, played: Disk
) -> None:
    first = opened(sent_by(played, house)[0].octets)
    ledger.store_messages(
        [
            received(sealed(first, f"{number:032x}", house=house))
            for number in range(MAX_JOURNALS + 3)
        ]
    )
    assert reasons(store) == ["many_journals"] * 3


def test_late_enrolment_loses_nothing(store: Store, house: House, played: Disk) -> None:
    ledger = Ledger(store, HOUSE, RosterStore(store, house.people_keys))
    uplink, engine = Uplink(played, "table-7", house), Engine()
    engine.drain(uplink)
    sent = len(engine.of("fact"))
    first = [received(m) for lane in ("fact", "record") for m in engine.of(lane)]
    assert ledger.store_messages(first).watermarks == {}
    assert set(reasons(store)) == {"unknown_key"}
    assert alarms(store) == {("rejected", "table-7")}
    roster_store = RosterStore(store, house.people_keys)
    for signed_enrolment in house.roster:
        roster_store.add(signed_enrolment)
    for lane in uplink.lanes:
        lane.check_progress(0.0)
        lane.check_progress(RESEND_AFTER_S)
    engine.drain(uplink)
    again = [received(m) for lane in ("fact", "record") for m in engine.of(lane)[sent:]]
    (mark,) = ledger.store_messages(again).watermarks.values()
    assert mark.fact == stamp_of(engine.of("fact")[-1]).position
    assert mark.record == stamp_of(engine.of("record")[-1]).position


def test_number_of_alarms_is_bounded(store: Store, house: House, ledger: Ledger) -> None:
    for number in range(0, 2 * MAX_ALARMS, 50):
        cuts = [
            LaneMessage("fact", LanePosition(0, -1), (FactLine(LanePosition(shoe, 3), {}),), True)
            for shoe in range(number, number + 50)
        ]
        ledger.store_messages([received(sealed(cut, JOURNAL, house=house)) for cut in cuts])
    with store.connect() as connection:
        assert [row["kind"] for row in stored_alarms(connection)] == ["cut"] * MAX_ALARMS


class CountedRoster(Roster):
    """Counts how often each key is looked up."""

    def __init__(self, people: frozenset[str]) -> None:
        self.lookups = Counter[str]()
        super().__init__(people)

    def enrolment(self, key: str) -> Enrolment | None:
        self.lookups[key] += 1
        return super().enrolment(key)


def test_stranger_has_no_batch_verified_again(store: Store, house: House) -> None:
    ledger, roster_store = open_ledger(store, house), RosterStore(store, house.people_keys)
    roster = roster_store.roster = CountedRoster(house.people_keys)
    roster_store.read()
    subject = place_subject("fact", place())
    senders = house.sender("table-7"), House().sender("table-7")
    batch = [
        ReceivedMessage(subject, sender.seal(subject, JOURNAL, NEXT, b"")) for sender in senders
    ]
    Ledger(ledger.database, HOUSE, roster_store).store_messages(batch)
    assert [roster.lookups[sender.public_key.hex()] for sender in senders] == [1, 2]
