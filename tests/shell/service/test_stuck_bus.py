"""A bus that is held: freed if it can be, else one fault for all of its parts."""

from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
)
from firmware.shell.parts.bus import STUCK_TRIES, PartBus
from firmware.shell.parts.retry import SETTLE_MS
from hal.errors import BusStuck
from hal.ports import Millis
from tests.kits.shell.faulty_part import PANEL, Faulty, turns


class HeldBus:
    """Two parts on a bus whose line is held from `held` on, until it is let go or recovered."""

    def __init__(self, *, recovers: bool = False) -> None:
        self.parts = [Faulty("lights"), Faulty("keys")]
        self.recoveries: list[Millis] = []
        self.now = 0
        self._recovers = recovers
        self.bus = PartBus("i2c", self.parts, recover_bus=self._recover)
        self.bus.target_panel = PANEL
        self.run(5)

    def hold(self, *, held: bool) -> None:
        for part in self.parts:
            part.trouble = BusStuck("held") if held else None

    def run(self, millis: int) -> list[Event]:
        self.now += millis
        return turns(self.bus, self.now - millis, self.now)

    def _recover(self) -> None:
        self.recoveries.append(Millis(self.now))
        if not self._recovers:
            raise BusStuck("still held")
        self.hold(held=False)


def test_briefly_stuck_bus_is_no_fault() -> None:
    table = HeldBus()
    table.hold(held=True)
    said = table.run((STUCK_TRIES - 1) * SETTLE_MS)
    table.hold(held=False)
    assert said + table.run(100) == []
    assert [part.starts for part in table.parts] == [2, 2]
    assert all(part.shown == [PANEL, PANEL] for part in table.parts)
    assert table.recoveries == []


def test_stuck_bus_is_recovered_once() -> None:
    table = HeldBus()
    table.hold(held=True)
    assert table.run(20_000) == [FaultRaised("i2c", "stuck")]
    assert len(table.recoveries) == 1
    assert table.bus.stuck_count < 15


def test_successful_recovery_is_no_fault() -> None:
    table = HeldBus(recovers=True)
    table.hold(held=True)
    assert table.run(1000) == []
    assert len(table.recoveries) == 1
    assert [part.starts for part in table.parts] == [2, 2]


def test_free_bus_ends_the_fault() -> None:
    table = HeldBus()
    for _ in range(2):
        table.hold(held=True)
        assert table.run(1000) == [FaultRaised("i2c", "stuck")]
        table.hold(held=False)
        assert table.run(6000) == [FaultEnded("i2c", "stuck")]
    assert len(table.recoveries) == 2
    assert all(part.shown[-1] is PANEL for part in table.parts)


def test_remembered_stuck_bus_ends_once_free() -> None:
    bus = PartBus("i2c", [Faulty()], reported={"i2c": "stuck"})
    assert turns(bus, 0, 5) == [FaultEnded("i2c", "stuck")]
