"""The ledger: nothing lost or counted twice in whatever order it comes, and alarms for the rest."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine as Store

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.ledger_alarms import ALARM_KEYS, LedgerAlarm, stored_alarms
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.ledger.table_message import ReceivedMessage
from firmware.floor.places import Place, place_subject
from firmware.floor.store import (
    FACT_TABLE,
    RECORD_TABLE,
    select_rows,
)
from firmware.floor.wire import (
    FactLine,
    RecordLine,
    Watermark,
    pack_message,
)
from firmware.shell.history.journal_entries import Entry
from firmware.shell.journal import RetentionPolicy
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.examples import examples
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import (
    ENROLLED,
    TABLE,
    Disk,
    Engine,
    Uplink,
    open_ledger,
    opened,
    place,
    received,
    sealed,
    stamp_of,
    started,
    take,
)


def evening() -> list[Entry]:
    return [started(), *open_entries("sic-bo", 600)]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    """A journal that is written, and only read from then on."""
    disk = Disk(tmp_path_factory.mktemp("table"), RetentionPolicy(1 << 15))
    disk.write(evening())
    yield disk
    disk.close()


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return open_ledger(store)


@pytest.fixture(scope="module")
def drained(disk: Disk) -> Engine:
    engine = Engine()
    engine.drain(Uplink(disk))
    return engine


@pytest.fixture
def sent(drained: Engine) -> Engine:
    """What a table has sent; a test may alter it."""
    engine = Engine()
    engine.subjects = {name: [*found] for name, found in drained.subjects.items()}
    return engine


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """What a table sends while it plays: many small messages."""
    disk, engine = Disk(tmp_path_factory.mktemp("slow")), Engine()
    uplink = Uplink(disk)
    for at in range(0, 600, 20):
        disk.write(evening()[at : at + 20])
        engine.drain(uplink)
    disk.close()
    return engine


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """What a table sends whose journal is full, and has let go its first records."""
    disk, engine = (
        Disk(tmp_path_factory.mktemp("small"), RetentionPolicy(1 << 15, 4 << 20)),
        Engine(),
    )
    disk.write(evening() * 4)
    engine.drain(Uplink(disk))
    disk.close()
    return engine


def kinds(store: Store) -> list[str]:
    with store.connect() as connection:
        return [row["kind"] for row in stored_alarms(connection)]


def reasons(store: Store) -> list[str]:
    return [row["reason"] for row in QuarantineStore(store).rejected_rows()]


def held(store: Store) -> tuple[list[LanePosition], list[int]]:
    """Return the places of all facts and the numbers of all records."""
    with store.connect() as connection:
        facts, records = select_rows(connection, FACT_TABLE), select_rows(connection, RECORD_TABLE)
    places = [LanePosition(row["shoe"], row["number"]) for row in facts]
    return places, [row["number"] for row in records]


def lines(engine: Engine, lane: str) -> list[Any]:
    return [line for message in engine.of(lane) for line in opened(message).lines]


def take_together(ledger: Ledger, engine: Engine) -> Watermark:
    """Give the ledger all messages at once; return what it says of the one journal."""
    every = [received(message) for lane in ("fact", "record") for message in engine.of(lane)]
    (watermark,) = ledger.store_messages(every).watermarks.values()
    return watermark


def altered(octets: bytes, at: int, **changed: Any) -> bytes:
    """Return a message with one line changed."""
    found = opened(octets)
    changed_line = replace(found.lines[at], **changed)
    lines = (*found.lines[:at], changed_line, *found.lines[at + 1 :])
    return sealed(found._replace(lines=lines), stamp_of(octets).journal)


@pytest.mark.parametrize("seed", range(examples(2, 6)))
def test_each_line_is_stored_once(
    store: Store, ledger: Ledger, sent: Engine, disk: Disk, seed: int
) -> None:
    sent.deliver(ledger, Random(seed))
    facts, records = held(store)
    assert facts == [line.at for line in lines(sent, "fact")]
    assert records == [line.n for line in lines(sent, "record")]
    assert kinds(store) == []
    last = sent.deliver(ledger)[-1]
    assert (last.journal, last.fact) == (disk.identity, facts[-1])
    assert last.record == LanePosition(0, records[-1])


def test_shared_ledgers_store_everything(store: Store, slow: Engine) -> None:
    messages = [m for lane in ("fact", "record") for m in slow.of(lane)]
    sent = [received(each) for m in messages for each in (m, of_other_table(m))]
    last = lines(slow, "fact")[-1].at
    for seed in range(examples(1, 3)):
        Random(seed).shuffle(sent)
        batches = [sent[at : at + 5] for at in range(0, len(sent), 5)]
        with ThreadPoolExecutor(3) as ledgers:
            taken = list(ledgers.map(open_ledger(store).store_messages, batches))
        said = [watermark for each in taken for watermark in each.watermarks.items()]
        for table in (TABLE, "table-8"):
            assert max(watermark.fact for of, watermark in said if of.place.name == table) == last
    assert held(store)[0] == 2 * [line.at for line in lines(slow, "fact")]
    assert kinds(store) == []


def test_watermark_stops_before_a_gap(ledger: Ledger, slow: Engine) -> None:
    first, second, third = slow.of("fact")[:3]
    ends = [_fact_watermark(ledger, message) for message in (third, first, second)]
    assert ends == [
        LANE_START,
        opened(first).last,
        opened(third).last,
    ]


def _fact_watermark(ledger: Ledger, octets: bytes) -> LanePosition:
    watermark = take(ledger, octets)
    assert watermark
    return watermark.fact


def test_tables_in_one_batch_are_separate(store: Store, ledger: Ledger, slow: Engine) -> None:
    messages = [m for lane in ("fact", "record") for m in slow.of(lane)]
    sent = [received(m) for m in (*messages, *map(of_other_table, messages[1:]))]
    Random(1).shuffle(sent)
    watermark = {
        source.place.name: watermark
        for source, watermark in ledger.store_messages(sent).watermarks.items()
    }
    last = lines(slow, "fact")[-1].at, lines(slow, "record")[-1].at
    assert [(one.fact, one.record) for one in (watermark[TABLE], watermark["table-8"])] == [
        last,
        (LANE_START, last[1]),
    ]
    whole = take(ledger, of_other_table(messages[0]))
    assert whole
    assert (whole.fact, whole.record) == last
    assert kinds(store) == []


def of_other_table(octets: bytes) -> bytes:
    """Return the same lines as another table sends them, of a journal of its own."""
    return sealed(opened(octets), "88" * 16, "table-8")


def test_emptied_ledger_gets_everything(
    tmp_path: Path, disk: Disk, sent: Engine, ledger: Ledger
) -> None:
    sent.deliver(ledger)
    empty = empty_store(tmp_path / "empty.db")
    uplink, engine, again = Uplink(disk), Engine(), open_ledger(empty)
    engine.subjects = {name: found[-1:] for name, found in sent.subjects.items()}
    engine.drain(uplink)
    for watermark in engine.deliver(again):
        uplink.set_watermark(watermark, now=0.0)
    for lane in uplink.lanes:
        lane.check_progress(60.0)
    engine.drain(uplink)
    engine.deliver(again)
    assert held(empty)[0] == [line.at for line in lines(sent, "fact")]
    assert held(empty)[1] == [line.n for line in lines(sent, "record")]
    empty.dispose()


def test_fact_unlike_its_record_is_an_alarm(store: Store, ledger: Ledger, sent: Engine) -> None:
    first = sent.of("fact")[0]
    at = next(n for n, line in enumerate(opened(first).lines) if "RoundOpened" in str(line))
    line = opened(first).lines[at]
    assert isinstance(line, FactLine)
    sent.subjects[place_subject("fact", place())][0] = altered(
        first, at, fact={"RoundOpened": {"round": 99}}
    )
    sent.deliver(ledger)
    assert kinds(store) == ["fact_differs"]


def test_altered_record_breaks_the_chain(store: Store, ledger: Ledger, sent: Engine) -> None:
    messages = sent.subjects[place_subject("record", place())]
    line = opened(messages[0]).lines[20]
    assert isinstance(line, RecordLine)
    messages[0] = altered(messages[0], 20, payload=line.payload.replace("20:", "21:", 1))
    sent.deliver(ledger)
    assert "chain_broken" in kinds(store)


def test_foreign_record_breaks_the_chain(store: Store, ledger: Ledger, sent: Engine) -> None:
    messages = sent.subjects[place_subject("record", place())]
    messages[0] = altered(messages[0], 20, payload='{"type":"unheard"}')
    watermark = take_together(ledger, sent)
    assert set(kinds(store)) == {"chain_broken"}
    assert watermark.record == lines(sent, "record")[-1].at


WRONG = ({"before": "zz"}, {"place": -1}, {"place": 1 << 40}, {"n": 1 << 70})


def test_impossible_lines_refused_alone(store: Store, ledger: Ledger, sent: Engine) -> None:
    last = lines(sent, "fact")[-1].at, lines(sent, "record")[-1].at
    messages = sent.subjects[place_subject("record", place())]
    messages += [altered(messages[0], 20, **wrong) for wrong in WRONG]
    watermark = take_together(ledger, sent)
    assert reasons(store) == ["unreadable"] * len(WRONG)
    assert kinds(store) == ["rejected"]
    assert (watermark.fact, watermark.record) == last
    assert len(held(store)[1]) == last[1].number + 1


@pytest.mark.parametrize("lane", ["fact", "record"])
def test_different_repetition_is_an_alarm(
    store: Store, ledger: Ledger, sent: Engine, lane: str
) -> None:
    sent.deliver(ledger)
    before = held(store)
    changed = {"fact": {"Refused": {}}} if lane == "fact" else {"payload": "{}"}
    take(ledger, altered(sent.of(lane)[0], 3, **changed))
    assert kinds(store) == ["altered"]
    assert held(store) == before


def test_foreign_house_or_name_not_stored(
    store: Store, ledger: Ledger, disk: Disk, sent: Engine
) -> None:
    first = sent.of("fact")[0]
    ENROLLED.enrol("table-laval", property_name="laval")
    elsewhere = Place("laval", "main", "table-laval")
    other_subject = place_subject("fact", elsewhere)
    found = opened(first)
    foreign = ENROLLED.sender("table-laval").seal(
        other_subject, "77" * 16, found.last, pack_message(found)
    )
    short = ENROLLED.sender(TABLE).seal(
        stamp_of(first).subject, disk.identity, found.first, pack_message(found)
    )
    ledger = open_ledger(store)
    ledger.store_messages(
        [
            ReceivedMessage(other_subject, foreign, 1),
            ReceivedMessage(place_subject("fact", place("table-8")), first, 2),
            ReceivedMessage(stamp_of(first).subject, b"\x00garbage", 3),
            ReceivedMessage(stamp_of(first).subject, short, 4),
            ReceivedMessage(place_subject("seen", place()), first, 5),
        ]
    )
    assert reasons(store) == [
        *("other_house", "other_subject", "unsigned", "other_position", "other_subject")
    ]
    assert set(kinds(store)) == {"rejected"}
    assert held(store) == ([], [])


def test_new_journal_is_a_new_series(
    tmp_path: Path, store: Store, ledger: Ledger, sent: Engine
) -> None:
    sent.deliver(ledger)
    fresh, engine = Disk(tmp_path / "fresh"), Engine()
    fresh.write(evening()[:100])
    engine.drain(Uplink(fresh))
    fresh.close()
    engine.deliver(ledger)
    assert kinds(store) == ["new_journal"]
    take(ledger, sent.of("fact")[0])
    assert kinds(store) == ["new_journal", "two_journals"]


def test_two_journals_known_in_their_order(store: Store, ledger: Ledger, sent: Engine) -> None:
    first = sent.of("fact")[0]
    second = sealed(opened(first), "00" * 16)
    ledger.store_messages([received(first), received(second)])
    take(ledger, second)
    assert kinds(store) == ["new_journal"]


def test_journal_put_back_is_noticed(tmp_path: Path, store: Store, ledger: Ledger) -> None:
    image, engine = Disk(tmp_path / "image"), Engine()
    image.write(evening()[:100])
    image.close()
    for folder in ("before", "now"):
        for copy in ("first", "second"):
            target = tmp_path / folder / copy
            target.mkdir(parents=True)
            for file in (tmp_path / "image" / copy).iterdir():
                (target / file.name).write_bytes(file.read_bytes())
    before = Disk(tmp_path / "before")
    before.write(evening()[100:300])
    engine.drain(Uplink(before))
    before.close()
    now = Disk(tmp_path / "now")
    now.write([started(), *evening()[100:400]])
    engine.drain(Uplink(now))
    now.close()
    engine.deliver(ledger)
    assert {"chain_broken", "fact_differs"} <= set(kinds(store))


def test_gap_is_an_alarm(cut: Engine, store: Store, ledger: Ledger) -> None:
    watermark = cut.deliver(ledger)[-1]
    assert set(kinds(store)) == {"cut"}
    assert watermark.fact == lines(cut, "fact")[-1].at
    assert watermark.record == lines(cut, "record")[-1].at


@pytest.mark.parametrize("language", languages_with("floor"))
def test_every_alarm_has_words(language: str) -> None:
    words = Words.load(language)
    said = {
        words.render(LedgerAlarm(kind, TABLE, "ab" * 16, "17.3").log_text) for kind in ALARM_KEYS
    }
    assert len(said) == len(ALARM_KEYS)
    assert all(TABLE in one for one in said)
