"""Every row of the blower's table, said by its far end; and what no row defines."""

import pytest

from drivers.ball_blower.message_table import BLOCKING_STATES, IMPOSSIBLE_BALL, IMPOSSIBLE_END, ROWS
from drivers.message_log import Outcome
from firmware.core.vocabulary.events import FaultEnded, FaultRaised, ResultSeen
from tests.kits.drivers.ball_blower_bench import BALLS, UNKNOWN, Bench, drawn_result, fault, well
from tests.kits.drivers.message_outcomes import outcome_of
from tests.kits.offenders import each

END = b"E 0001" + b"".join(b" %02d" % ball for ball in BALLS)
TEXTS = {
    "R": b"R 0001",
    "D": b"D 0001",
    "B": b"B 0001 01 17",
    IMPOSSIBLE_BALL: b"B 0001 21 17",
    "E": END,
    IMPOSSIBLE_END: b"E 0001" + b" 01" * 20,
    **{f"F {code:02}": b"F %02d" % code for code in range(1, 16)},
}
STATE_KNOWN = FaultEnded("balls", "unknown_state")


def unknown_state(code: str) -> FaultRaised:
    return FaultRaised("balls", "unknown_state", {"code": code})


def drawing() -> Bench:
    """A blower in its first draw, of which no ball is out."""
    bench = Bench()
    bench.run(600)
    bench.far.send_line(b"D 0001")
    bench.run(40)
    return bench


@each("row", ROWS)
def test_each_line_becomes_what_its_row_says(row: object) -> None:
    bench = drawing()
    name, outcome, result, *_ = row  # type: ignore[misc]
    bench.far.send_line(TEXTS[name])
    events = bench.run(40)
    assert bench.part.messages.counts[name] >= 1
    if name == "R":
        assert events == [UNKNOWN]
    elif outcome is Outcome.COUNTED:
        assert events == []
    else:
        assert [outcome_of(event) for event in events] == [(outcome, result)]


def test_table_is_whole() -> None:
    assert [row.name for row in ROWS] == [*TEXTS]
    assert all(row.source and row.result for row in ROWS)


@each(
    "text, code",
    [
        (b"Q 0001", "Q 0001"),
        (b"F 00", "F 00"),
        (b"F 16", "F 16"),
        (b"F 99", "F 99"),
        (b"D 0000", "D 0000"),
        (b"B 0000 01 17", "B 0000 01 17"),
        (b"B 0001 01 117", "B 0001 01 11"),
        (b"E 0001" + b" 01" * 10, "10 balls"),
        (b"E 0001" + b" 01" * 22, "22 balls"),
        (b"V 2.50", "V 2.50"),
        (b"\xe6\x98 \x01", "\xe6\x98 \x01"),
    ],
)
def test_unknown_line_stops_in_words_until_a_known_one(text: bytes, code: str) -> None:
    bench = Bench()
    bench.run(600)
    bench.far.other_text = text
    assert bench.run(20_000) == [unknown_state(code)]
    assert bench.losses == 0
    bench.far.other_text = None
    assert bench.run(1000) == [STATE_KNOWN]


def test_no_draw_is_ordered_in_an_unknown_state() -> None:
    bench = Bench()
    bench.run(600)
    bench.far.other_text = b"Q 0001"
    bench.run(600)
    bench.order()
    bench.run(2000)
    bench.far.other_text = None
    bench.run(2000)
    assert bench.orders() == []
    bench.far.load_balls(BALLS)
    bench.order()
    assert bench.run() == [drawn_result(BALLS)]


@pytest.mark.parametrize("octets", [b"\xe6\x98\x00\xfe", b"R 0000 00000000\r\n", b"R"])
def test_garbage_is_an_unknown_state_and_no_silence(octets: bytes) -> None:
    bench = Bench()
    bench.run(600)
    bench.far.damage = lambda _: octets
    assert bench.run(20_000) == [unknown_state(octets[:4].hex(" ").upper())]
    assert bench.losses == 0
    bench.far.damage = None
    assert STATE_KNOWN in bench.run(2000)


@each("code", BLOCKING_STATES)
def test_blower_out_of_play_stops_and_says_why(code: int) -> None:
    bench = Bench()
    bench.run(600)
    bench.far.raise_fault(code)
    assert bench.run() == [fault(f"F{code}", "draw_blocked")]
    bench.order()
    assert bench.run() == []
    bench.far.clear_fault()
    assert bench.run() == [well("draw_blocked")]
    assert bench.far.draws == 0


def test_stopped_draw_is_unknown_and_the_next_one_counts() -> None:
    bench = Bench()
    bench.run(600)
    bench.far.load_balls(BALLS)
    bench.order()
    bench.run(400)
    bench.far.stop_draw()
    assert bench.run() == [fault("F12", "draw_blocked")]
    bench.far.clear_fault()
    assert bench.run() == [well("draw_blocked"), UNKNOWN]
    bench.far.load_balls(BALLS)
    bench.order()
    assert bench.run() == [drawn_result(BALLS)]


def test_draw_that_another_program_begins_is_told_by_its_end() -> None:
    bench = drawing()
    bench.far.send_line(b"P 0001 50")
    assert bench.run(40) == [unknown_state("P 0001 50")]
    bench.far.send_line(END)
    (over, result) = bench.run(40)
    assert over == STATE_KNOWN
    assert isinstance(result, ResultSeen)
