"""A locked table shows what its journal knew last, and never zeros in its place."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.vocabulary.health import LockedStatus
from firmware.core.vocabulary.panel import SpotLight
from firmware.shell.history.journal_entries import Carried, Checked, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.locked_view import LockedView, last_sound_table
from firmware.shell.history.resume_point import RoundOpening
from firmware.shell.journal import Journal, JournalReader, MemoryCopy, RetentionPolicy
from firmware.shell.journal.header import HEADER_OCTETS
from firmware.shell.journal.records import sound_records
from firmware.shell.service.locked_reporter import LockedReporter
from firmware.shell.service.loop import TableLoop
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.shell.journal_copies import image_of
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, SETTING, STAMP, bet, cards, do, table

WORDS = Words.load("en")
ROUND = [*bet(1, "banker", 2500), CLOSE, *cards("4S KD 2H 7C"), *bet(1, "banker", 0), CONFIRM]
LOCKED = [*bet(2, "tie", 500), *bet(3, "player", 1000), CLOSE]


def played(segment_bytes: int = 1 << 20) -> list[dict[int, bytes]]:
    """Return both copies of a journal of two rounds, with locked bets in a third."""
    copies = MemoryCopy("a"), MemoryCopy("b")
    loop = TableLoop(
        table(), Ledger(Journal.open(copies, STAMP, RetentionPolicy(segment_bytes)), SETTING)
    )
    loop.begin(Millis(0))
    do(loop, CONFIRM, *ROUND, *ROUND, *LOCKED)
    return [{number: image_of(copy, number) for number in copy.segments()} for copy in copies]


ONE_SEGMENT, SEGMENTS = played(), played(segment_bytes=1)
LIVE = max(SEGMENTS[0])


def records(image: bytes) -> list[tuple[int, int, bytes]]:
    """Return number, offset and payload of each record."""
    found, at = [], HEADER_OCTETS
    for record in sound_records(image, HEADER_OCTETS):
        found.append((record.number, at, record.payload))
        at += len(record.raw)
    return found


def reader(images: list[dict[int, bytes]]) -> JournalReader:
    return JournalReader.over_copies(
        [MemoryCopy(name, one) for name, one in zip("ab", images, strict=True)]
    )


def broken(images: list[dict[int, bytes]], segment: int, at: int) -> list[dict[int, bytes]]:
    """Flip one bit at that offset in both copies."""
    found = []
    for one in images:
        image = bytearray(one[segment])
        image[at] ^= 1
        found.append({**one, segment: bytes(image)})
    return found


def known(images: list[dict[int, bytes]]) -> LockedView | None:
    found, reporter = last_sound_table(reader(images)), StatusReporter("B", "baccarat", WORDS)
    if found is None:
        return None
    was, opening = found
    return LockedView(reporter.table_status(was, reporter.table_panel(was), ()), opening)


def openings(image: bytes) -> Iterator[RoundOpening]:
    for number, _, payload in records(image):
        entry = decode(payload)
        if isinstance(entry, Checked | Carried):
            yield RoundOpening(entry.table, number)


@pytest.mark.clause("ANZ 1.15.11")
@given(st.integers(0, len(records(ONE_SEGMENT[0][1])) - 1), st.integers(0, 55))
def test_last_opening_before_damage_known(number: int, octet: int) -> None:
    at = records(ONE_SEGMENT[0][1])[number][1]
    before = [one for one in openings(ONE_SEGMENT[0][1]) if one.record_number < number]
    found = known(broken(ONE_SEGMENT, 1, at + octet))
    assert (found and found.opening) == (before[-1] if before else None)


def test_bad_live_segment_leaves_meters() -> None:
    at = records(SEGMENTS[0][LIVE])[0][1]
    found = known(broken(SEGMENTS, LIVE, at + 8))
    assert found
    assert found.opening == list(openings(SEGMENTS[0][LIVE - 1]))[-1]


def test_locked_bets_known_with_lights() -> None:
    last = records(ONE_SEGMENT[0][1])[-1][1]
    found = known(broken(ONE_SEGMENT, 1, last + 8))
    assert found
    assert {
        spot for spot, spot_status in found.status.spots.items() if spot_status.light == "locked"
    } == {2, 3}
    assert (found.status.round, found.status.spots[2].bets[0].cents) == (3, 500)


def locked(was: LockedView | None) -> LockedReporter:
    return LockedReporter("B", "baccarat", WORDS, was)


def test_locked_table_dates_its_lights() -> None:
    was = known(ONE_SEGMENT)
    assert was
    reporter, lock = locked(was), table()
    panel = reporter.table_panel(lock)
    assert {spot for spot, light in panel.spots.items() if light is SpotLight.LOCKED} == {2, 3}
    reported = reporter.table_status(lock, panel, ())
    assert (reported.round, reported.spots, reported.shoe) == (3, was.status.spots, was.status.shoe)
    assert reported.locked == LockedStatus(3, was.opening.record_number)
    assert reported.known
    counted = reporter.known_meters(lock)
    assert counted == was.opening.checkpoint.meters
    assert counted.rounds == 2


@pytest.mark.clause("ANZ 1.15.11")
def test_no_sound_record_means_nothing_known() -> None:
    reporter, lock = locked(None), table()
    reported = reporter.table_status(lock, reporter.table_panel(lock), ())
    assert (reported.known, reporter.known_meters(lock)) == (False, None)


@pytest.mark.parametrize("images", [[{}, {}], [{1: b""}, {1: b"?"}]])
def test_unreadable_journal_gives_nothing(images: list[dict[int, bytes]]) -> None:
    assert known(images) is None
