"""Every row of the Mercury's table, said by its far end; and what no row defines."""

from itertools import product

import pytest

from drivers.mercury.message_table import BARE_NUMBER, OWN_FLAGS, ROWS, status_name
from drivers.mercury.messages import MercuryFlags, MercuryState, Protocol
from drivers.message_log import Outcome
from tests.kits.drivers.mercury_line import (
    NO_MORE_BETS,
    STATE_KNOWN,
    UNKNOWN,
    WAY,
    Table,
    WheelOnLine,
    status,
    twice,
    unknown_state,
    won,
)
from tests.kits.drivers.message_outcomes import outcome_of
from tests.kits.offenders import each

EXTENDED = ";0000;2A;1;012FC;??"


@each("state, bits", [*product(MercuryState, range(16))])
def test_each_status_becomes_what_its_row_says(state: MercuryState, bits: int) -> None:
    bench = WheelOnLine()
    before = {MercuryState.FALLING: 3, MercuryState.RESULT: 4}
    is_shut = state in (MercuryState.CLOSED, MercuryState.LOCKED)
    bench.receive(WAY[2 if is_shut else before.get(state, state.value)])
    events = bench.receive(twice(status(state, "17", bits)))
    name = status_name(state, MercuryFlags(bits))
    row = bench.wheel.messages.rows[name]
    assert bench.wheel.messages.counts[name] >= 2
    if row.outcome is Outcome.COUNTED:
        assert events == []
    else:
        assert (row.outcome, row.result) in [outcome_of(event) for event in events]


@each(
    "protocol, lines, names",
    [
        ("basic", ["*S", "*N", "*W 17"], ["*S", "*N", "*W"]),
        ("advanced", ["17"], [BARE_NUMBER]),
        ("extended", [status(2, more=";0010;2A;?;?????;??")], [OWN_FLAGS, "state 2 flags 0"]),
    ],
)
def test_each_word_has_its_row(protocol: Protocol, lines: list[str], names: list[str]) -> None:
    bench = WheelOnLine(protocol=protocol)
    bench.receive(lines)
    assert bench.wheel.messages.counts == dict.fromkeys(names, 1)
    assert bench.wheel.health["unknown"] == 0


def test_table_is_whole_and_each_row_has_a_source() -> None:
    statuses = {status_name(*pair) for pair in product(MercuryState, map(MercuryFlags, range(16)))}
    assert {row.name for row in ROWS} == statuses | {BARE_NUMBER, OWN_FLAGS, "*S", "*N", "*W"}
    assert all(row.source and row.result for row in ROWS)


# --- unknown


UNKNOWN_LINES = {
    "state 0": "*X;0;002;31;0;172;0",
    "state 8": "*X;8;002;31;0;172;0",
    "flags 10": "*X;2;002;31;10;172;0",
    "number 00": "*X;2;002;00;0;172;0",
    "extended": "*X;2;002;31;0;172;0;0000;2A;?;?????;??",
    "8 fields": "*X;2;002;31;0;172;0;1;1",
    "*Q 1": "*Q 1",
}


@each("code", UNKNOWN_LINES)
def test_unknown_line_that_comes_twice_stops_in_words(code: str) -> None:
    bench, line = WheelOnLine(), UNKNOWN_LINES[code]
    bench.receive(WAY[2])
    assert bench.receive([line]) == []
    assert bench.receive([line] * 20) == [unknown_state(code)]
    assert bench.wheel.messages.unknown[0].octets == line.encode().hex(" ").upper()
    assert bench.receive([status(2)]) == [STATE_KNOWN]
    assert bench.receive(WAY[5]) == [NO_MORE_BETS, won("17")]


@each("code", UNKNOWN_LINES)
def test_spin_in_an_unknown_state_has_no_number(code: str) -> None:
    bench = WheelOnLine()
    bench.receive(WAY[4])
    assert bench.receive([UNKNOWN_LINES[code]] * 2) == [UNKNOWN, unknown_state(code)]
    assert bench.receive(twice(status(4), status(5, "17"))) == [STATE_KNOWN]
    assert bench.receive(WAY[5]) == [NO_MORE_BETS, won("17")]


def test_two_different_unknown_lines_are_damage() -> None:
    bench = WheelOnLine()
    assert bench.receive([UNKNOWN_LINES["state 0"], UNKNOWN_LINES["state 8"]] * 9) == []
    assert bench.wheel.health["unknown"] == 18


@each("octets", [b"\xe6\x98\x00\xfe", b"\r\r\r\r", b"X;4;00"])
def test_garbage_is_an_unknown_state_and_no_silence(octets: bytes) -> None:
    bench = WheelOnLine()
    events = [event for _ in range(60) for event in bench.raw(octets)]
    assert events == [unknown_state(octets[:4].hex(" ").upper())]
    assert bench.receive([status(2)]) == [STATE_KNOWN]


@pytest.mark.parametrize("other", ["extended", "basic"])
def test_protocol_changed_in_mid_round(other: Protocol) -> None:
    table = Table()
    table.run(2000)
    table.far.spin("17")
    table.run(5000)
    table.far.set_protocol(other)
    events = table.run(25_000)
    assert events == [UNKNOWN, unknown_state(other)]
    table.far.set_protocol("advanced")
    assert table.run(3000) == [STATE_KNOWN]
    # Basic says nothing while the ball falls, for eleven seconds here.
    assert table.losses == (2 if other == "basic" else 0)
    table.far.spin("18")
    assert table.run(30_000) == [NO_MORE_BETS, won("18")]


def test_a_basic_word_is_no_damage_and_no_silence() -> None:
    bench = WheelOnLine()
    assert bench.receive(["*S"]) == [unknown_state("basic")]
    for _ in range(60):
        assert bench.raw(b"") == []


@each(
    "fields, code",
    [
        ({"state": "8"}, "state 8"),
        ({"flags": "10"}, "flags 10"),
        ({"more": ";1"}, "7 fields"),
        ({"game": "0256"}, "game 0256"),
    ],
)
def test_far_end_has_newer_firmware(fields: dict[str, str], code: str) -> None:
    table = Table()
    table.far.show_fields(**fields)
    assert table.run(8000) == [unknown_state(code)]
    table.far.show_fields()
    assert table.run(2000) == [STATE_KNOWN]
    assert table.losses == 0
