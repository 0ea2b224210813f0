"""The power supply's warning: reported at once, taken back once the power has held."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.part import SelfTestProof
from drivers.power.line import POLL_MS, POWER_FAILING, POWER_GOOD_MS, PowerLine
from drivers.wiring import LineWiring
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.faults import FAULT_KINDS, FaultCure
from firmware.shell.config.config import parse_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config
from hal.ports import Millis
from sim.bench.power import SimPower
from tests.kits.offenders import each

RAISED, ENDED = FaultRaised("power", POWER_FAILING), FaultEnded("power", POWER_FAILING)
PIN = 26
IDLE = pytest.mark.parametrize("idle", ["high", "low"])


class Supply:
    """A power supply with its line, read in the line's own time."""

    def __init__(self, idle: str = "high") -> None:
        self.far_end = SimPower(LineWiring(PIN, idle))
        self.part = PowerLine(self.far_end.lines[PIN], idle_level=idle == "high")
        self.now = Millis(0)
        self.part.start(self.now)

    def run(self, millis: int, *, failing: bool) -> list[Event]:
        """Return what is said while the input fails, or doesn't, for so long."""
        self.far_end.set_failing(is_failing=failing)
        events: list[Event] = []
        end = self.now + millis
        while self.part.due < end:
            self.now = self.part.due
            events += self.part.poll(self.now)
        self.now = Millis(end)
        return events


def held(idle: str = "high") -> Supply:
    """Return a supply that is known to hold."""
    supply = Supply(idle)
    supply.run(POWER_GOOD_MS + POLL_MS, failing=False)
    return supply


@pytest.mark.clause("Practice failing power")
@IDLE
def test_failure_is_reported_within_two_polls(idle: str) -> None:
    supply = held(idle)
    assert supply.run(2 * POLL_MS, failing=True) == [RAISED]
    assert supply.run(60_000, failing=True) == []


@each("idle", ["high", "low"])
@each("wait", range(40))
def test_failure_after_long_quiet_within_10_ms(idle: str, wait: int) -> None:
    supply = held(idle)
    part, fails_at = supply.part, supply.now + 1000 + wait
    said: list[Event] = []
    for now in range(supply.now, fails_at + 2 * POLL_MS):
        supply.far_end.set_failing(is_failing=now >= fails_at)
        if now >= part.due or (
            now % part.interrupt_poll_ms == 0 and part.interrupt_active and part.interrupt_active()
        ):
            said += part.poll(Millis(now))
    assert said == [RAISED]


@IDLE
def test_end_reported_once_power_holds(idle: str) -> None:
    supply = held(idle)
    supply.run(100, failing=True)
    assert supply.run(POWER_GOOD_MS, failing=False) == []
    assert supply.run(2 * POLL_MS, failing=False) == [ENDED]
    assert supply.run(60_000, failing=False) == []


def test_one_bad_reading_is_disturbance() -> None:
    supply = held()
    for _ in range(100):
        assert supply.run(POLL_MS, failing=True) == []
        assert supply.run(POLL_MS, failing=False) == []


def test_fluttering_is_one_failure() -> None:
    supply = held()
    said = []
    for _ in range(20):
        said += supply.run(50, failing=True) + supply.run(POWER_GOOD_MS // 2, failing=False)
    assert said == [RAISED]


def test_start_ends_an_earlier_failure() -> None:
    assert Supply().run(POWER_GOOD_MS + POLL_MS, failing=False) == [ENDED]


def test_start_reports_missing_power() -> None:
    assert Supply().run(2 * POLL_MS, failing=True) == [RAISED]


def test_resting_line_proves_nothing() -> None:
    assert Supply().part.test(Millis(0)) is SelfTestProof.BLIND


def test_deal_stops_and_felt_is_checked() -> None:
    assert FAULT_KINDS[POWER_FAILING].stops_deal
    assert FAULT_KINDS[POWER_FAILING].cure is FaultCure.CONFIRM_FELT


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 3000)), max_size=30))
def test_failures_and_ends_alternate(moves: list[tuple[bool, int]]) -> None:
    supply = held()
    said = [event for failing, millis in moves for event in supply.run(millis, failing=failing)]
    assert said == [RAISED, ENDED] * (len(said) // 2) + [RAISED] * (len(said) % 2)


# as it is configured


def configured(lines: str) -> Config:
    return parse_config(f"{DEFAULT_TABLE.read_text(encoding='utf-8')}\n[power]\n{lines}")


def test_line_rests_high_unless_configured_low() -> None:
    assert configured('part = "line"\nfailing = 26').wiring.power == LineWiring(26, "high")
    low = configured('part = "line"\nfailing = 26\nidle = "low"')
    assert low.wiring.power == LineWiring(26, "low")


@each(
    "lines, where",
    [
        ('part = "line"', "power.failing"),
        ('part = "line"\nfailing = 28', "power.failing"),
        ('part = "line"\nfailing = 2', "power.failing"),
        ('part = "line"\nfailing = 26\nidle = "up"', "power.idle"),
        ('part = "wire"\nfailing = 26', "power.part"),
        ('part = "line"\nfailing = 26\nlevel = 1', "power.level"),
    ],
)
def test_invalid_option_names_its_key(lines: str, where: str) -> None:
    with pytest.raises(ConfigError) as refused:
        configured(lines)
    assert where in {fault.key for fault in refused.value.faults}
