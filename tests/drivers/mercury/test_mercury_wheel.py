import pytest

from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import Event
from hal.errors import PortLost
from tests.kits.drivers.mercury_line import (
    AT_FAULT,
    LOCKED,
    NO_MORE_BETS,
    RESTING,
    SAME_DIRECTION,
    TURNED,
    UNKNOWN,
    UNLOCKED,
    VOID,
    WAY,
    WELL,
    Table,
    WheelOnLine,
    events_of,
    status,
    twice,
    unknown_state,
    won,
)
from tests.kits.offenders import each

STATES = range(1, 8)


def after(state: int, *lines: str) -> list[Event]:
    """Return what the lines tell once a game has come to `state`."""
    bench = WheelOnLine()
    bench.receive(WAY[state])
    return bench.receive(lines)


# --- states


def reports_of_the_wheel(was: int, to: int) -> list[Event]:
    """What a wheel that goes from one state to another has reported being closed or locked."""
    if was == to:
        return []
    over = {6: [TURNED], 7: [UNLOCKED]}.get(was, [])
    return [*over, *{6: [RESTING], 7: [LOCKED]}.get(to, [])]


def reports_by_pair(was: int, to: int) -> list[Event]:
    """What a wheel that goes from one state to another has reported, by the ball's way alone."""
    in_play = was in (3, 4)
    match to:
        case 3 if was == 4:
            return [VOID]
        case 4 if was == 3:
            return [NO_MORE_BETS]
        case 4 if was != 4:
            return [UNKNOWN, NO_MORE_BETS]
        case 5 if was == 4:
            return [won("17")]
        case 5 if was != 5:
            return [UNKNOWN]
        case 7 if in_play:
            return [UNKNOWN]
        case 1 | 2 | 6 if in_play:
            return [VOID]
    return []


@pytest.mark.clause("AGCO 6.1.2")
@each("to", STATES)
@each("was", STATES)
def test_every_state_pair_gives_the_ball_s_report(was: int, to: int) -> None:
    number = "17" if to == 5 or was == 5 else "31"
    reported = after(was, *[status(to, number)] * 4)
    of_the_wheel = (TURNED, UNLOCKED, RESTING, LOCKED)
    assert sorted(map(repr, (e for e in reported if e in of_the_wheel))) == sorted(
        map(repr, reports_of_the_wheel(was, to))
    )
    assert [event for event in reported if event not in of_the_wheel] == reports_by_pair(was, to)


@each("was", STATES)
def test_lone_line_only_closes_bets(was: int) -> None:
    for to in STATES:
        early = [NO_MORE_BETS] if (was, to) == (3, 4) else []
        bench = WheelOnLine()
        bench.receive(WAY[was])
        assert bench.receive([status(to, "17")])[: len(early)] == early
        assert bench.receive([WAY[was][-1]] * 3) == []


def test_game_is_reported_once() -> None:
    assert events_of(*WAY[5], *[status(5, "17")] * 9, *twice(status(2, "17"))) == [
        NO_MORE_BETS,
        won("17"),
    ]


def test_repeated_number_is_a_new_result() -> None:
    again = twice(status(2, "17"), status(3, "17"), status(4, "17"), status(5, "17"))
    assert events_of(*WAY[5], *again) == [NO_MORE_BETS, won("17")] * 2


@pytest.mark.parametrize(("digits", "number"), [(" 0", "0"), ("00", "00"), (" 9", "9")])
def test_double_zero_is_distinct_if_wheel_has_it(digits: str, number: str) -> None:
    lines = [*WAY[4], *twice(status(5, digits))]
    assert events_of(*lines, numbers=38) == [NO_MORE_BETS, won(number)]


def test_basic_fills_up_with_zeros() -> None:
    assert events_of("*N", "*W 00", protocol="basic") == [NO_MORE_BETS, won("0")]


def test_state_5_needs_a_number() -> None:
    assert after(4, *twice(status(5, "  "))) == [UNKNOWN]


@each("field", ["37", "99", "00"])
def test_number_that_the_wheel_lacks_stops_the_table(field: str) -> None:
    reported = unknown_state(f"number {field}")
    assert after(2, *twice(status(2, field))) == [reported]
    assert after(4, *[status(5, field)] * 3) == [UNKNOWN, reported]


def test_number_needs_two_equal_lines() -> None:
    assert after(4, status(5, "17"), status(5, "19"), status(5, "17")) == []
    assert after(4, status(5, "19"), status(5, "17"), status(5, "17")) == [won("17")]


def test_changed_number_is_withdrawn() -> None:
    assert after(5, *[status(5, "19")] * 6) == [UNKNOWN]


def test_unconfirmed_number_is_unknown_not_void() -> None:
    assert after(4, status(5, "17"), status(5, "19"), *twice(status(2))) == [UNKNOWN]


def test_wheel_locked_at_start_reports_its_ball() -> None:
    reported = events_of(*twice(status(7)), *WAY[5][2:])
    assert reported == [LOCKED, UNLOCKED, NO_MORE_BETS, won("17")]


# --- the bare number


@pytest.mark.parametrize("place", [6, 7])
def test_bare_number_must_agree(place: int) -> None:
    for bare, reported in ((" 9", [NO_MORE_BETS, UNKNOWN]), ("17", [NO_MORE_BETS, won("17")])):
        lines = [*WAY[4], *twice(status(5, "17"))]
        assert events_of(*lines[:place], bare, *lines[place:]) == reported


def test_differing_later_bare_number_withdraws_result() -> None:
    assert after(5, "17", " 9", " 9", "17") == [UNKNOWN]


def test_two_differing_bare_numbers_are_unknown() -> None:
    assert after(4, "17", "19", "17", *twice(status(5, "17"))) == [UNKNOWN]


def test_lone_bare_number_is_no_result() -> None:
    assert after(4, "17", *twice(status(2))) == [UNKNOWN]
    assert after(2, "17") == []


# --- flags


def reports_by_flags(state: int, flags: int) -> list[Event]:
    rim = [AT_FAULT] if flags & 4 else []
    if flags & 10 and state in (3, 4):
        return [*rim, SAME_DIRECTION if flags & 2 else VOID]
    return [*rim, UNKNOWN] if flags & 10 and state == 5 else rim


@each("flags", range(16))
@each("state", STATES)
def test_every_flag_in_every_state(state: int, flags: int) -> None:
    number = "17" if state == 5 else "31"
    lines = [status(state, number, flags)] * 5
    assert after(state, *lines) == reports_by_flags(state, flags)
    assert after(state, lines[0], *[status(state, number)] * 3) == []


@each("flags", range(16))
def test_number_arriving_with_a_flag(flags: int) -> None:
    rim = [AT_FAULT] if flags & 4 else []
    reported = SAME_DIRECTION if flags & 2 else VOID if flags & 8 else UNKNOWN if rim else won("17")
    assert after(4, *[status(5, "17", flags)] * 4) == [*rim, reported]


def test_respin_after_wrong_direction_is_a_spin() -> None:
    wrong, right = status(3, flags=2), status(3)
    lines = twice(wrong, right, status(4), status(5, "17"))
    assert after(3, *lines) == [SAME_DIRECTION, NO_MORE_BETS, won("17")]
    assert after(3, *twice(wrong, right, wrong)) == [SAME_DIRECTION, SAME_DIRECTION]


def test_wheel_voided_game_has_no_number() -> None:
    lines = twice(status(4, flags=8), status(4), status(5, "17"))
    assert after(4, *lines) == [VOID]


def test_slow_rotor_ends_nothing() -> None:
    lines = twice(*(status(state, "17", 1) for state in (2, 3, 4, 5)))
    assert events_of(*lines) == [NO_MORE_BETS, won("17")]


def test_rim_sensor_faults_until_well() -> None:
    assert after(2, *[status(2, flags=4)] * 3, *[status(2)] * 3) == [AT_FAULT, WELL]


# --- counts


@pytest.mark.parametrize(("first", "last"), [(2, 2), (2, 3), (255, 0)])
def test_count_may_advance_by_one_within_a_spin(first: int, last: int) -> None:
    lines = twice(*(status(state, "17", game=first) for state in (2, 3)))
    lines += twice(*(status(state, "17", game=last) for state in (4, 5)))
    assert events_of(*lines) == [NO_MORE_BETS, won("17")]


@pytest.mark.parametrize("game", [0, 1, 4, 255])
def test_count_jump_is_a_missed_spin(game: int) -> None:
    assert after(4, *twice(status(5, "17", game=game))) == [UNKNOWN]


# --- extended


def extended(ball: str, game: int) -> list[str]:
    more = f";0000;{game:02X};{{}};?????;??"
    return twice(
        status(2, game=game, more=more.format("?")),
        *(status(state, "17", game=game, more=more.format(ball)) for state in (3, 4, 5)),
    )


@pytest.mark.clause("Practice wheel direction")
@each(
    "balls, counts",
    [("010", [1, 1, 1]), ("00", [1, 0]), ("0?0", [1, 1, 1]), ("??", [1, 1]), ("001", [1, 0, 1])],
)
def test_known_directions_alternate(balls: str, counts: list[int]) -> None:
    bench = WheelOnLine(protocol="extended")
    for game, (ball, counted) in enumerate(zip(balls, counts, strict=True)):
        reported = won("17") if counted else SAME_DIRECTION
        assert bench.receive(extended(ball, game)) == [NO_MORE_BETS, reported]


def test_ball_before_cable_loss_is_not_compared() -> None:
    bench = WheelOnLine(protocol="extended")
    bench.receive(extended("0", 1))
    bench.pull()
    assert bench.receive(extended("0", 2)) == [NO_MORE_BETS, won("17")]


# --- basic


@each(
    "lines, events",
    [
        (["*S", "*N", "*W 17"], [NO_MORE_BETS, won("17")]),
        (["*N", "*W  9"], [NO_MORE_BETS, won("9")]),
        (["*S", "*N", "*N", "*W 17", "*W 17"], [NO_MORE_BETS, won("17")]),
        (["*S", "*W 17"], [UNKNOWN]),
        (["*W 17"], [UNKNOWN]),
        (["*S", "*N", "*W 17", "*W 19", "*W 17"], [NO_MORE_BETS, won("17"), UNKNOWN]),
        (["*S", "*N", "*W 37"], [NO_MORE_BETS, UNKNOWN]),
        (["*S", "*N", "*W 7", "*W 07"], [NO_MORE_BETS, UNKNOWN]),
        (["*S", "*N", "*W", "*S", "*N", "*W 17"], [NO_MORE_BETS, UNKNOWN, NO_MORE_BETS, won("17")]),
        (["*S", "*N", "*S"], [NO_MORE_BETS, UNKNOWN]),
        (["*x", "*S", "*N", "*W 17", "*x"], [NO_MORE_BETS, won("17")]),
    ],
)
def test_basic_gives_number_after_no_more_bets_only(lines: list[str], events: list[Event]) -> None:
    assert events_of(*lines, protocol="basic") == events


def test_basic_may_be_silent_for_long() -> None:
    table = Table("basic")
    table.far.is_silent = True
    assert table.run(60_000, step=100) == []
    assert table.losses == 0


def test_basic_misses_a_wrong_digit() -> None:
    assert events_of("*S", "*N", "*W 16", protocol="basic") == [NO_MORE_BETS, won("16")]


# --- the cable


@each("state", STATES)
def test_spin_cut_by_cable_loss_is_never_reported(state: int) -> None:
    lost = [UNKNOWN] if state in (3, 4) else []
    for back in STATES:
        bench = WheelOnLine()
        bench.receive(WAY[state])
        bench.pull()
        first = bench.receive([status(back, "17")])
        assert first == lost
        later = bench.receive([status(back, "17")] * 3)
        unseen = not lost and back in (3, 4)
        assert (UNKNOWN in later) == unseen
        ends = bench.receive(twice(status(4), status(5, "17"))) if back in (3, 4) else []
        assert won("17") not in [*later, *ends]


def test_absent_port_loses_a_spin_once() -> None:
    bench = WheelOnLine()
    bench.receive(WAY[4])
    for _ in range(3):
        bench.port.unplug()
        with pytest.raises(PortLost):
            bench.wheel.start(bench.now)
    bench.pull()
    assert bench.receive(WAY[5]) == [UNKNOWN, NO_MORE_BETS, won("17")]


def test_basic_spin_cut_by_cable_is_unknown_at_once() -> None:
    bench = WheelOnLine(protocol="basic")
    bench.receive(["*S", "*N"])
    bench.pull()
    assert list(bench.wheel.poll(bench.now)) == [UNKNOWN]
    assert bench.receive(["*W 17", "*S", "*N", "*W 18"]) == [NO_MORE_BETS, won("18")]


# --- silence


def test_loss_is_after_exactly_five_seconds_silence() -> None:
    table = Table()
    table.run(1000)
    table.far.is_silent = True
    table.run(4400)
    assert table.losses == 0
    table.run(700)
    assert table.losses == 1


@pytest.mark.parametrize("gap", [0, 1, 3, 8])
def test_distant_lines_do_not_confirm(gap: int) -> None:
    bench = WheelOnLine()
    bench.receive(WAY[4])
    bench.receive([status(5, "17")])
    for _ in range(gap):
        bench.raw(b"")
    assert bench.receive([status(5, "17")]) == ([won("17")] if gap < 2 else [])


def test_game_ended_in_a_pause_is_unknown_not_void() -> None:
    bench = WheelOnLine()
    bench.receive(WAY[4])
    for _ in range(5):
        bench.raw(b"")
    assert bench.receive(twice(status(2))) == [UNKNOWN]
    assert bench.wheel.health["stale"] == 1


def test_self_test_needs_a_live_wheel() -> None:
    table = Table()
    assert table.wheel.test(table.clock.now()) is SelfTestProof.LISTENS
    table.run(600)
    assert table.wheel.test(table.clock.now()) is SelfTestProof.ANSWERS
    table.far.is_silent = True
    table.run(2500)
    assert table.wheel.test(table.clock.now()) is SelfTestProof.LISTENS
    basic = Table("basic")
    basic.run(1000)
    assert basic.wheel.test(basic.clock.now()) is SelfTestProof.LISTENS
