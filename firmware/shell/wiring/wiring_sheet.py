"""The wiring of a table as a sheet: its parts, supplies, buses, and each wire."""

from collections import Counter
from collections.abc import Iterable

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.settings import Config
from firmware.shell.wiring.budget import LAMP_MA, RailLoad, bus_khz, rail_loads, wire_metres
from firmware.shell.wiring.electrics_words import (
    CABLES,
    SIGNALS,
    SUPPLIES,
    amperes,
    electrics_row,
    number,
)
from firmware.shell.wiring.table_wires import Terminal, Wires
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words

HEADER_BUS = 1
"""The bus whose pull-ups are on the Pi."""


def parts_sheet(config: Config, words: Words) -> PrintedSheet:
    """Return the parts with their currents, the supplies, the bus and the serial ports."""
    wires = Wires(config.wiring, words)
    sections = (
        _parts(wires, words),
        _power(wires, words),
        _bus(wires, config.wiring.i2c_bus, words),
        _serial_ports(wires, words),
    )
    return PrintedSheet(_title(config, words), (), _filled(sections))


def wiring_sheet(config: Config, words: Words) -> PrintedSheet:
    """Return all of it, with each pin, terminal and antenna."""
    wires = Wires(config.wiring, words)
    sections = (
        _header_pins(wires, words),
        _bus(wires, config.wiring.i2c_bus, words),
        _serial_ports(wires, words),
        _parts(wires, words),
        _power(wires, words),
        _terminals("wiring.inputs", wires.inputs(), words),
        _terminals("wiring.outputs", wires.outputs(), words),
        _antennas(wires, words),
    )
    return PrintedSheet(_title(config, words), (), _filled(sections))


def rail_row(load: RailLoad, lamp_channels: int, words: Words) -> tuple[str, str, str, str]:
    """Return the name of a supply, its sum, its fuse, and the parts to be added."""
    name = (
        Text("wiring.rail_lamps", {"channels": lamp_channels})
        if load.rail is None
        else Text(SUPPLIES[load.rail])
    )
    besides = ", ".join(f"{count} `{kind}`" for count, kind in load.besides)
    fuse = amperes(load.fuse_ma(), words)
    return words.render(name), amperes(load.known_ma, words), fuse, besides or "–"


def rail_rows(wires: Wires, words: Words) -> list[tuple[str, str, str, str]]:
    """Return a row for each supply of a table."""
    channels = len(wires.outputs())
    return [rail_row(load, channels, words) for load in rail_loads(wires.units(), channels)]


def _title(config: Config, words: Words) -> str:
    return words.render(Text("wiring.title", {"name": config.table.name}))


def _filled(sections: Iterable[SheetSection]) -> tuple[SheetSection, ...]:
    return tuple(section for section in sections if section.rows)


def _parts(wires: Wires, words: Words) -> SheetSection:
    units = wires.units()
    electrics_by_kind = {unit.kind: unit.electrics for unit in units}
    counts: Counter[str] = Counter()
    for unit in units:
        counts[unit.kind] += unit.quantity
    return SheetSection(
        words.render(Text("wiring.electrics")),
        column_headings(
            words,
            *("wiring.count", "wiring.chip", "wiring.supply"),
            *("wiring.current", "wiring.signal", "wiring.source"),
        ),
        tuple(
            (str(counts[kind]), kind, *electrics_row(electrics, words))
            for kind, electrics in electrics_by_kind.items()
        ),
        (words.render(Text("wiring.electrics_how")),),
    )


def _power(wires: Wires, words: Words) -> SheetSection:
    return SheetSection(
        words.render(Text("wiring.power")),
        column_headings(words, "wiring.rail", "wiring.sum", "wiring.fuse", "wiring.besides"),
        tuple(rail_rows(wires, words)),
        (words.render(Text("wiring.power_how", {"lamp_ma": LAMP_MA})),),
    )


def _bus(wires: Wires, bus: int, words: Words) -> SheetSection:
    devices, khz = wires.devices(), bus_khz(wires.units())
    metres = number(wire_metres(len(devices), khz), words)
    pull_ups = "wiring.header_bus" if bus == HEADER_BUS else "wiring.other_bus"
    return SheetSection(
        words.render(Text("wiring.devices")),
        column_headings(words, "wiring.address", "wiring.chip", "wiring.part", "wiring.straps"),
        tuple((f"0x{d.address:02X}", d.kind, d.section, d.straps) for d in devices),
        (
            words.render(Text(pull_ups, {"khz": khz, "bus": bus})),
            words.render(Text("wiring.bus_wire", {"devices": len(devices), "metres": metres})),
        ),
    )


def _serial_ports(wires: Wires, words: Words) -> SheetSection:
    cables = wires.cables()
    return SheetSection(
        words.render(Text("wiring.cables")),
        column_headings(
            words, "wiring.part", "wiring.chip", "wiring.port", "wiring.baud", "wiring.signal"
        ),
        tuple(
            (c.section, c.kind, f"`{c.port}`", str(c.baud), words.render(Text(SIGNALS[c.signal])))
            for c in cables
        ),
        (
            words.render(Text("wiring.cables_how")),
            *(
                "- "
                + words.render(Text("language.named", {"name": kind, "fact": Text(CABLES[signal])}))
                for kind, signal in {cable.kind: cable.signal for cable in cables}.items()
            ),
        ),
    )


def _header_pins(wires: Wires, words: Words) -> SheetSection:
    pin, purpose = column_headings(words, "wiring.pin", "wiring.purpose")
    return SheetSection(
        words.render(Text("wiring.pins")),
        (pin, "BCM", purpose),
        tuple((str(p.header), str(p.bcm), p.use) for p in wires.pins()),
        (words.render(Text("wiring.pins_how")),),
    )


def _terminals(title: str, terminals: Iterable[Terminal], words: Words) -> SheetSection:
    return SheetSection(
        words.render(Text(title)),
        column_headings(words, "wiring.address", "wiring.terminal", "wiring.purpose"),
        tuple((f"0x{t.address:02X}", t.name, t.use) for t in terminals),
    )


def _antennas(wires: Wires, words: Words) -> SheetSection:
    return SheetSection(
        words.render(Text("wiring.antennas")),
        column_headings(words, "wiring.antenna", "wiring.purpose"),
        tuple((str(antenna), use) for antenna, use in wires.antennas()),
    )
