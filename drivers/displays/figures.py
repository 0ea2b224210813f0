"""The figures: an amount of money on eight digits of seven segments."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from drivers.displays.ht16k33 import DIGITS, Ht16k33
from drivers.displays.upkeep import DisplayUpkeep
from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from hal.ports import I2CBus, Millis

_DECIMAL_POINT: Final = 0x80
_DASH_SEGMENT: Final = 0x40
_SEGMENTS: Final = bytes((0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F))


class FigureDisplay(Part):
    """The panel's amount, at the right; dashes for one that has no room or no sense."""

    name = "figures"
    panel_fields = ("figures",)

    def __init__(self, bus: I2CBus, address: int, decimals: int = 2) -> None:
        """`decimals` are those of the table's money; below 0, so many zeros follow an amount."""
        self._chip = Ht16k33(bus, address)
        self._decimals = decimals
        self._upkeep = DisplayUpkeep(self._chip.probe, self._chip.refresh)

    def start(self, now: Millis) -> None:
        """Set the chip up, dark."""
        self._chip.start()
        self._upkeep.restart_count(now)
        self.due = self._upkeep.next_due

    def poll(self, now: Millis) -> Sequence[Event]:
        """Probe or mend the chip."""
        self._upkeep.run_due(now)
        self.due = self._upkeep.next_due
        return ()

    def show(self, panel: Panel, now: Millis) -> None:  # noqa: ARG002
        """Light the panel's amount."""
        self._chip.show(_digits(panel.figures, self._decimals))

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Send everything once more: that it is taken is all that can be known."""
        self._chip.refresh()
        return SelfTestProof.ANSWERS

    def blank(self) -> None:
        """Go dark."""
        self._chip.blank()


@lru_cache(maxsize=64)
def _digits(amount_cents: Cents | None, decimals: int) -> bytes:
    if amount_cents is None:
        return bytes(DIGITS)
    amount = amount_cents * 10 ** max(0, -decimals)
    if not 0 <= amount < 10**DIGITS:
        return bytes((_DASH_SEGMENT,)) * DIGITS
    digit_texts = f"{amount:0{max(0, decimals) + 1}d}"
    lit_segments = bytearray(_SEGMENTS[int(digit_text)] for digit_text in digit_texts)
    if decimals > 0:
        lit_segments[-decimals - 1] |= _DECIMAL_POINT
    return bytes(lit_segments).rjust(DIGITS, b"\0")
