"""A far end connected to a table: the acts of hands, and its connections."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from drivers.tags.decks import Tagged
from hal.ports import InputLine
from sim.chips.i2c import Chip
from sim.wires.far_end import FarEnd

U = TypeVar("U")


class Around(NamedTuple):
    """A table's resources besides its parts: the time, and the tags in its cards."""

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
