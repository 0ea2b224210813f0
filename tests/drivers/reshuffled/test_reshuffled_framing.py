import re
from collections import Counter
from zlib import crc32

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from drivers.reshuffled.framer import MAX_FRAME_BYTES, MAX_GAP_MS, ReShuffledFramer, encode
from drivers.reshuffled.messages import (
    BOARD_TEXTS,
    BoardText,
    CardCount,
    CommandRefused,
    OkReply,
    ShufflerReply,
    ShufflerState,
    ShufflerStatus,
    parse,
)
from hal.ports import Millis
from tests.kits.offenders import each

VECTORS = [
    (b"IN", b"\x3a\x49\x4e\x23\x46\x31\x30\x36\x38\x41\x32\x34\x0a"),
    (b"SH", b":SH#A848D5CA\n"),
    (b"D5", b":D5#837F5CDD\n"),
    (b"XX", b":XX#560B1C65\n"),
    (b"OK", b":OK#D736D92D\n"),
    (b"E1", b":E1#9D09A985\n"),
]
OK = b":OK#D736D92D\n"
E1 = b":E1#9D09A985\n"


class Wire:
    """A framer and the time that passes for it."""

    def __init__(self) -> None:
        self.health: Counter[str] = Counter()
        self.framer = ReShuffledFramer(self.health)
        self.now = 1000

    def feed(self, data: bytes, after: int = 0) -> list[bytes]:
        self.now += after
        return self.framer.feed(data, Millis(self.now))


@each("data, frame", VECTORS)
def test_literal_vectors_are_written_and_read(data: bytes, frame: bytes) -> None:
    line = Wire()
    assert encode(data) == frame
    assert line.feed(frame) == [data]
    assert line.health == {}


def data_with_leading_zeros(count: int) -> bytes:
    return next(
        data
        for n in range(1_000_000)
        if encode(data := b"C%d" % n)[-10 : -9 + count].startswith(b"#" + b"0" * count)
    )


@pytest.mark.parametrize("zeros", [1, 2, 3])
def test_crc_without_leading_zeros_is_read_not_sent(zeros: int) -> None:
    data = data_with_leading_zeros(zeros)
    frame = encode(data)
    assert frame[-9 : -9 + zeros] == b"0" * zeros
    short = frame[:-9] + frame[-9:].lstrip(b"0")
    assert len(short) <= len(frame) - zeros
    assert Wire().feed(frame) == Wire().feed(short) == [data]


@each("digits", range(8))
def test_nonzero_digits_are_required(digits: int) -> None:
    line = Wire()
    assert line.feed(OK[:4] + OK[12 - digits :]) == []
    assert line.health["dropped_bytes"] == 5 + digits


@given(st.lists(st.integers(1, 20)))
def test_any_chunking_gives_the_same(sizes: list[int]) -> None:
    stream = b"".join(frame for _, frame in VECTORS)
    line, got = Wire(), list[bytes]()
    for size in sizes:
        got += line.feed(stream[:size], after=MAX_GAP_MS)
        stream = stream[size:]
    assert got + line.feed(stream, after=MAX_GAP_MS) == [data for data, _ in VECTORS]


@each("bit", range(8 * len(OK)))
def test_bit_flip_makes_no_other_frame(bit: int) -> None:
    line = Wire()
    bad = (int.from_bytes(OK) ^ 1 << bit).to_bytes(len(OK))
    assert line.feed(bad + E1) in ([b"E1"], [])
    assert line.feed(E1) == [b"E1"]
    assert line.health["dropped_bytes"] > 0


@each("at", range(len(OK)))
def test_no_lost_or_doubled_byte_gives_another_frame(at: int) -> None:
    lost = Wire().feed(OK[:at] + OK[at + 1 :] + b":")
    twice = Wire().feed(OK[:at] + OK[at : at + 1] * 2 + OK[at + 1 :])
    assert lost == []
    assert twice == ([b"OK"] if at in (0, len(OK) - 1) else [])


@each("cut", range(1, len(OK)))
def test_truncated_frame_costs_itself(cut: int) -> None:
    line = Wire()
    assert line.feed(OK[:cut] + E1) == [b"E1"]
    assert line.health == {"malformed": 1, "dropped_bytes": cut}


@each("cut", range(1, len(OK)))
def test_pausing_frame_is_dropped(cut: int) -> None:
    line = Wire()
    assert line.feed(OK[:cut]) == []
    assert line.feed(b"", after=MAX_GAP_MS + 1) == []
    assert line.feed(OK[cut:]) == []
    assert line.health["broken_off"] == 1


@each("cut", range(1, len(OK)))
def test_frame_is_whole_however_late_it_is_read(cut: int) -> None:
    line = Wire()
    assert line.feed(OK[:cut]) == []
    assert line.feed(OK[cut:], after=MAX_GAP_MS + 1) == [b"OK"]


@each(
    "frame, why",
    [
        (b":OK#D736D92E\n", "bad_crc"),
        (b":OK#0D736D92D\n", "malformed"),
        (b":OK#d736d92d\n", "malformed"),
        (b":OK#\n", "malformed"),
        (b":#0\n", "malformed"),
        (b":ok#47DCEA4F\n", "malformed"),
        (b":OK#D736D92D\r\n", "malformed"),
        (b"OK#D736D92D\n", "malformed"),
        (b":OK;D736D92D\n", "malformed"),
        (b"Fehler: 5\n", "malformed"),
        (b"Error", "broken_off"),
    ],
)
def test_inexact_frame_is_none(frame: bytes, why: str) -> None:
    line = Wire()
    assert line.feed(frame) == line.feed(b"", after=MAX_GAP_MS + 1) == []
    assert line.health[why] >= 1
    assert line.health["dropped_bytes"] == len(frame)


def test_plain_lines_of_the_published_program_are_read() -> None:
    line = Wire()
    said = b"Fehler: 1\r\nReceived a request: " + encode(b"SH") + b"request check ok\n" + OK
    assert line.feed(said) == [b"Fehler: 1", b"SH", b"request check ok", b"OK"]
    assert line.health == {}


@pytest.mark.clause("AGCO 11.1.2(3)")
def test_endless_stream_is_bounded() -> None:
    line = Wire()
    assert line.feed(b"A" * 10 * MAX_FRAME_BYTES) == []
    assert line.health == {"malformed": 10, "dropped_bytes": 10 * MAX_FRAME_BYTES}


WHOLE = re.compile(rb":([^:#\n]*)#([0-9A-F]{8})")
BOARD_LINES = tuple(text.encode("ascii") for text in BOARD_TEXTS)
"""The board's own messages, which have no frame: no noise."""


@given(st.binary(max_size=300))
def test_any_bytes_dropped_and_counted(noise: bytes) -> None:
    assume(all(crc32(body) != int(check, 16) for body, check in WHOLE.findall(noise)))
    assume(not any(line in noise for line in BOARD_LINES))
    line = Wire()
    assert line.feed(noise) == []
    assert line.feed(b"", after=MAX_GAP_MS + 1) == []
    assert line.health["dropped_bytes"] == len(noise)


@each(
    "data, reply",
    [
        (b"OK", OkReply()),
        (b"E1", CommandRefused("E1")),
        (b"E3", CommandRefused("E3")),
        (b"SR", ShufflerStatus(ShufflerState.READY)),
        (b"SS", ShufflerStatus(ShufflerState.SHUFFLING)),
        (b"SD", ShufflerStatus(ShufflerState.DONE)),
        (b"SO", ShufflerStatus(ShufflerState.DOOR_OPEN)),
        (b"SJ7", ShufflerStatus(ShufflerState.JAMMED, "7")),
        (b"SJ999", ShufflerStatus(ShufflerState.JAMMED, "999")),
        (b"C52U0", CardCount(52, 0)),
        (b"C416U12", CardCount(416, 12)),
        (b"Fehler: 4", BoardText("Fehler: 4")),
    ],
)
def test_each_message_is_read(data: bytes, reply: ShufflerReply) -> None:
    assert parse(data) == reply


@each(
    "data",
    [
        *(b"E0", b"E4", b"E11", b"OKOK", b"SX", b"S", b"SJ", b"SJ1234", b"SR1", b"SD0", b"C52"),
        *(b"U0", b"C1234U0", b"CU0", b"C52U", b"C52U0U0", b"4SKHTD", b"SH", b"IN", b"D5", b""),
    ],
)
def test_anything_else_is_no_message(data: bytes) -> None:
    assert parse(data) is None
