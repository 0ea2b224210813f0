"""The loads of a table's supplies, and the speed and length of its I2C bus."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from drivers.electrics import PI_PULL_UP_OHMS, Electrics, Lamps, Rail

LAMP_MA: Final = 20
"""A lamp whose current is set by its resistor: the usual one of an LED. Others are multiplied."""
FUSES_MA: Final = (
    *(100, 125, 160, 200, 250, 315, 400, 500, 630, 800),
    *(1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000),
)
"""The rated currents of IEC 60127."""
FUSE_MARGIN: Final = 1.25

DEVICE_PF: Final = 10
"""The most that a device adds to a line of the bus (UM10204, table 10)."""
MOST_PF: Final = 400
"""UM10204, table 10."""
RISE_NS: Final = {100: 1000, 400: 300}
"""The longest rise of a line by the speed of its bus, kHz (UM10204, table 10)."""
RISE_OF_RC: Final = 0.8473
"""From 0.3 to 0.7 of the supply a line takes this part of its RC (UM10204, 7.1)."""
PF_A_METRE: Final = 56
"""A pair of a category 5e cable (TIA-568)."""


class WiredUnit(NamedTuple):
    """The chips of a section, or its one part."""

    section: str
    kind: str
    quantity: int
    electrics: Electrics


class RailLoad(NamedTuple):
    """The load of a supply: the known sum, and the parts whose own sheets are to be added."""

    rail: Rail | None
    """None is the lamps' own."""
    known_ma: float
    besides: Sequence[tuple[int, str]] = ()
    """How many, and of which kind."""

    def fuse_ma(self) -> int | None:
        """Return the next rated current above 125 % of the sum, None if the sum is open."""
        if self.besides:
            return None
        return next((fuse for fuse in FUSES_MA if fuse >= FUSE_MARGIN * self.known_ma), None)


def rail_loads(units: Sequence[WiredUnit], lamp_channels: int) -> Iterator[RailLoad]:
    """Yield the supplies of a table: of logic, of 5 V parts, and of its lamps."""
    for rail in (Rail.LOGIC, Rail.FIVE):
        fed = [unit for unit in units if unit.electrics.rail is rail]
        if fed:
            known_ma = sum(unit.quantity * (unit.electrics.most_ma or 0) for unit in fed)
            yield RailLoad(rail, known_ma, _of_unknown_current(fed))
    for lamps in _lamps(units):
        channel_ma = LAMP_MA if lamps.channel_ma is None else lamps.channel_ma
        yield RailLoad(None, lamp_channels * channel_ma)


def _lamps(units: Iterable[WiredUnit]) -> list[Lamps]:
    """Return the lamps of the table's lights, which are of one kind."""
    return [unit.electrics.lamps for unit in units if unit.electrics.lamps is not None]


def _of_unknown_current(units: Iterable[WiredUnit]) -> tuple[tuple[int, str], ...]:
    """Return the kinds whose current is in their own sheet only, each with its count."""
    counts: Counter[str] = Counter()
    for unit in units:
        if unit.electrics.most_ma is None:
            counts[unit.kind] += unit.quantity
    return tuple((count, kind) for kind, count in counts.items())


def bus_khz(units: Iterable[WiredUnit]) -> int:
    """Return the speed of the bus: that of the slowest chip, 400 kHz at most."""
    return min([400, *(u.electrics.most_khz for u in units if u.electrics.most_khz)])


def wire_metres(devices: int, khz: int) -> float:
    """Return how much wire a bus at the Pi's pull-ups may have, all branches together."""
    most_pf = min(MOST_PF, 1000 * RISE_NS[khz] / (RISE_OF_RC * PI_PULL_UP_OHMS))
    return int(10 * (most_pf - DEVICE_PF * devices) / PF_A_METRE) / 10
