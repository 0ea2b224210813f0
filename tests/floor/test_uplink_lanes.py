"""The lanes: every line once and in order, whatever the engine loses and whenever it is begun."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import CardRead
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.uplink.outbox import RESEND_AFTER_S, PublishMessage, ReadLastMessage
from firmware.floor.wire import (
    MAX_MESSAGE_LINES,
    MAX_MESSAGE_OCTETS,
    FactLine,
    RecordLine,
    Watermark,
    pack_message,
)
from firmware.shell.history.journal_entries import Entry, Happened
from firmware.shell.journal import RetentionPolicy
from tests.kits.floor_kit import entries, open_entries
from tests.kits.floor_wire import ENROLLED, Disk, Engine, Uplink, opened, sealed, started


def evening() -> list[Entry]:
    return [started(), *open_entries("sic-bo", 600)]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    disk = Disk(tmp_path, RetentionPolicy(1 << 15))
    yield disk
    disk.close()


def places(messages: Sequence[bytes]) -> list[LanePosition]:
    return [line.at for message in messages for line in opened(message).lines]


def released(engine: Engine) -> int:
    return places(engine.of("fact"))[-1].shoe


@pytest.mark.clause("AGCO 6.1.4")
def test_loss_and_restart_lose_nothing(disk: Disk) -> None:
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
    assert places(engine.of("record")) == [LanePosition(0, n) for n in range(released(engine))]
    assert engine.sent > plain.sent


def test_message_stays_within_limits(disk: Disk) -> None:
    disk.write(evening())
    engine = Engine()
    engine.drain(Uplink(disk))
    for message in (*engine.of("fact"), *engine.of("record")):
        found = opened(message)
        assert 1 <= len(found.lines) <= MAX_MESSAGE_LINES
        assert len(message) < MAX_MESSAGE_OCTETS
        assert not found.is_cut


def test_unanswered_octets_sent_again(disk: Disk) -> None:
    disk.write(evening()[:30])
    lane, engine = Uplink(disk).fact, Engine()
    engine.do(lane)
    first = lane.next_action()
    disk.write(evening()[30:60])
    assert lane.next_action() == first
    assert isinstance(first, PublishMessage)


def test_wrong_sequence_queries_position(disk: Disk) -> None:
    disk.write(evening()[:30])
    lane, engine = Uplink(disk).fact, Engine()
    engine.do(lane)
    engine.do(lane, unheard=True)
    engine.do(lane)
    assert isinstance(lane.next_action(), ReadLastMessage)
    engine.do(lane)
    assert lane.next_action() is None


def test_stalled_watermark_resends(disk: Disk) -> None:
    disk.write(evening()[:200])
    uplink, engine = Uplink(disk), Engine()
    engine.drain(uplink)
    sent = places(engine.of("fact"))
    uplink.set_watermark(Watermark(disk.identity, sent[9], LANE_START), now=100.0)
    uplink.fact.check_progress(100.0 + RESEND_AFTER_S - 1)
    assert uplink.fact.next_action() is None
    uplink.fact.check_progress(100.0 + RESEND_AFTER_S)
    engine.drain(uplink)
    assert places(engine.of("fact")) == sent + sent[10:]


def test_lost_end_is_sent_again(disk: Disk) -> None:
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


def test_retired_records_marked_as_cut(tmp_path: Path) -> None:
    disk = Disk(tmp_path, RetentionPolicy(1 << 15, 4 << 20))
    disk.write(evening() * 4)
    engine = Engine()
    engine.drain(Uplink(disk))
    disk.close()
    for lane in ("fact", "record"):
        found = [opened(message) for message in engine.of(lane)]
        assert [each.is_cut for each in found] == [True] + [False] * (len(found) - 1)
        assert found[0].after == LANE_START < found[0].first


def test_records_sent_octet_for_octet(disk: Disk) -> None:
    disk.write(evening())
    engine = Engine()
    engine.drain(Uplink(disk))
    lines = [line for message in engine.of("record") for line in opened(message).lines]
    for before, line in pairwise(lines):
        assert isinstance(line, RecordLine)
        assert isinstance(before, RecordLine)
        if line.header is None:
            assert line.before == before.chain_head.digest.hex()
        else:
            assert line.before == (line.header_digest or b"").hex()


def test_no_record_leaves_a_tagged_table(disk: Disk) -> None:
    tagged = [
        Happened(0, "20:00", CardRead(FULL_PACK[0], tag="04a1"))
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


def test_resumes_after_own_message(disk: Disk) -> None:
    disk.write(evening()[:200])
    engine = Engine()
    engine.drain(Uplink(disk))
    sent, subject = places(engine.of("fact")), Uplink(disk).fact.subject
    own = opened(engine.of("fact")[-1])
    far = own._replace(lines=(FactLine(LanePosition(1 << 39, 0), {}),))
    others = Disk(disk.copies[0].parent / "other")
    others.close()
    for foreign in (
        b"noise",
        ENROLLED.sender("table-8").seal(subject, disk.identity, far.last, pack_message(far)),
        sealed(far, others.identity),
    ):
        engine.subjects[subject] = [foreign]
        lane = Uplink(disk).fact
        engine.do(lane)
        assert lane.position == LANE_START
        engine.do(lane)
        assert places(engine.of("fact")[1:])[0] == sent[0]


def test_watermark_beyond_sent_refused(disk: Disk) -> None:
    disk.write(evening()[:200])
    uplink, engine = Uplink(disk), Engine()
    engine.drain(uplink)
    last = places(engine.of("fact"))[-1]
    beyond = LanePosition(last.shoe, last.number + 1)
    assert not uplink.fact.set_watermark(Watermark(disk.identity, beyond), 0.0)
    assert uplink.fact.set_watermark(Watermark(disk.identity, last), 0.0)
    uplink.fact.check_progress(RESEND_AFTER_S)
    assert uplink.fact.next_action() is None
    other = Watermark("ab" * 16, beyond)
    assert uplink.fact.set_watermark(other, 0.0)
