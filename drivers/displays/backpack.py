"""How a backpack wires its PCF8574 to a character display.

Nearly all are wired as `LINES`; others are on sale: E, RW and RS on P4 to P6 below the light, with
the data on P0 to P3 ("mjkdz"), or E and RS exchanged. Some switch the light on by a low level.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from drivers.section import ConfigSection

LINES: Final[tuple[str, ...]] = ("RS", "RW", "E", "BL", "D4", "D5", "D6", "D7")
"""The display's lines by their bit in the driver; BL is the light."""
LEVELS: Final = ("high", "low")


@dataclass(frozen=True, slots=True)
class Backpack:
    """`pins` are the lines at P0 to P7; `light_level` is the level by which the light is on."""

    pins: tuple[str, ...] = LINES
    light_level: str = LEVELS[0]

    def to_pins(self) -> bytes:
        """Return for each octet of lines, as `bytes.translate` takes it, the octet at the pins."""
        octets = [0 if self.light_level == LEVELS[0] else 1 << self.pins.index("BL")]
        for line in LINES:
            octets += [octet ^ 1 << self.pins.index(line) for octet in octets]
        return bytes(octets)

    def to_lines(self) -> bytes:
        """Return the table of the other direction."""
        pins_by_lines = self.to_pins()
        return bytes(map(pins_by_lines.index, range(256)))


USUAL: Final = Backpack()


def read_backpack(section: ConfigSection) -> Mapping[str, Backpack]:
    """Read the wiring of a display's backpack, which may be left out."""
    pins, level = LINES, LEVELS[0]
    if section.has("pins"):
        pins = tuple(section.texts("pins"))
        if section.are_sound("pins") and sorted(pins) != sorted(LINES):
            value, allowed = " ".join(pins), " ".join(LINES)
            section.add_fault("pins", "config.backpack", value=value, allowed=allowed)
    if section.has("backlight"):
        level = section.choice("backlight", LEVELS)
    return {"backpack": Backpack(pins, level)}
