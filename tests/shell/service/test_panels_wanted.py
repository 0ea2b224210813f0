"""A bus is woken for a panel that changes what one of its parts shows, and for no other."""

from collections.abc import Iterator
from typing import Any, cast

from drivers.part import Part
from firmware.core.vocabulary.panel import Panel, PanelSound, SpotLight, Text
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.parts.wake_signal import WakeSignal
from hal.clock import MonotonicClock
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.shell.part_bench import PartBench

PANEL = Panel(spots={1: SpotLight.AWAITING})


class Reading:
    """Passes for a panel, and keeps which of its fields are read."""

    def __init__(self, panel: Panel) -> None:
        self.read: set[str] = set()
        self._panel = panel

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return getattr(self._panel, name)


class Lit(Part):
    panel_fields = ("spots",)


def asks_for_a_turn(*panels: Panel) -> list[bool]:
    """Return for each panel in turn whether it is new to a bus of lights alone."""
    bus = PartBus("i2c", [Lit()])
    return [bus.set_panel(panel) for panel in panels]


def tables() -> Iterator[str]:
    return (path.stem for path in EXAMPLES.glob("*.toml"))


@each("table", tables)
def test_part_reads_its_fields_only(table: str) -> None:
    bench = PartBench(table)
    bench.run(1000)
    for attached in (one for bus in bench.buses for one in bus.attached):
        for panel in (PANEL, Panel({1: SpotLight.WIN}, dealer=(Text("prompt.confirm"),), spin=1)):
            reading = Reading(panel)
            attached.part.show(cast("Panel", reading), bench.clock.now())
            assert reading.read <= {*attached.part.panel_fields}, attached.part.name


@each("table", tables)
def test_only_showing_part_names_fields(table: str) -> None:
    for bus in PartBench(table).buses:
        for attached in bus.attached:
            part = attached.part
            commands_off = getattr(part, "_commands_enabled", True) is False
            shows = type(part).show is not Part.show and not commands_off
            assert bool(part.panel_fields) is shows, part.name
            assert {*part.panel_fields} <= {*Panel.__struct_fields__}


def test_first_or_changed_panel_wakes_lights() -> None:
    assert asks_for_a_turn(PANEL, Panel({1: SpotLight.WIN})) == [True, True]


def test_other_sound_wakes_no_lights() -> None:
    again, sound = (
        Panel({1: SpotLight.AWAITING}),
        Panel({1: SpotLight.AWAITING}, sound=PanelSound(1)),
    )
    assert asks_for_a_turn(PANEL, again, sound) == [True, False, False]


def test_sleeping_bus_has_the_newest_panel() -> None:
    bus = PartBus("i2c", [Lit()])
    bus.set_panel(PANEL)
    sound = Panel({1: SpotLight.AWAITING}, sound=PanelSound(1))
    BusThread(bus, MonotonicClock(), None).set_panel(sound)
    assert bus.target_panel is sound


# the bell


def test_two_wakes_end_one_wait() -> None:
    bell = WakeSignal()
    bell.wake()
    bell.wake()
    assert [bell.wait_for_wake(0), bell.wait_for_wake(0)] == [True, False]


def test_no_wake_ends_no_wait() -> None:
    assert not WakeSignal().wait_for_wake(0)
