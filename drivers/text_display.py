"""A text display of the table: what is to be said, over as many screens as it takes."""

from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image

from drivers.part import Part
from drivers.ssd1306 import Ssd1306
from drivers.typesetting import pictures
from firmware.core.events import Event
from firmware.core.panel import Panel
from hal.ports import NEVER, I2CBus, Millis

_TURN_MS: Final = 3000
"""How long each of several screens stands."""
_REFRESH_MS: Final = 1000
"""How often the display is asked to answer and mended a page at a time."""


class TextDisplay(Part):
    """One SSD1306 showing the lines that `compose` makes of a panel, over a line that stands."""

    def __init__(
        self,
        bus: I2CBus,
        address: int,
        compose: Callable[[Panel], tuple[str, ...]],
        name: str,
        standing: str = "",
    ) -> None:
        self.name = name
        self._standing = standing
        self._chip = Ssd1306(bus, address)
        self._compose = compose
        self._lines: tuple[str, ...] | None = None
        self._screens: tuple[Image.Image, ...] = ()
        self._screen = 0
        self._turn = NEVER
        self._refresh = NEVER

    def start(self, now: Millis) -> None:
        """Set the chip up, empty, and forget what it showed."""
        self._lines = None
        self._turn = NEVER
        self._chip.start()
        self._refresh = Millis(now + _REFRESH_MS)
        self.due = self._refresh

    def poll(self, now: Millis) -> Sequence[Event]:
        """Turn to the next screen, mend a page, as either is due."""
        if now >= self._turn:
            self._show_screen((self._screen + 1) % len(self._screens), now)
        if now >= self._refresh:
            self._chip.refresh()
            self._refresh = Millis(now + _REFRESH_MS)
        self.due = min(self._turn, self._refresh)
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Show the first screen of the panel's lines, if they are not the ones that stand."""
        lines = self._compose(panel)
        if lines == self._lines:
            return
        self._screens = pictures(lines, self._standing)
        self._show_screen(0, now)
        self._lines = lines

    def blank(self) -> None:
        """Switch the display off."""
        self._chip.blank()

    def _show_screen(self, number: int, now: Millis) -> None:
        self._chip.show(self._screens[number])
        self._screen = number
        self._turn = Millis(now + _TURN_MS) if len(self._screens) > 1 else NEVER
        self.due = min(self._turn, self._refresh)
