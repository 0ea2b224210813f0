"""Whatever a wire does: no number but the one that fell, and no spin ends without a word."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice, product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.mercury.messages import Protocol
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    NoMoreBetsSeen,
    NoResultSeen,
    ResultSeen,
)
from sim.machines.mercury import MercuryPace
from sim.wires.impairments import (
    ByteByByte,
    DelayedWire,
    FlippedWire,
    LossyWire,
    MergedWire,
    RepeatedWire,
)
from sim.wires.memory_port import Impairment
from tests.kits.drivers.damage import damaged_message, damages
from tests.kits.drivers.mercury_line import (
    NO_MORE_BETS,
    UNKNOWN,
    WAY,
    Table,
    WheelOnLine,
    status,
    twice,
    won,
)
from tests.kits.examples import examples
from tests.kits.offenders import each

MORE = {"advanced": "", "extended": ";0000;2A;1;012FC;??"}
KINDS = ["lost", "twice", "noise", "cut", *(f"flip {bit}" for bit in range(8))]


def game(protocol: str) -> list[bytes]:
    """A whole game of which every line may be hit; 31 was the last number, 17 is the next."""
    more = MORE[protocol]
    states = [status(state, "31", more=more) for state in (2, 2, 2, 3, 3, 3, 4, 4, 4)]
    ends = ["17", *[status(5, "17", more=more)] * 3, *[status(2, "17", more=more)] * 2]
    return [f"{line}\r\n".encode() for line in (*states, *ends)]


def hits(lines: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Every game in which one byte was hit, in every way."""
    for nth, line in enumerate(lines):
        for kind, place in product(KINDS, range(len(line))):
            name, _, bit = kind.partition(" ")
            hit = damaged_message(line, name, place, int(bit or place % 8), 0)
            yield [*lines[:nth], hit, *lines[nth + 1 :]]


APART = examples(5, 2)
"""How far apart the places are at which a line is cut."""


def ends(events: Sequence[Event]) -> list[Event]:
    """What was said of how spins ended."""
    ending = ResultSeen | NoResultSeen
    return [event for event in events if isinstance(event, ending) or event == UNKNOWN]


@pytest.mark.parametrize("protocol", MORE)
def test_byte_error_fakes_or_hides_no_spin(protocol: Protocol) -> None:
    events_seen = []
    for lines in islice(hits(game(protocol)), None, None, examples(6, 1)):
        bench = WheelOnLine(protocol=protocol)
        events = [event for line in lines for event in bench.raw(line)]
        assert ends(events) in ([won("17")], [UNKNOWN])
        assert events.count(NO_MORE_BETS) == 1
        events_seen.append(won("17") in events)
    assert events_seen.count(True) > 0.95 * len(events_seen)


@pytest.mark.parametrize("protocol", MORE)
def test_merged_or_cut_lines_give_no_wrong_number(protocol: Protocol) -> None:
    lines = game(protocol)
    for nth in range(len(lines) - 1):
        cuts = product(range(nth % APART, len(lines[nth]) + 1, APART), range(0, 12, 3))
        for first, second in cuts:
            run = lines[nth][:first] + lines[nth + 1][second:]
            bench = WheelOnLine(protocol=protocol)
            hit = [*lines[:nth], run, *lines[nth + 2 :]]
            events = [event for line in hit for event in bench.raw(line)]
            assert ends(events) in ([won("17")], [UNKNOWN])


def test_basic_error_is_wrong_only_in_a_digit() -> None:
    lines = [b"*S\r\n", b"*N\r\n", b"*W 17\r\n", b"*S\r\n"]
    wrong = set()
    for hit in hits(lines):
        bench = WheelOnLine(protocol="basic")
        events = [event for line in hit for event in bench.raw(line)]
        numbers = {event.symbols[0] for event in events if isinstance(event, ResultSeen)}
        if wrong_here := numbers - {"17"}:
            wrong |= wrong_here
        assert ends(events)
    assert wrong == {"7", "16", "15", "13"}


@each(
    "nth, protocol",
    examples(
        [*zip(range(20), cycle(get_args(Protocol)))], [*product(range(20), get_args(Protocol))]
    ),
)
def test_cable_pulled_anywhere_hides_no_spin(nth: int, protocol: Protocol) -> None:
    """A game of twelve lines; in Basic a spin begins with `*N`, in the others with the ball."""
    table = quick(protocol)
    table.far.spin("17")
    before = table.run(nth * 350)
    spun = NO_MORE_BETS in before if protocol == "basic" else nth * 350 > 1000
    table.port.unplug()
    table.run(600)
    table.port.plug()
    after = table.run(8000)
    assert table.losses > 0
    if won("17") in before:
        assert ends(after) == []
    elif spun:
        assert ends(after) == [UNKNOWN]
    else:
        assert ends(after) in ([UNKNOWN], [won("17")])
    table.far.spin("18")
    assert ends(table.run(8000)) == [won("18")]


def quick(protocol: Protocol, manner: Impairment | None = None) -> Table:
    table = Table(protocol, manner)
    table.far.pace = MercuryPace(rolling_ms=1500, falling_ms=2500, showing_ms=2000)
    table.run(2000)
    return table


def play(table: Table, spins: int) -> Iterator[tuple[str, list[Event]]]:
    for nth in range(spins):
        number = str(nth * 7 % 37)
        table.far.spin(number)
        yield number, table.run(10_000)


@each("protocol", get_args(Protocol))
@each("manner", [ByteByByte, lambda: DelayedWire(9)])
def test_slow_wire_costs_nothing(manner: Callable[[], Impairment], protocol: Protocol) -> None:
    table = quick(protocol, manner())
    for number, events in play(table, 6):
        assert events == [NO_MORE_BETS, won(number)]
    assert table.wheel.health["dropped_bytes"] == 0


SEEDS = {60: 3, 400: examples(1, 3)}
"""How many wires are tried on which one byte in so many is bad; few numbers pass the worse."""


@each("protocol", MORE)
@each("one_in", SEEDS)
@each("bad", [LossyWire, RepeatedWire, FlippedWire])
def test_bad_wire_invents_no_number(
    bad: Callable[[int, int], Impairment], one_in: int, protocol: Protocol
) -> None:
    results = 0
    for seed in range(SEEDS[one_in]):
        table = quick(protocol, bad(seed, one_in))
        for number, events in play(table, 5):
            reported = [event for event in events if isinstance(event, ResultSeen)]
            assert reported in ([], [won(number)])
            results += len(reported)
        assert table.wheel.health["dropped_bytes"] + table.wheel.health["unknown"]
    assert results > 0


def test_buffering_converter_invents_no_number() -> None:
    for size in (17, 30, 60):
        for number, events in play(quick("advanced", MergedWire(size)), 4):
            assert {repr(event) for event in ends(events)} <= {repr(won(number)), repr(UNKNOWN)}


KNOWN = (NoMoreBetsSeen, NoResultSeen, FaultRaised, FaultEnded)


@settings(max_examples=examples(6, 60))
@given(st.lists(damages("none", "none", "lost", "twice", "noise", "cut", "again"), max_size=20))
def test_damaged_lines_invent_no_number(
    befall: list[Callable[[bytes], bytes]],
) -> None:
    table = quick("advanced")
    befalls = iter(befall)
    table.far.damage = lambda line: next(befalls, bytes)(line)
    table.far.spin("17")
    for event in table.run(8000):
        assert event == won("17") or isinstance(event, KNOWN)


def test_error_check_can_fail() -> None:
    """A number hit alike in two lines in a row, and no bare one, would be believed."""
    lines = [*WAY[4], *twice(status(5, "19"))]
    assert won("19") in WheelOnLine().receive(lines)
