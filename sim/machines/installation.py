"""A far end at a table: the unit that hands work, and its connections."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from drivers.tags.deck_registry import TaggedCard
from hal.ports import InputLine
from sim.chips.i2c_bus import I2cFarEnd
from sim.wires.far_end import FarEnd
from sim.wires.far_end_clock import PolledClock

UnitT = TypeVar("UnitT")


class FarEndContext(NamedTuple):
    """Needed by a far end from its table: the time, and the tags in the cards."""

    now: Callable[[], int]
    tags: Mapping[bytes, TaggedCard]


@dataclass(frozen=True)
class Installation(Generic[UnitT]):
    """A far end, on a serial wire, on the I2C bus or on pins."""

    unit: UnitT
    serial_end: FarEnd | None = None
    chips: Sequence[I2cFarEnd] = ()
    lines: Mapping[int, InputLine] = field(default_factory=dict)
    """By pin."""
    polled_time: PolledClock | None = None
    """That of moving lines, if any."""
