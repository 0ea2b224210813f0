"""A text display, by the chip that has its address."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from drivers.displays.text_display import Display
from drivers.i2c_chip import I2cChip
from hal.ports import I2CBus


@dataclass(frozen=True)
class DisplayChip(I2cChip):
    """`lay_out_screens` returns the screens for some lines, with a footer line on each."""

    make_driver: Callable[[I2CBus, int], Display[Any]] = field(kw_only=True)
    lay_out_screens: Callable[[tuple[str, ...], str], tuple[Any, ...]] = field(kw_only=True)
    settle_ms: int = field(kw_only=True)
