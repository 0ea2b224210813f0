"""The electrical facts of a kind of part, in words."""

from collections.abc import Iterator
from typing import Final

from drivers.electrics import Electrics, Rail, Signal
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

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


def number(value: float, words: Words) -> str:
    """Write a number as the language does."""
    return words.format_number(f"{round(value, 3):g}")


def amperes(milliamperes: float | None, words: Words) -> str:
    """Write a current in amperes; a dash for none."""
    return "–" if milliamperes is None else f"{number(milliamperes / 1000, words)} A"


def supply(electrics: Electrics, words: Words) -> str:
    """Return the supply of a part and its limits."""
    rail = words.render(Text(SUPPLIES[electrics.rail]))
    if electrics.volts is None:
        return rail
    low, high = (number(volts, words) for volts in electrics.volts)
    return words.render(Text("wiring.volts", {"rail": rail, "low": low, "high": high}))


def signal(electrics: Electrics, words: Words) -> str:
    """Return the levels of a part's signal wires."""
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
    return tuple(column(electrics, words) for column in (supply, current, signal, source))


def facts(electrics: Electrics, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the facts of one kind of part, each under its name."""
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
