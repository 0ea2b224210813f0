"""A part on a wire, run as its bus would run it."""

from contextlib import suppress
from typing import Self

from drivers.part import Part
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from hal.errors import HardwareError
from hal.ports import Millis


class WiredBench:
    """The part and the time that passes for it; `every` ms it is polled."""

    every = 5
    part: Part

    def __init__(self) -> None:
        self.now = Millis(1000)
        self.losses = 0

    def panel(self) -> Panel:
        """Return the panel for the part."""
        return Panel({})

    def start(self) -> Self:
        """Start, and show the panel as it is: the first one is taken as obeyed."""
        self.part.start(self.now)
        self.show()
        return self

    def show(self) -> None:
        self.part.show(self.panel(), self.now)

    def run(self, millis: int) -> list[Event]:
        """Poll for as long; a part that is lost is started again, as its bus does."""
        events: list[Event] = []
        until = self.now + millis
        while self.now < until:
            try:
                events += self.part.poll(self.now)
            except HardwareError:
                self.losses += 1
                with suppress(HardwareError):
                    self.start()
            self.now = Millis(self.now + self.every)
        return events
