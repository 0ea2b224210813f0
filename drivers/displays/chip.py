"""A text display, by the chip that has its address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from drivers.displays.text_display import Display
from drivers.i2c_chip import I2cChip
from drivers.section import ConfigSection


@dataclass(frozen=True)
class DisplayChip(I2cChip):
    """`make_driver` takes the bus, the address, and by name what `read_module` returns; so does
    `trace`; `lay_out_screens` returns the screens for some lines, with a footer line on each.
    """

    make_driver: Callable[..., Display[Any]] = field(kw_only=True)
    lay_out_screens: Callable[[tuple[str, ...], str], tuple[Any, ...]] = field(kw_only=True)
    settle_ms: int = field(kw_only=True)
    read_module: Callable[[ConfigSection], Mapping[str, Any]] = field(
        default=lambda _: {}, kw_only=True
    )
    """Reads how modules with this chip differ from each other."""
