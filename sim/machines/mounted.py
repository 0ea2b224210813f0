"""A far end at a table: the unit that hands work, and its connections."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from drivers.tags.decks import Tagged
from hal.ports import InputLine
from sim.chips.i2c import Chip
from sim.wires.far_end import FarEnd
from sim.wires.own_time import PolledTime

U = TypeVar("U")


class Around(NamedTuple):
    """What a far end needs of its table: the time, and the tags in the cards."""

    now: Callable[[], int]
    tags: Mapping[bytes, Tagged]


@dataclass(frozen=True)
class Mounted(Generic[U]):
    """A far end, on a serial wire, on the I2C bus or on pins."""

    unit: U
    wire: FarEnd | None = None
    chips: Sequence[Chip] = ()
    lines: Mapping[int, InputLine] = field(default_factory=dict)
    """By pin."""
    time: PolledTime | None = None
    """That of moving lines, if any."""
