"""The figures: an amount of money on eight digits of seven segments."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from drivers.displays.ht16k33 import DIGITS, Ht16k33
from drivers.displays.upkeep import Upkeep
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from hal.ports import I2CBus, Millis

_POINT: Final = 0x80
_DASH: Final = 0x40
_SEGMENTS: Final = bytes((0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F))


class Figures(Part):
    """The panel's amount to the cent, at the right; dashes for one that has no room or no sense."""

    name = "figures"
    shows = ("figures",)

    def __init__(self, bus: I2CBus, address: int) -> None:
        self._chip = Ht16k33(bus, address)
        self._upkeep = Upkeep(self._chip.probe, self._chip.refresh)

    def start(self, now: Millis) -> None:
        """Set the chip up, dark."""
        self._chip.start()
        self._upkeep.begin(now)
        self.due = self._upkeep.at

    def poll(self, now: Millis) -> Sequence[Event]:
        """Probe or mend the chip."""
        self._upkeep.run(now)
        self.due = self._upkeep.at
        return ()

    def show(self, panel: Panel, now: Millis) -> None:  # noqa: ARG002
        """Light the panel's amount."""
        self._chip.show(_digits(panel.figures))

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Send everything once more: that it is taken is all that can be known."""
        self._chip.refresh()
        return Proof.ANSWERS

    def blank(self) -> None:
        """Go dark."""
        self._chip.blank()


@lru_cache(maxsize=64)
def _digits(amount: Cents | None) -> bytes:
    if amount is None:
        return bytes(DIGITS)
    if not 0 <= amount < 10**DIGITS:
        return bytes((_DASH,)) * DIGITS
    lit = bytearray(_SEGMENTS[int(figure)] for figure in f"{amount:03d}")
    lit[-3] |= _POINT
    return bytes(lit).rjust(DIGITS, b"\0")
