"""The electrical facts of parts in words, and what a table takes of its supplies and its bus."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from drivers.electrics import PI_PULL_UP_OHMS, Electrics, Rail, Signal
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words
from tools.wiring_tables import WiredUnit

SUPPLIES: Final = {
    Rail.LOGIC: "wiring.rail_logic",
    Rail.FIVE: "wiring.rail_five",
    Rail.OWN: "wiring.rail_own",
    Rail.NONE: "wiring.rail_none",
}
SIGNALS: Final = {
    Signal.I2C: "wiring.signal_i2c",
    Signal.RS232: "wiring.signal_rs232",
    Signal.TTL: "wiring.signal_ttl",
    Signal.SERIAL: "wiring.signal_serial",
    Signal.CONTACT: "wiring.signal_contact",
    Signal.OUTPUT: "wiring.signal_output",
    Signal.AUDIO: "wiring.signal_audio",
}
LAMPS: Final = {
    "high": "wiring.lamps_high",
    "current": "wiring.lamps_current",
    "matrix": "wiring.lamps_matrix",
}
CABLES: Final = {
    Signal.I2C: "wiring.cable_i2c",
    Signal.RS232: "wiring.cable_rs232",
    Signal.TTL: "wiring.cable_ttl",
    Signal.SERIAL: "wiring.cable_serial",
    Signal.CONTACT: "wiring.cable_contact",
}

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


class RailLoad(NamedTuple):
    """What hangs on a supply: the known sum, and the parts whose own sheets are to be added."""

    name: str
    known_ma: float
    besides: Sequence[str]

    def fuse_ma(self) -> int | None:
        """Return the next rated current above the sum and a quarter, None if the sum is open."""
        if self.besides:
            return None
        return next(fuse for fuse in FUSES_MA if fuse >= FUSE_MARGIN * self.known_ma)


def number(value: float, words: Words) -> str:
    """Write a number as the language does."""
    text = f"{round(value, 3):g}"
    return text.replace(".", ",") if words.language == "fr" else text


def supply(electrics: Electrics, words: Words) -> str:
    """Return the supply of a part and its limits."""
    rail = words.render(Text(SUPPLIES[electrics.rail]))
    if electrics.volts is None:
        return rail
    low, high = (number(volts, words) for volts in electrics.volts)
    return words.render(Text("wiring.volts", {"rail": rail, "low": low, "high": high}))


def signal(electrics: Electrics, words: Words) -> str:
    """Return what is on a part's signal wires."""
    if electrics.signal is not Signal.I2C:
        return words.render(Text(SIGNALS[electrics.signal]))
    shifted = "wiring.signal_shifted" if electrics.needs_level_shifter else "wiring.signal_i2c"
    return words.render(Text(shifted, {"khz": electrics.most_khz or 0}))


def current(electrics: Electrics, words: Words) -> str:
    """Return the most that a part takes from its rail."""
    if electrics.rail is Rail.NONE:
        return "–"
    if electrics.most_ma is None:
        return words.render(Text("wiring.own_sheet"))
    return f"{number(electrics.most_ma, words)} mA"


def source(electrics: Electrics, words: Words) -> str:
    """Return the paper that has the facts."""
    return electrics.source or words.render(Text("wiring.own_sheet"))


def electrics_row(electrics: Electrics, words: Words) -> tuple[str, ...]:
    """Return supply, current, signal wires and paper of a part."""
    return tuple(tell(electrics, words) for tell in (supply, current, signal, source))


def loads(units: Iterable[WiredUnit], lamp_channels: int, words: Words) -> Iterator[RailLoad]:
    """Yield the supplies of a table: of logic, of 5 V parts, and of its lamps."""
    listed = list(units)
    for rail in (Rail.LOGIC, Rail.FIVE):
        here = [unit for unit in listed if unit.electrics.rail is rail]
        known = sum(unit.count * (unit.electrics.most_ma or 0) for unit in here)
        if here:
            yield RailLoad(words.render(Text(SUPPLIES[rail])), known, list(_besides(here)))
    lamps = next((u.electrics.lamps for u in listed if u.electrics.lamps is not None), None)
    if lamps is not None:
        channel_ma = LAMP_MA if lamps.channel_ma is None else lamps.channel_ma
        name = words.render(Text("wiring.rail_lamps", {"channels": lamp_channels}))
        yield RailLoad(name, lamp_channels * channel_ma, ())


def _besides(units: Iterable[WiredUnit]) -> Iterator[str]:
    """Yield the kinds whose current is in their own sheet only, each with its count."""
    counts: Counter[str] = Counter()
    for unit in units:
        if unit.electrics.most_ma is None:
            counts[unit.kind] += unit.count
    for kind, count in counts.items():
        yield f"{count} `{kind}`"


def bus_khz(units: Iterable[WiredUnit]) -> int:
    """Return the speed of the bus: that of the slowest chip, 400 kHz at most."""
    return min([400, *(u.electrics.most_khz for u in units if u.electrics.most_khz)])


def wire_metres(devices: int, khz: int) -> float:
    """Return how much wire a bus at the Pi's pull-ups may have, all branches together."""
    most_pf = min(MOST_PF, 1000 * RISE_NS[khz] / (RISE_OF_RC * PI_PULL_UP_OHMS))
    return int(10 * (most_pf - DEVICE_PF * devices) / PF_A_METRE) / 10


def facts(electrics: Electrics, words: Words) -> Iterator[tuple[str, str]]:
    """Yield what a person must know of one kind of part, each fact under its name."""
    render = words.render
    yield render(Text("wiring.supply")), supply(electrics, words)
    if electrics.rail in (Rail.LOGIC, Rail.FIVE):
        yield render(Text("wiring.current")), current(electrics, words)
    yield render(Text("wiring.signal")), signal(electrics, words)
    if electrics.lamps:
        lamp = {"ma": number(electrics.lamps.channel_ma or 0, words)}
        yield render(Text("wiring.lamps")), render(Text(LAMPS[electrics.lamps.lit_by], dict(lamp)))
    if electrics.signal in CABLES:
        shifted = "wiring.cable_shifted" if electrics.needs_level_shifter else None
        yield render(Text("wiring.cable")), render(Text(shifted or CABLES[electrics.signal]))
    yield render(Text("wiring.source")), source(electrics, words)
