"""A part that fails on order, on a bus of its own."""

from collections.abc import Sequence

from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel, SpotLight
from firmware.shell.parts.bus import PartBus
from hal.errors import HardwareError
from hal.ports import Millis

PANEL = Panel(spots={1: SpotLight.AWAITING})
PRESS = KeyPressed(Key.CONFIRM)
LOST, BACK = FaultRaised("lights", "lost"), FaultEnded("lights", "lost")


class Faulty(Part):
    """A part whose wire fails on order, and that says `news` once."""

    panel_fields = Panel.__struct_fields__

    def __init__(self, name: str = "lights") -> None:
        self.name = name
        self.trouble: HardwareError | None = None
        self.news: list[Event] = []
        self.starts = self.tested = 0
        self.shown: list[Panel] = []

    def start(self, now: Millis) -> None:
        self._fail()
        self.starts += 1
        self.due = Millis(now + 1)

    def poll(self, now: Millis) -> Sequence[Event]:
        self._fail()
        self.due = Millis(now + 1)
        news, self.news = self.news, []
        return news

    def show(self, panel: Panel, now: Millis) -> None:
        self._fail()
        self.shown.append(panel)

    def blank(self) -> None:
        self._fail()

    def test(self, now: Millis) -> SelfTestProof:
        self._fail()
        self.tested += 1
        return SelfTestProof.PROVEN

    def _fail(self) -> None:
        if self.trouble is not None:
            raise self.trouble


def turns(bus: PartBus, start: int, end: int) -> list[Event]:
    events: list[Event] = []
    for now in range(start, end):
        events += bus.poll(Millis(now)) + bus.show(Millis(now))
    return events


def bus_of(part: Part, **options: Sequence[str]) -> PartBus:
    bus = PartBus("i2c", [part], **options)
    bus.target_panel = PANEL
    return bus
