from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ball_blower.draw import UNKNOWN, Draws
from drivers.ball_blower.lines import (
    LONGEST,
    Ball,
    Begun,
    Ended,
    Faulty,
    Framer,
    Rests,
    Word,
    following,
    order,
    parse,
)
from firmware.core.vocabulary.events import Event, ResultSeen
from sim.machines.blower import SimBallBlower
from tests.kits.examples import examples
from tests.kits.offenders import each

BALLS = (17, 4, 80, 1, 22, 33, 44, 55, 66, 77, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18)
VECTORS: list[tuple[bytes, Word]] = [
    (b"R 0000 1C9A3C35\r\n", Rests(0)),
    (b"D 0001 BE12ED25\r\n", Begun(1)),
    (b"B 0001 01 17 44BD198F\r\n", Ball(1, 1, 17)),
    (
        b"E 0001 17 04 80 01 22 33 44 55 66 77 08 09 10 11 12 13 14 15 16 18 6FDAB6B7\r\n",
        Ended(1, BALLS),
    ),
    (b"F 01 29EEA8D4\r\n", Faulty(1)),
]


def heard(data: bytes) -> tuple[list[Word], Counter[str]]:
    health: Counter[str] = Counter()
    return Framer(health).feed(data), health


def befallen(line: bytes) -> list[bytes]:
    """Return all that can befall one byte: lost, doubled, or any one bit of it flipped."""
    every = []
    for at in range(len(line)):
        before, hit, behind = line[:at], line[at : at + 1], line[at + 1 :]
        hits = [b"", hit * 2, *(bytes([hit[0] ^ 1 << bit]) for bit in range(8))]
        every += [before + arrives + behind for arrives in hits]
    return every


@each("line, word", VECTORS)
def test_each_literal_line_is_read(line: bytes, word: Word) -> None:
    assert heard(line) == ([word], Counter())


def test_the_literal_order_is_written() -> None:
    assert order(6) == b"D 0006\r\n"


@pytest.mark.parametrize(("draw", "next_one"), [(0, 1), (1, 2), (9998, 9999), (9999, 1)])
def test_draws_are_numbered_round(draw: int, next_one: int) -> None:
    assert following(draw) == next_one


@each("line, word", VECTORS)
def test_whatever_befalls_one_byte_no_line_becomes_another(line: bytes, word: Word) -> None:
    for damaged in befallen(line):
        words, health = heard(damaged)
        assert words in ([], [word])
        assert words or health["dropped_bytes"] or not damaged.endswith(b"\n")


@each("line, word", VECTORS)
def test_a_line_after_a_damaged_one_is_read(line: bytes, word: Word) -> None:
    for damaged in befallen(line)[:-10]:
        assert heard(damaged + b"\n" + line)[0][-1] == word


@each(
    "text",
    [
        *(b"", b"R 1", b"R 00001", b"r 0001", b"B 0001 1 17", b"B 0001 01 170", b"F 1"),
        *(b"E 0001", b"E 0001" + b" 01" * 19, b"E 0001" + b" 01" * 21, b"D 0001 ", b"X 0001"),
    ],
)
def test_anything_else_is_no_word(text: bytes) -> None:
    assert parse(text) is None


@given(st.lists(st.integers(1, 30)))
def test_portions_make_no_difference(sizes: list[int]) -> None:
    stream = b"".join(line for line, _ in VECTORS)
    framer, words = Framer(Counter()), list[Word]()
    for size in sizes:
        words += framer.feed(stream[:size])
        stream = stream[size:]
    assert words + framer.feed(stream) == [word for _, word in VECTORS]


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_noise_is_no_word_and_is_held_in_bounds(noise: list[bytes]) -> None:
    framer = Framer(Counter())
    for burst in noise:
        assert framer.feed(burst) == []
        assert len(framer._held) < LONGEST


# --- what comes of a draw's lines


def said(word: Word) -> bytes:
    far = SimBallBlower(lambda: 0)
    match word:
        case Begun(draw):
            far.say(b"D %04d" % draw)
        case Ball(draw, nth, ball):
            far.say(b"B %04d %02d %02d" % (draw, nth, ball))
        case Ended(draw, balls):
            far.say(b"E %04d" % draw + b"".join(b" %02d" % ball for ball in balls))
    return far.transmit()


def follow(words: list[Word]) -> list[Event]:
    """Return what a driver that heard the blower at rest before makes of a draw."""
    draws = Draws(Counter())
    events = list(draws.rests(0))
    for word in words:
        match word:
            case Begun(draw):
                events += draws.goes_on(draw)
            case Ball(draw, nth, ball):
                events += draws.goes_on(draw)
                events += draws.out(nth, ball)
            case Ended():
                events += draws.ended(word)
            case Rests(draw):
                events += draws.rests(draw)
    return events


BEGUN: list[Word] = [Begun(1)]
OUT: list[Word] = [Ball(1, nth, ball) for nth, ball in enumerate(BALLS, 1)]
END: list[Word] = [Ended(1, BALLS)]
RESULT = ResultSeen(tuple(str(ball) for ball in BALLS))


def test_a_whole_draw_is_told_once_in_its_order() -> None:
    assert follow(BEGUN + OUT + END + END) == [RESULT]


@given(st.sets(st.integers(0, 20), max_size=20))
def test_balls_that_were_not_heard_are_made_up_by_the_end_line(lost: set[int]) -> None:
    words = [word for at, word in enumerate(BEGUN + OUT) if at not in lost]
    assert follow(words + END) == [RESULT]


@each("nth", range(1, 21))
def test_a_ball_that_the_end_line_denies_leaves_the_draw_unknown(nth: int) -> None:
    words = [*BEGUN, *OUT[: nth - 1], Ball(1, nth, 79), *OUT[nth:], *END, *END]
    assert follow(words) == [UNKNOWN]


@each(
    "wrong",
    [
        *(Ball(1, 21, 79), Ball(1, 0, 79)),
        *(Ball(1, 2, 17), Ball(1, 1, 79), Ball(1, 2, 0), Ball(1, 2, 81)),
    ],
)
def test_a_ball_too_many_twice_or_impossible_leaves_the_draw_unknown(wrong: Ball) -> None:
    assert follow([*BEGUN, OUT[0], wrong, *OUT[1:], *END]) == [UNKNOWN]


@pytest.mark.parametrize("balls", [(17, 17, *BALLS[2:]), (0, *BALLS[1:]), (81, *BALLS[1:])])
def test_an_end_line_that_can_not_be_is_no_result(balls: tuple[int, ...]) -> None:
    assert follow([*BEGUN, Ended(1, balls), *END]) == [UNKNOWN]


@each("next_word", [Rests(1), Rests(0), Begun(2), Ball(2, 1, 5), Ended(2, BALLS), Ended(9, BALLS)])
def test_a_draw_that_never_ended_is_unknown_and_so_is_an_end_that_followed(
    next_word: Word,
) -> None:
    assert follow([*BEGUN, *OUT, next_word]) == [UNKNOWN]


@each("kept", range(1, 20))
def test_a_draw_after_one_that_was_lost_is_told(kept: int) -> None:
    second = [Ball(2, nth, ball) for nth, ball in enumerate(BALLS, 1)]
    words = [*BEGUN, *OUT[:kept], Begun(2), *second, Ended(2, BALLS)]
    assert follow(words) == [UNKNOWN, RESULT]


def test_an_end_line_of_a_draw_that_nobody_ordered_or_saw_is_not_told() -> None:
    assert follow([Ended(1, BALLS), Ended(2, BALLS)]) == []


def test_whatever_befalls_one_byte_of_a_draw_no_wrong_ball_is_told() -> None:
    lines = [*BEGUN, *OUT, *END]
    stream = b"".join(said(word) for word in lines)
    for damaged in befallen(stream)[:: examples(3, 1)]:  # three of the ten that befall each byte
        assert follow(heard(damaged)[0]) in ([], [RESULT])
