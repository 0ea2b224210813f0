"""The lanes: every line once and in order, whatever the engine loses and whenever it is begun."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from firmware.core.vocabulary.cards import PACK
from firmware.core.vocabulary.events import CardRead
from firmware.floor.facts import START, Place
from firmware.floor.uplink.outbox import PATIENCE_S, AskLast, Publish
from firmware.floor.wire import MOST_LINES, MOST_OCTETS, Kept, RecordLine, unpack
from firmware.shell.history.records import Entry, Happened
from firmware.shell.journal import Policy
from tests.kits.floor_kit import entries, open_entries
from tests.kits.floor_wire import HOUSE, Disk, Engine, Uplink, started


def evening() -> list[Entry]:
    return [started(), *open_entries("sic-bo", 600)]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    disk = Disk(tmp_path, Policy(1 << 15))
    yield disk
    disk.close()


def places(messages: Sequence[bytes]) -> list[Place]:
    return [line.at for message in messages for line in unpack(message).lines]


def released(engine: Engine) -> int:
    return places(engine.of("fact"))[-1].shoe


def test_all_is_sent_once_and_in_order_through_any_loss_and_restart(disk: Disk) -> None:
    rng, engine = Random(1), Engine()
    disk.write(evening()[:50])
    uplink, at = Uplink(disk), 50
    while at < len(evening()):
        disk.write(evening()[at : at + 20])
        at += 20
        for _ in range(rng.randrange(12)):
            chance = rng.random()
            engine.do(rng.choice(uplink.lanes), lost=chance < 0.2, unheard=chance > 0.7)
        if rng.random() < 0.3:
            uplink = Uplink(disk)
    engine.drain(uplink)
    plain = Engine()
    plain.drain(Uplink(disk))
    assert places(engine.of("fact")) == places(plain.of("fact"))
    assert places(engine.of("record")) == [Place(0, n) for n in range(released(engine))]
    assert engine.sent > plain.sent


def test_a_message_holds_no_more_than_was_agreed(disk: Disk) -> None:
    disk.write(evening())
    engine = Engine()
    engine.drain(Uplink(disk))
    for message in (*engine.of("fact"), *engine.of("record")):
        top, lines = unpack(message)
        assert 1 <= len(lines) <= MOST_LINES
        assert len(message) < MOST_OCTETS
        assert not top.cut
        assert top.house == HOUSE


def test_without_an_answer_the_same_octets_are_sent_again(disk: Disk) -> None:
    disk.write(evening()[:30])
    lane, engine = Uplink(disk).fact, Engine()
    engine.do(lane)
    first = lane.next()
    disk.write(evening()[30:60])
    assert lane.next() == first
    assert isinstance(first, Publish)


def test_after_a_wrong_sequence_the_lane_asks_where_it_is(disk: Disk) -> None:
    disk.write(evening()[:30])
    lane, engine = Uplink(disk).fact, Engine()
    engine.do(lane)
    engine.do(lane, unheard=True)
    engine.do(lane)
    assert isinstance(lane.next(), AskLast)
    engine.do(lane)
    assert lane.next() is None


def test_the_lane_goes_back_to_what_is_kept_if_that_stands_still(disk: Disk) -> None:
    disk.write(evening()[:200])
    uplink, engine = Uplink(disk), Engine()
    engine.drain(uplink)
    sent = places(engine.of("fact"))
    uplink.kept(Kept(disk.identity, sent[9], START), now=100.0)
    uplink.fact.waited(100.0 + PATIENCE_S - 1)
    assert uplink.fact.next() is None
    uplink.fact.waited(100.0 + PATIENCE_S)
    engine.drain(uplink)
    assert places(engine.of("fact")) == sent + sent[10:]


def test_what_the_engine_has_lost_of_its_end_is_sent_again(disk: Disk) -> None:
    disk.write(evening()[:200])
    uplink, engine = Uplink(disk), Engine()
    engine.drain(uplink)
    before = places(engine.of("record"))
    disk.write(evening()[200:])
    engine.drain(uplink)
    whole = places(engine.of("record"))
    lost = engine.subjects[uplink.record.subject]
    while len(places(lost)) > len(before):
        lost.pop()
    engine.drain(Uplink(disk))
    assert places(engine.of("record")) == whole


def test_records_that_the_journal_has_not_kept_are_said_to_be_cut(tmp_path: Path) -> None:
    disk = Disk(tmp_path, Policy(1 << 15, 4 << 20))
    disk.write(evening() * 4)
    engine = Engine()
    engine.drain(Uplink(disk))
    disk.close()
    for lane in ("fact", "record"):
        tops = [unpack(message).top for message in engine.of(lane)]
        assert [top.cut for top in tops] == [True] + [False] * (len(tops) - 1)
        assert tops[0].after == START < tops[0].first


def test_the_records_are_sent_octet_for_octet(disk: Disk) -> None:
    disk.write(evening())
    engine = Engine()
    engine.drain(Uplink(disk))
    lines = [line for message in engine.of("record") for line in unpack(message).lines]
    for before, line in pairwise(lines):
        assert isinstance(line, RecordLine)
        assert isinstance(before, RecordLine)
        if line.header is None:
            assert line.before == before.head.digest.hex()
        else:
            assert line.before == (line.link or b"").hex()


def test_no_record_leaves_a_table_of_tagged_cards_from_the_first_tag_on(disk: Disk) -> None:
    tagged = [
        Happened(0, "20:00", CardRead(PACK[0], tag="04a1"))
        if isinstance(entry, Happened) and isinstance(entry.event, CardRead)
        else entry
        for entry in entries("baccarat", 0, 900)
    ]
    first = next(
        n for n, e in enumerate(tagged) if isinstance(e, Happened) and "tag" in str(e.event)
    )
    disk.write(tagged)
    engine = Engine()
    engine.drain(Uplink(disk))
    assert released(engine) > first
    sent = places(engine.of("record"))
    assert all(place.number < first for place in sent)
