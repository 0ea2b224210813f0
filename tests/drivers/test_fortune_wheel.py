from collections.abc import Callable, Sequence
from random import Random

import pytest

from drivers.fortune_wheel import FortuneWheel
from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import Event, NoResultSeen, ResultSeen
from hal.errors import HardwareError
from hal.ports import Millis
from sim.machines.fortune_wheel import SimFortuneWheel
from sim.wires.lines import SimInput
from sim.world.virtual_clock import VirtualClock
from tests.kits.drivers.fortune_bench import KNOWN, SPUN_MS, UNKNOWN, Bench, result
from tests.kits.examples import examples
from tests.kits.offenders import each

TURNED_BACK = NoResultSeen("turned_back")
BETWEEN_PARTS = NoResultSeen("between_parts")


# --- results


@each("parts", [*range(9, 60, examples(12, 1)), 60])
def test_any_part_count_and_wheel_ends(parts: int) -> None:
    bench = Bench(parts)
    lasts = 4000 + 80 * parts
    for part, before in ((parts - 1, 0), (0, parts - 1)):
        ahead = (part - before) % parts
        assert bench.spin(part, 3, lasts_ms=lasts) == [result(part, 3 + ahead // parts)]


@pytest.mark.parametrize("within", [0.26, 0.74])
def test_every_part_and_position_in_it(within: float) -> None:
    bench = Bench(24)
    for nth in range(24):
        part = nth * 5 % 24
        (reported,) = bench.spin(part, 3, within)
        assert isinstance(reported, ResultSeen)
        assert reported.symbols == (f"p{part}",)
        assert reported.revolutions == 3


@pytest.mark.parametrize("revolutions", [1, 2, 3, 7])
def test_turns_are_counted_not_judged(revolutions: int) -> None:
    bench = Bench()
    assert bench.spin(0, revolutions) == [result(0, revolutions)]
    assert bench.spin(23, revolutions) == [result(23, revolutions)]


def test_sixty_pegs_a_second_counted() -> None:
    bench = Bench(60)
    assert bench.spin(0, revolutions=5, lasts_ms=10_000) == [result(0, 5)]


def test_symbol_on_many_parts_is_reported_as_written() -> None:
    clock = VirtualClock(1000)
    order = ["1", "2", "1", "5", "1", "2", "1", "10", "joker"]
    far = SimFortuneWheel(clock.now, order)
    part = FortuneWheel(far.index, far.peg, order)
    part.start(clock.now())
    far.spin("joker", 3)
    events: list[Event] = []
    while clock.now() < SPUN_MS:
        events += part.poll(clock.now())
        clock.advance(1)
    assert events == [ResultSeen(("joker",), 3)]


def test_result_needs_2_seconds_of_rest() -> None:
    bench = Bench()
    bench.far.spin("p5", 4)
    assert bench.run(bench.far.spin_duration_ms + 1000) == []
    assert bench.run(5000) == [result(5, 4)]
    assert bench.run(60_000) == []


@pytest.mark.parametrize("millis", [1000, 4000, 8500])
def test_turns_count_from_last_push(millis: int) -> None:
    bench = Bench()
    bench.far.spin("p0", 2)
    bench.run(millis)
    bench.far.spin("p5", 4)
    reported = bench.run()
    assert [event.revolutions for event in reported if isinstance(event, ResultSeen)] in (
        [],
        [3],
        [4],
    )
    assert reported


def test_creeping_wheel_is_not_at_rest() -> None:
    bench = Bench(9)
    bench.far.spin_duration_ms = 60_000
    for within in (0.3, 0.5, 0.7):
        bench.far.spin("p4", 3, within)
        assert parts_reported(bench.run(80_000)) == [("p4",)]


@pytest.mark.parametrize("parts", [8, 61])
def test_wheel_has_9_to_60_parts(parts: int) -> None:
    with pytest.raises(ValueError, match="117"):
        FortuneWheel(SimInput(), SimInput(), ["1"] * parts)


# --- no results


@pytest.mark.parametrize("parts", [9, 24, 60])
def test_pointer_on_peg_is_between_parts(parts: int) -> None:
    bench = Bench(parts)
    bench.spin(parts // 2)
    bench.far.spin_between_segments()
    assert bench.run() == [BETWEEN_PARTS]
    assert bench.spin(3, 3)[-1].symbols == ("p3",)  # type: ignore[attr-defined]


@each("within", [0.76, 0.99, 1.0, 1.01, 1.24])
def test_turn_s_last_peg_is_between_parts(within: float) -> None:
    assert Bench().spin(23, within=within) == [BETWEEN_PARTS]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_backward_turn_is_no_spin(turns: int) -> None:
    bench = Bench()
    bench.far.spin_backwards(turns)
    assert bench.run() == [TURNED_BACK]
    assert bench.spin(3) == [result(3, 4)]


@each("millis", range(500, 7500, examples(1100, 500)))
def test_backward_turn_mid_spin_has_no_result(millis: int) -> None:
    bench = Bench()
    bench.far.spin("p5", 4)
    assert bench.run(millis) == []
    bench.far.spin_backwards()
    reported = bench.run()
    assert TURNED_BACK in reported or UNKNOWN in reported
    assert not any(isinstance(event, ResultSeen) for event in reported)


@pytest.mark.parametrize("part", [5, 23])
def test_under_a_turn_reports_nothing(part: int) -> None:
    bench = Bench()
    bench.spin(12)
    assert bench.spin(part, 0) == []
    assert bench.part.health["moves"] == 1
    assert bench.spin(9, 3) == [result(9, 3)]


# --- polls, loss


def parts_reported(events: Sequence[Event]) -> list[tuple[str, ...]]:
    return [event.symbols for event in events if isinstance(event, ResultSeen)]


def now_and_then(most: int, seed: int) -> Callable[[], int]:
    chance = Random(seed)
    return lambda: chance.randrange(most) if chance.random() < 0.1 else 0


@pytest.mark.parametrize("most", [2, 8, 30, 120])
def test_late_polls_invent_no_part(most: int) -> None:
    reported = 0
    for seed in range(6):
        bench = Bench(24)
        bench.far.spin("p5", 4)
        events = bench.run(late=now_and_then(most, seed))
        assert parts_reported(events) in ([], [("p5",)])
        assert events
        reported += len(parts_reported(events))
    assert reported == 6 or most > 8
    assert reported < 6 or most < 100


@pytest.mark.parametrize("step", [10, 20, 50, 111])
def test_constantly_late_polls_invent_no_part(step: int) -> None:
    for part in range(0, 24, 5):
        bench = Bench(24)
        bench.far.spin(f"p{part}", 4)
        assert parts_reported(bench.run(late=lambda: step)) in ([], [(f"p{part}",)])


@each("millis", range(6000, 8000, examples(300, 100)))
def test_pause_hiding_last_peg_invents_no_part(millis: int) -> None:
    bench = Bench()
    bench.far.spin("p5", 4, 0.3)
    bench.run(millis)
    bench.clock.advance(700)
    assert bench.run() in ([UNKNOWN], [result(5, 4)])


@each("millis", range(0, 11_000, examples(1700, 700)))
def test_spin_during_part_loss_is_never_reported(millis: int) -> None:
    bench = Bench()
    bench.far.spin("p5", 4)
    before = bench.run(millis)
    bench.clock.advance(1500)
    bench.part.start(bench.clock.now())
    after = bench.run()
    if before:
        assert (before, after) == ([result(5, 4)], [])
    elif millis < 1000:
        assert UNKNOWN in after or after == [] or parts_reported(after) == [("p5",)]
    else:
        assert after in ([UNKNOWN], [UNKNOWN, KNOWN])
    assert bench.spin(7)[-1] == result(7, 4)


class Dead(SimInput):
    def level(self) -> bool:
        raise HardwareError("GPIO 5")


def test_unreadable_line_is_a_loss() -> None:
    with pytest.raises(HardwareError):
        FortuneWheel(Dead(), SimInput(), ["1"] * 9).start(Millis(0))


def test_polls_follow_the_wheel_s_speed() -> None:
    bench = Bench(60)
    bench.far.spin("p5", 4)
    bench.run(200)
    assert bench.part.due - bench.clock.now() <= 1
    bench.run(SPUN_MS)
    bench.run(10)
    assert 0 <= bench.part.due - bench.clock.now() <= 5
    assert bench.part.test(bench.clock.now()) is SelfTestProof.BLIND
