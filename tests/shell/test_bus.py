"""The life of a part: there, lost, back again, and shown the panel anew."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from drivers.part import Part
from firmware.core.events import Event, FaultEnded, FaultRaised, Key, KeyPressed
from firmware.core.panel import Light, Panel
from firmware.shell.bus import GLITCH_MS, LONGEST_RETRY_MS, Bus
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError, PortLost
from hal.ports import Millis

PANEL = Panel(spots={1: Light.AWAITING})
PRESS = KeyPressed(Key.CONFIRM)


class Faulty(Part):
    """A part whose wire fails as it is told."""

    def __init__(self, name: str = "lights") -> None:
        self.name = name
        self.trouble: HardwareError | None = None
        self.starts = 0
        self.shown: list[Panel] = []

    def start(self, now: Millis) -> None:
        self._fail()
        self.starts += 1
        self.due = Millis(now + 1)

    def poll(self, now: Millis) -> Sequence[Event]:
        self._fail()
        self.due = Millis(now + 1)
        return [PRESS]

    def show(self, panel: Panel, now: Millis) -> None:
        self._fail()
        self.shown.append(panel)

    def blank(self) -> None:
        self._fail()

    def _fail(self) -> None:
        if self.trouble is not None:
            raise self.trouble


def turns(bus: Bus, start: int, end: int) -> list[Event]:
    events: list[Event] = []
    for now in range(start, end):
        events += bus.poll(Millis(now)) + bus.show(Millis(now))
    return [event for event in events if event is not PRESS]


def bus_of(part: Part, **options: Sequence[str]) -> Bus:
    bus = Bus("i2c", [part], **options)
    bus.wanted = PANEL
    return bus


def test_a_part_is_started_polled_and_shown_once() -> None:
    part = Faulty()
    assert turns(bus_of(part), 0, 10) == []
    assert (part.starts, part.shown) == (1, [PANEL])


def test_a_part_that_is_absent_at_the_start_is_lost_and_tried_again() -> None:
    part = Faulty()
    part.trouble = DeviceSilent(0x40)
    bus = bus_of(part)
    assert turns(bus, 0, 499) == [FaultRaised("lights", "lost")]
    part.trouble = None
    assert turns(bus, 499, 600) == [FaultEnded("lights", "lost")]
    assert part.shown == [PANEL]


@pytest.mark.parametrize("trouble", [DeviceSilent(0x40), BadReply("reset")])
def test_one_glitch_is_mended_in_silence_and_the_panel_shown_anew(trouble: HardwareError) -> None:
    part = Faulty()
    bus = bus_of(part)
    turns(bus, 0, 5)
    part.trouble = trouble
    assert turns(bus, 5, 6) == []
    part.trouble = None
    assert turns(bus, 6, 20 + GLITCH_MS) == []
    assert (part.starts, part.shown) == (2, [PANEL, PANEL])
    assert bus.attached[0].losses == 1


def test_a_second_glitch_within_a_second_is_a_loss() -> None:
    part = Faulty()
    bus = bus_of(part)
    turns(bus, 0, 5)
    for now in (5, 100):
        part.trouble = DeviceSilent(0x40)
        said = turns(bus, now, now + 1)
        part.trouble = None
        turns(bus, now + 1, now + 90)
    assert said == [FaultRaised("lights", "lost")]


@pytest.mark.parametrize("trouble", [PortLost("out"), BusStuck("held")])
def test_a_pulled_cable_or_a_stuck_bus_is_said_at_once(trouble: HardwareError) -> None:
    part = Faulty("shoe")
    bus = bus_of(part)
    turns(bus, 0, 5)
    part.trouble = trouble
    assert turns(bus, 5, 6) == [FaultRaised("shoe", "lost")]


def test_the_back_off_grows_to_five_seconds() -> None:
    part = Faulty()
    part.trouble = PortLost("out")
    bus = bus_of(part)
    tries = []
    for now in range(30_000):
        before = bus.attached[0].losses
        turns(bus, now, now + 1)
        if bus.attached[0].losses > before:
            tries.append(now)
    gaps = [after - before for before, after in pairwise(tries)]
    assert gaps[:4] == [500, 1000, 2000, 4000]
    assert set(gaps[4:]) == {LONGEST_RETRY_MS}


@pytest.mark.parametrize(("name", "code"), [("figures", "dark"), ("sounder", "dark")])
def test_a_part_that_only_adds_goes_dark(name: str, code: str) -> None:
    part = Faulty(name)
    part.trouble = DeviceSilent(0x73)
    assert turns(bus_of(part), 0, 5) == [FaultRaised(name, code)]


def test_a_loss_that_the_table_remembers_ends_when_the_part_is_there() -> None:
    assert turns(bus_of(Faulty(), reported=["lights"]), 0, 5) == [FaultEnded("lights", "lost")]


def test_a_failing_part_does_not_keep_the_others_from_their_turn() -> None:
    bad, good = Faulty("keys"), Faulty("lights")
    bad.trouble = BusStuck("held")
    bus = Bus("i2c", [bad, good])
    bus.wanted = PANEL
    turns(bus, 0, 3)
    assert good.shown == [PANEL]


def test_blanking_goes_past_a_part_that_fails() -> None:
    part = Faulty()
    bus = bus_of(part)
    turns(bus, 0, 3)
    part.trouble = DeviceSilent(0x40)
    bus.blank()
    assert bus.attached[0].up
