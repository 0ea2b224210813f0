"""A roulette table whose wheel misbehaves: no wrong number, stakes go back, and it goes on."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Announced, BetSettled, FaultShown, RoundVoided
from firmware.shell.config.defaults import default_table
from sim.machines.slingshot import SimSlingShot
from sim.machines.wheel_source import RouletteWheel
from tests.kits.core.table_kit import STOPPED
from tests.kits.faults.faulty_table import FaultyTable

SPIN_MS = 8_000
LONG = 12_000
"""More than the longest back-off and the wheel's own start, ms."""

Mishap = Callable[[SimSlingShot], None]


@pytest.fixture
def table() -> FaultyTable:
    """A chip on 17 and one on red; the table starts a wheel that leaves time for a mishap."""
    table = FaultyTable(default_table("roulette"))
    wheel = wheel_of(table)
    wheel.pace.durations_ms, wheel.pace.status_every = (
        dict.fromkeys(wheel.pace.durations_ms, 200),
        50,
    )
    table.bet(1, "straight:17", 100)
    table.bet(2, "red", 500)
    return table


def wheel_of(table: FaultyTable) -> SimSlingShot:
    assert isinstance(table.sim.wheel, RouletteWheel)
    assert isinstance(table.sim.wheel.far_end, SimSlingShot)
    return table.sim.wheel.far_end


def spin(table: FaultyTable, number: str = "17") -> None:
    table.hands.press_key(Key.START_SPIN)
    wheel_of(table).spin(number)


def until(table: FaultyTable, state: int) -> None:
    for _ in range(SPIN_MS // 100):
        if wheel_of(table).state == state:
            return
        table.hands.wait(100)
    raise AssertionError(f"the wheel did not come to state {state}")


def announced(table: FaultyTable) -> list[str]:
    return [ruling.words.key for ruling in table.rulings if isinstance(ruling, Announced)]


def outcomes(table: FaultyTable) -> list[tuple[str, str, int]]:
    return [(line.bet.place.on, line.outcome, line.paid) for line in table.settled()]


def void_and_go_on(table: FaultyTable) -> None:
    """The supervisor voids the round; both stakes go back and the next number is settled."""
    assert outcomes(table) == []
    table.supervise(Key.VOID_ROUND)
    assert any(isinstance(ruling, RoundVoided) for ruling in table.rulings)
    assert sorted(outcomes(table)) == [("red", "push", 0), ("straight:17", "push", 0)]
    table.hands.clear_stacks()
    for _ in range(3):
        table.hands.press_key(Key.CONFIRM)
    wheel_of(table).place_bets()
    goes_on(table)


def goes_on(table: FaultyTable) -> None:
    table.rulings.clear()
    table.bet(3, "straight:5", 200)
    table.hands.press_key(Key.NO_MORE_BETS)
    spin(table, "5")
    table.virtual.wait_for(lambda: table.virtual.core_table.state.game.finished, 2 * LONG)
    assert outcomes(table) == [("straight:5", "win", 7000)]


def test_wheel_closes_bets_by_itself(table: FaultyTable) -> None:
    spin(table)
    until(table, 4)
    table.hands.wait(700)
    assert table.phase is Phase.ROUND
    assert "announce.no_more_bets" in announced(table)
    table.virtual.wait_for(lambda: table.virtual.core_table.state.game.finished, SPIN_MS)
    assert sorted(outcomes(table)) == [("red", "lose", 0), ("straight:17", "win", 3500)]


def test_dealer_s_close_is_announced_once(table: FaultyTable) -> None:
    table.hands.press_key(Key.NO_MORE_BETS)
    spin(table)
    table.virtual.wait_for(lambda: table.virtual.core_table.state.game.finished, SPIN_MS)
    assert announced(table).count("announce.no_more_bets") == 1


@pytest.mark.parametrize("state", [3, 4])
def test_cable_cut_mid_spin_voids_it(table: FaultyTable, state: int) -> None:
    table.hands.press_key(Key.NO_MORE_BETS)
    spin(table)
    until(table, state)
    table.hands.wait(100)
    table.port("wheel").unplug()
    table.hands.wait(LONG)
    assert table.phase is STOPPED
    assert ("wheel", "lost") in table.faults
    table.port("wheel").plug()
    table.hands.wait(LONG)
    assert ("wheel", "spin_unknown") in table.faults
    void_and_go_on(table)


def same_direction(wheel: SimSlingShot) -> None:
    wheel.same_direction()


def fail_launch(wheel: SimSlingShot) -> None:
    wheel.fail_launch()


def slow_rotor(wheel: SimSlingShot) -> None:
    wheel.set_rotor_speed(40)


@pytest.mark.parametrize("mishap", [same_direction, fail_launch, slow_rotor])
def test_no_spin_leaves_bets_in_place(table: FaultyTable, mishap: Mishap) -> None:
    wheel = wheel_of(table)
    table.hands.press_key(Key.NO_MORE_BETS)
    mishap(wheel)
    spin(table)
    table.virtual.wait_for(lambda: bool(shown(table)), 4 * LONG)
    assert shown(table)[0].startswith("no_result.")
    assert outcomes(table) == []
    assert table.phase is Phase.ROUND
    assert table.virtual.panel.dealer[-1].key.startswith("no_result.")
    wheel.set_rotor_speed(160)
    until(table, 2)
    table.hands.wait(1500)
    spin(table)
    table.virtual.wait_for(lambda: table.virtual.core_table.state.game.finished, 2 * LONG)
    assert sorted(outcomes(table)) == [("red", "lose", 0), ("straight:17", "win", 3500)]


def shown(table: FaultyTable) -> list[str]:
    return [ruling.why.key for ruling in table.rulings if isinstance(ruling, FaultShown)]


def test_merged_lines_are_no_number(table: FaultyTable) -> None:
    wheel = wheel_of(table)
    lines: list[bytes] = []

    def merge(line: bytes) -> bytes:
        """Run each third line into the next, as a line that was cut off."""
        lines.append(line)
        return line[:7] if len(lines) % 3 == 0 else line

    wheel.damage = merge
    table.hands.press_key(Key.NO_MORE_BETS)
    spin(table)
    table.virtual.wait_for(lambda: bool(table.settled() or table.faults), 2 * LONG)
    assert sorted(outcomes(table)) in ([], [("red", "lose", 0), ("straight:17", "win", 3500)])


def test_lost_wheel_number_is_keyed_twice() -> None:
    config = default_table("roulette", wheel=False)
    table = FaultyTable(config)
    table.bet(1, "straight:17", 100)
    table.hands.press_key(Key.NO_MORE_BETS)
    for digits in ("17", "18"):
        table.hands.key_result((digits,), readings=1, faces=False)
    assert table.refusals() == ["why.readings_differ"]
    table.hands.key_result(("17",), readings=2, faces=False)
    assert outcomes(table) == [("straight:17", "win", 3500)]


def test_late_chips_differ_by_owner(table: FaultyTable) -> None:
    table.hands.press_key(Key.NO_MORE_BETS)
    table.bet(5, "straight:17", 100)
    late = [place for place, _ in table.virtual.core_table.state.round.bets.late_stacks]
    assert late == [Place(5, "straight:17")]
    spin(table)
    table.virtual.wait_for(lambda: table.virtual.core_table.state.game.finished, SPIN_MS)
    assert table.settled() == []
    table.hands.sweep_chips(Place(5, "straight:17"), None)
    table.supervise(Key.RESOLVE_LATE)
    assert [line.bet.place.spot for line in settled(table)] == [2, 1]


def settled(table: FaultyTable) -> list[BetSettled]:
    return list(table.settled())


def test_table_of_38_has_double_zero() -> None:
    config = default_table("roulette")
    options = {"numbers": 38, "kind": "american"}
    table = FaultyTable(replace(default_table("roulette", **options), limits=config.limits))
    table.bet(1, "split:0,00", 100)
    table.bet(2, "top_line", 100)
    table.hands.press_key(Key.NO_MORE_BETS)
    spin(table, "00")
    table.virtual.wait_for(lambda: table.virtual.core_table.state.game.finished, SPIN_MS)
    assert outcomes(table) == [("top_line", "win", 600), ("split:0,00", "win", 1700)]


# states of the wheel that are no mishap of a throw


def bets_lie(table: FaultyTable) -> None:
    """The bets are played to their end once the wheel is as it should be."""
    table.hands.wait(LONG)
    assert table.faults == []
    table.hands.press_key(Key.NO_MORE_BETS)
    spin(table)
    table.virtual.wait_for(lambda: table.virtual.core_table.state.game.finished, 2 * LONG)
    assert sorted(outcomes(table)) == [("red", "lose", 0), ("straight:17", "win", 3500)]


@pytest.mark.parametrize("key", [Key.CONFIRM, Key.START_SPIN])
def test_closed_wheel_is_opened_by_one_key(table: FaultyTable, key: Key) -> None:
    wheel_of(table).close_table()
    table.hands.wait(2000)
    assert table.faults == [("wheel", "wheel_closed")]
    table.hands.press_key(key)
    table.hands.wait(1000)
    assert wheel_of(table).state != 6
    bets_lie(table)


def test_wheel_after_a_power_cut_is_opened_at_the_table(table: FaultyTable) -> None:
    wheel_of(table).power_cycle()
    table.hands.wait(LONG)
    assert ("wheel", "wheel_closed") in table.faults
    for _ in range(3):
        table.hands.press_key(Key.CONFIRM)
        table.hands.wait(2000)
    bets_lie(table)


def test_jammed_launcher_is_told_until_it_throws(table: FaultyTable) -> None:
    wheel_of(table).jam_launcher()
    table.hands.press_key(Key.NO_MORE_BETS)
    spin(table)
    table.hands.wait(6000)
    assert table.faults == [("wheel", "failed_launch")]
    wheel_of(table).free_launcher()
    table.virtual.wait_for(lambda: table.virtual.core_table.state.game.finished, 2 * LONG)
    assert sorted(outcomes(table)) == [("red", "lose", 0), ("straight:17", "win", 3500)]


def test_launcher_that_closes_the_wheel_is_another_fault(table: FaultyTable) -> None:
    wheel_of(table).jam_launcher()
    spin(table)
    table.hands.wait(90_000)
    assert table.faults == [("wheel", "wheel_closed")]


def test_other_mode_is_told_and_set_under_the_supervisor_s_key(table: FaultyTable) -> None:
    own_mode = wheel_of(table).slingshot_games.mode
    wheel_of(table).use_mode(1157)
    table.hands.wait(65_000)
    assert table.faults == [("wheel", "wheel_mode")]
    table.supervise(Key.CONFIRM)
    table.hands.wait(2000)
    assert wheel_of(table).slingshot_games.mode == own_mode
    bets_lie(table)


def test_unknown_state_closes_bets_and_is_no_lost_wheel(table: FaultyTable) -> None:
    wheel_of(table).show_state("7")
    table.hands.wait(LONG)
    assert table.faults == [("wheel", "unknown_state")]
    wheel_of(table).show_state(None)
    bets_lie(table)


def test_other_pockets_are_refused(table: FaultyTable) -> None:
    wheel_of(table).firmware.pockets = 38
    table.hands.wait(65_000)
    assert table.faults == [("wheel", "wheel_pockets")]
    wheel_of(table).firmware.pockets = 37
    table.hands.wait(65_000)
    bets_lie(table)
