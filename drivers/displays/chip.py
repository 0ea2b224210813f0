"""A display of text, with the chip that answers for it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from drivers.displays.text_display import Display
from drivers.i2c_chip import I2cChip
from hal.ports import I2CBus


@dataclass(frozen=True)
class DisplayChip(I2cChip):
    """A kind of display; `set_out` makes screens of lines and of a line that stands on each."""

    make: Callable[[I2CBus, int], Display[Any]] = field(kw_only=True)
    set_out: Callable[[tuple[str, ...], str], tuple[Any, ...]] = field(kw_only=True)
    settle_ms: int = field(kw_only=True)
