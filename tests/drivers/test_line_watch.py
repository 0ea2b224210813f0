"""Silence is no octet at all; octets that mean nothing are an unknown state."""

from collections import Counter

import pytest

from drivers.line_watch import LOSS_TIMEOUT, LineWatch
from drivers.message_log import MessageLog
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from hal.ports import Millis

OVER = FaultEnded("wheel", "unknown_state")


def unknown(code: str) -> FaultRaised:
    return FaultRaised("wheel", "unknown_state", {"code": code})


class Line:
    def __init__(self) -> None:
        self.log = MessageLog([], Counter())
        self.watch = LineWatch("wheel", self.log)
        self.now = Millis(0)

    def wait(self, millis: int, octets: bytes = b"") -> list[Event]:
        """Let octets come each half second for so long."""
        events: list[Event] = []
        for _ in range(millis // 500):
            self.now = Millis(self.now + 500)
            self.watch.receive(octets, self.now)
            events += self.watch.check_garbage(self.now)
        return events


@pytest.fixture
def line() -> Line:
    return Line()


def test_silence_is_after_five_seconds_without_an_octet(line: Line) -> None:
    line.wait(LOSS_TIMEOUT - 500)
    assert not line.watch.is_silent(line.now)
    assert line.wait(500) == []
    assert line.watch.is_silent(line.now)


def test_noise_is_no_silence_and_keeps_its_first_code(line: Line) -> None:
    assert line.wait(4500, b"\xe6\x98\x00\xfe\x01") == []
    assert not line.watch.has_spoken
    assert line.wait(3500, b"\xe6\x98\x00\xfe\x01") == [unknown("E6 98 00 FE")]
    assert line.watch.has_spoken
    assert line.wait(8000, b"\xff") == []
    assert not line.watch.is_silent(line.now)
    assert line.log.unknown[0].octets == "E6 98 00 FE 01"
    assert [*line.watch.note_known()] == [OVER]


def test_one_unknown_message_may_be_damage_unless_checked(line: Line) -> None:
    note = line.watch.note_unknown
    assert [*note(b"8", "state 8", line.now), *note(b"9", "state 9", line.now)] == []
    assert [*note(b"9", "state 9", line.now)] == [unknown("state 9")]
    assert [*note(b"F", "F 16", line.now, is_checked=True)] == [unknown("F 16")]
    assert line.log.unknown[-1].description == "F 16"


def test_known_message_between_two_unknown_ones_ends_the_count(line: Line) -> None:
    assert [*line.watch.note_unknown(b"8", "state 8", line.now)] == []
    assert [*line.watch.note_known()] == []
    assert [*line.watch.note_unknown(b"8", "state 8", line.now)] == []


def test_sound_messages_are_no_noise(line: Line) -> None:
    for _ in range(20):
        assert line.wait(1000, b"12") == []
        line.watch.note_sound()
