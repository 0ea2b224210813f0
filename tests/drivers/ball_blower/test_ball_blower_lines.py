from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ball_blower.draw import UNKNOWN_SPIN, DrawTracker
from drivers.ball_blower.lines import (
    MAX_FRAME_BYTES,
    BallDrawn,
    BlowerFault,
    BlowerFramer,
    BlowerMessage,
    BlowerRests,
    DrawBegun,
    DrawEnded,
    draw_order,
    following,
    parse,
)
from firmware.core.vocabulary.events import Event, ResultSeen
from sim.machines.blower import SimBallBlower
from tests.kits.examples import examples
from tests.kits.offenders import each

BALLS = (17, 4, 80, 1, 22, 33, 44, 55, 66, 77, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18)
VECTORS: list[tuple[bytes, BlowerMessage]] = [
    (b"R 0000 1C9A3C35\r\n", BlowerRests(0)),
    (b"D 0001 BE12ED25\r\n", DrawBegun(1)),
    (b"B 0001 01 17 44BD198F\r\n", BallDrawn(1, 1, 17)),
    (
        b"E 0001 17 04 80 01 22 33 44 55 66 77 08 09 10 11 12 13 14 15 16 18 6FDAB6B7\r\n",
        DrawEnded(1, BALLS),
    ),
    (b"F 01 29EEA8D4\r\n", BlowerFault(1)),
]


def decoded(data: bytes) -> tuple[list[BlowerMessage], Counter[str]]:
    health: Counter[str] = Counter()
    return BlowerFramer(health).feed(data), health


def damaged_lines(line: bytes) -> list[bytes]:
    """Return all that can befall one byte: lost, doubled, or any one bit of it flipped."""
    every = []
    for at in range(len(line)):
        before, hit, behind = line[:at], line[at : at + 1], line[at + 1 :]
        hits = [b"", hit * 2, *(bytes([hit[0] ^ 1 << bit]) for bit in range(8))]
        every += [before + arrives + behind for arrives in hits]
    return every


@each("line, word", VECTORS)
def test_each_literal_line_is_read(line: bytes, word: BlowerMessage) -> None:
    assert decoded(line) == ([word], Counter())


def test_the_literal_order_is_written() -> None:
    assert draw_order(6) == b"D 0006\r\n"


@pytest.mark.parametrize(("draw", "next_one"), [(0, 1), (1, 2), (9998, 9999), (9999, 1)])
def test_draw_numbers_wrap(draw: int, next_one: int) -> None:
    assert following(draw) == next_one


@each("line, word", VECTORS)
def test_byte_error_makes_no_other_line(line: bytes, word: BlowerMessage) -> None:
    for damaged in damaged_lines(line):
        words, health = decoded(damaged)
        assert words in ([], [word])
        assert words or health["dropped_bytes"] or not damaged.endswith(b"\n")


@each("line, word", VECTORS)
def test_line_after_damage_is_read(line: bytes, word: BlowerMessage) -> None:
    for damaged in damaged_lines(line)[:-10]:
        assert decoded(damaged + b"\n" + line)[0][-1] == word


@each(
    "text",
    [
        *(b"", b"R 1", b"R 00001", b"r 0001", b"B 0001 1 17", b"B 0001 01 170", b"F 1"),
        *(b"E 0001", b"E 0001" + b" 01" * 19, b"E 0001" + b" 01" * 21, b"D 0001 ", b"X 0001"),
    ],
)
def test_anything_else_is_no_message(text: bytes) -> None:
    assert parse(text) is None


@given(st.lists(st.integers(1, 30)))
def test_any_chunking_gives_the_same(sizes: list[int]) -> None:
    stream = b"".join(line for line, _ in VECTORS)
    framer, words = BlowerFramer(Counter()), list[BlowerMessage]()
    for size in sizes:
        words += framer.feed(stream[:size])
        stream = stream[size:]
    assert words + framer.feed(stream) == [word for _, word in VECTORS]


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_noise_is_bounded_and_no_message(noise: list[bytes]) -> None:
    framer = BlowerFramer(Counter())
    for burst in noise:
        assert framer.feed(burst) == []
        assert len(framer._pending_bytes) < MAX_FRAME_BYTES


# --- what comes of a draw's lines


def said(word: BlowerMessage) -> bytes:
    far = SimBallBlower(lambda: 0)
    match word:
        case DrawBegun(draw):
            far.send_line(b"D %04d" % draw)
        case BallDrawn(draw, nth, ball):
            far.send_line(b"B %04d %02d %02d" % (draw, nth, ball))
        case DrawEnded(draw, balls):
            far.send_line(b"E %04d" % draw + b"".join(b" %02d" % ball for ball in balls))
    return far.transmit()


def follow(words: list[BlowerMessage]) -> list[Event]:
    """Return what a driver that knew the blower at rest makes of a draw."""
    draws = DrawTracker(Counter())
    events = list(draws.note_rest(0))
    for word in words:
        match word:
            case DrawBegun(draw):
                events += draws.note_progress(draw)
            case BallDrawn(draw, nth, ball):
                events += draws.note_progress(draw)
                events += draws.note_ball(nth, ball)
            case DrawEnded():
                events += draws.note_end(word)
            case BlowerRests(draw):
                events += draws.note_rest(draw)
    return events


BEGUN: list[BlowerMessage] = [DrawBegun(1)]
OUT: list[BlowerMessage] = [BallDrawn(1, nth, ball) for nth, ball in enumerate(BALLS, 1)]
END: list[BlowerMessage] = [DrawEnded(1, BALLS)]
RESULT = ResultSeen(tuple(str(ball) for ball in BALLS))


def test_draw_is_reported_once_in_order() -> None:
    assert follow(BEGUN + OUT + END + END) == [RESULT]


@given(st.sets(st.integers(0, 20), max_size=20))
def test_end_line_supplies_missed_balls(lost: set[int]) -> None:
    words = [word for at, word in enumerate(BEGUN + OUT) if at not in lost]
    assert follow(words + END) == [RESULT]


@each("nth", range(1, 21))
def test_denied_ball_leaves_draw_unknown(nth: int) -> None:
    words = [*BEGUN, *OUT[: nth - 1], BallDrawn(1, nth, 79), *OUT[nth:], *END, *END]
    assert follow(words) == [UNKNOWN_SPIN]


@each(
    "wrong",
    [
        *(BallDrawn(1, 21, 79), BallDrawn(1, 0, 79)),
        *(BallDrawn(1, 2, 17), BallDrawn(1, 1, 79), BallDrawn(1, 2, 0), BallDrawn(1, 2, 81)),
    ],
)
def test_extra_double_or_impossible_ball_is_unknown(wrong: BallDrawn) -> None:
    assert follow([*BEGUN, OUT[0], wrong, *OUT[1:], *END]) == [UNKNOWN_SPIN]


@pytest.mark.parametrize("balls", [(17, 17, *BALLS[2:]), (0, *BALLS[1:]), (81, *BALLS[1:])])
def test_impossible_end_is_no_result(balls: tuple[int, ...]) -> None:
    assert follow([*BEGUN, DrawEnded(1, balls), *END]) == [UNKNOWN_SPIN]


@each(
    "next_word",
    [
        BlowerRests(1),
        BlowerRests(0),
        DrawBegun(2),
        BallDrawn(2, 1, 5),
        DrawEnded(2, BALLS),
        DrawEnded(9, BALLS),
    ],
)
def test_draw_without_end_is_unknown(
    next_word: BlowerMessage,
) -> None:
    assert follow([*BEGUN, *OUT, next_word]) == [UNKNOWN_SPIN]


@each("remaining", range(1, 20))
def test_draw_after_a_lost_one_counts(remaining: int) -> None:
    second = [BallDrawn(2, nth, ball) for nth, ball in enumerate(BALLS, 1)]
    words = [*BEGUN, *OUT[:remaining], DrawBegun(2), *second, DrawEnded(2, BALLS)]
    assert follow(words) == [UNKNOWN_SPIN, RESULT]


def test_stray_end_line_is_not_reported() -> None:
    assert follow([DrawEnded(1, BALLS), DrawEnded(2, BALLS)]) == []


def test_byte_error_gives_no_wrong_ball() -> None:
    lines = [*BEGUN, *OUT, *END]
    stream = b"".join(said(word) for word in lines)
    for damaged in damaged_lines(stream)[
        :: examples(3, 1)
    ]:  # three of the ten that befall each byte
        assert follow(decoded(damaged)[0]) in ([], [RESULT])
