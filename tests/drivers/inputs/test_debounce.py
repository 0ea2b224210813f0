from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from drivers.inputs.debounce import STABLE_MS, Debounce
from hal.ports import NEVER
from tests.kits.offenders import each

HIGH, LOW = 1, 0


def settled(levels: int = HIGH, inputs: int = 1, idle: int = HIGH) -> Debounce:
    debounce = Debounce(inputs, idle)
    debounce.feed(levels, 0)
    debounce.feed(levels, STABLE_MS)
    assert debounce.settles_at == NEVER
    return debounce


def reports(debounce: Debounce, samples: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the times and levels that were reported for input 0."""
    return [(now, level) for now, level in samples if debounce.feed(level, now)]


def level_at(edges: list[int], now: int) -> int:
    """High before the first edge, and the other way round after each."""
    return HIGH if sum(edge <= now for edge in edges) % 2 == 0 else LOW


bounces = st.lists(st.integers(100, 100 + STABLE_MS - 1), unique=True, max_size=12).map(sorted)


@given(bounces, st.integers(1, 7))
def test_bounce_under_15_ms_is_one_press(bounce: list[int], every: int) -> None:
    edges = bounce if len(bounce) % 2 else [*bounce, 100 + STABLE_MS]
    samples = [(now, level_at(edges, now)) for now in range(50, 300, every)]
    reported = reports(settled(), samples)
    assert [level for _, level in reported] == [LOW]
    assert edges[-1] <= reported[0][0] <= edges[-1] + STABLE_MS + 2 * every


@given(bounces.filter(lambda bounce: len(bounce) % 2 == 0), st.integers(1, 7))
def test_fall_within_15_ms_is_no_press(bounce: list[int], every: int) -> None:
    samples = [(now, level_at(bounce, now)) for now in range(50, 300, every)]
    assert reports(settled(), samples) == []


@given(st.lists(st.integers(1, STABLE_MS - 1), min_size=1, max_size=40))
def test_unstable_level_is_not_accepted(lengths: list[int]) -> None:
    debounce, now, level = settled(), 100, HIGH
    for length in lengths:
        level ^= 1
        for _ in range(length):
            assert debounce.feed(level, now) == 0
            now += 1


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 60)), max_size=60))
def test_reports_alternate_per_input(
    steps: list[tuple[int, int]],
) -> None:
    together = settled(levels=0b111, inputs=0b111, idle=0b111)
    alone = [settled() for _ in range(3)]
    accepted, now = 0b111, 100
    for levels, wait in steps:
        now += wait
        reported = together.feed(levels, now)
        apart = [one.feed(levels >> n & 1, now) for n, one in enumerate(alone)]
        assert reported == sum(bit << n for n, bit in enumerate(apart))
        assert reported & ~(levels ^ accepted) == 0
        accepted ^= reported


@each("after", range(40))
def test_change_counts_15_ms_after_first_sight(after: int) -> None:
    debounce = settled()
    assert debounce.feed(LOW, 100) == 0
    assert debounce.settles_at == 115
    assert debounce.feed(LOW, 100 + after) == (after >= 15)
    assert debounce.settles_at == (115 if after < 15 else NEVER)


@each("idle", range(4))
@each("levels", range(4))
def test_first_stable_levels_report_active_inputs(levels: int, idle: int) -> None:
    debounce = Debounce(0b11, idle)
    assert debounce.feed(levels, 0) == 0
    assert debounce.unreported == 0b11
    assert debounce.feed(levels, 15) == levels ^ idle
    assert debounce.unreported == 0
    assert debounce.feed(levels, 40) == 0


@each("before", range(4))
@each("after", range(4))
def test_new_start_reports_active_and_changed(before: int, after: int) -> None:
    debounce = settled(levels=before, inputs=0b11, idle=0b11)
    debounce.start()
    debounce.feed(after, 100)
    assert debounce.settles_at == 115
    assert debounce.feed(after, 115) == (after ^ 0b11) | (after ^ before)


def test_unwired_input_is_not_reported() -> None:
    debounce = settled(levels=0b11, inputs=0b01, idle=0b11)
    debounce.feed(0b00, 100)
    assert debounce.feed(0b00, 115) == 0b01


def test_long_poll_gap_adds_no_delay() -> None:
    debounce = settled()
    debounce.feed(LOW, 100)
    assert debounce.feed(LOW, 5000) == 1
