"""Writes docs/reference/wiring/ from the example tables; --check says if a page is stale."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from drivers.electrics import ELECTRICS
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load_config
from firmware.shell.words.words import LANGUAGES, Words
from tools.wiring_drawing import drawing
from tools.wiring_electrics import (
    LAMP_MA,
    SIGNALS,
    RailLoad,
    bus_khz,
    current,
    facts,
    loads,
    number,
    signal,
    source,
    supply,
    wire_metres,
)
from tools.wiring_tables import Wires

HERE: Final = Path(__file__).parent.parent
EXAMPLES: Final = HERE / "examples"
PAGES: Final = HERE / "docs" / "reference" / "wiring"
COLON: Final = {"fr": " :", "en": ":"}
TABLES: Final = ("baccarat", "budget", "rfid")


def pages() -> dict[str, str]:
    """Return every page and drawing by its name."""
    made: dict[str, str] = {}
    for table in TABLES:
        made[f"{table}.md"] = page(table)
        for language in LANGUAGES:
            words = Words.load(language)
            wires = Wires(load_config(EXAMPLES / f"{table}.toml").wiring, words)
            made[f"{table}.{language}.svg"] = drawing(wires, words.render(Text("wiring.drawing")))
    made["parts.md"] = "\n".join(_every_part()).rstrip() + "\n"
    return made


def _every_part() -> Iterator[str]:
    """Yield the page of all kinds of part, in French and then in English."""
    yield "Written by `make pages` from `drivers/electrics.py`; don't edit.\n"
    for language in LANGUAGES:
        words = Words.load(language)
        yield f"# {words.render(Text('wiring.electrics'))}\n"
        yield f"{words.render(Text('wiring.electrics_how'))}\n"
        for kind, electrics in ELECTRICS.items():
            yield f"## {kind}\n"
            yield from (
                f"- {name}{COLON[language]} {fact}" for name, fact in facts(electrics, words)
            )
            yield ""


def page(table: str) -> str:
    """Return the page of one table, in French and then in English."""
    source = f"[{table}.toml](../../../examples/{table}.toml)"
    said = f"Written by `make pages` from {source}; don't edit."
    lines = [said, ""]
    for language in LANGUAGES:
        lines += _sections(table, Words.load(language))
    return "\n".join(lines).rstrip() + "\n"


def _sections(table: str, words: Words) -> Iterator[str]:
    config = load_config(EXAMPLES / f"{table}.toml")
    wires = Wires(config.wiring, words)
    name = {"name": config.table.name}
    yield f"# {words.render(Text('wiring.title', dict(name)))}"
    yield f"\n![{words.render(Text('wiring.drawing'))}]({table}.{words.language}.svg)\n"
    yield from _table(
        words,
        "wiring.pins",
        ("wiring.pin", "BCM", "wiring.purpose"),
        ((p.header, p.bcm, p.use) for p in wires.pins()),
        Text("wiring.pins_how"),
    )
    yield from _table(
        words,
        "wiring.devices",
        ("wiring.address", "wiring.chip", "wiring.part", "wiring.straps"),
        ((f"0x{d.address:02X}", d.kind, d.section, d.straps) for d in wires.devices()),
        _bus_how(wires, words),
    )
    yield from _table(
        words,
        "wiring.cables",
        ("wiring.part", "wiring.chip", "wiring.port", "wiring.baud", "wiring.signal"),
        (
            (c.section, c.kind, f"`{c.port}`", c.baud, words.render(Text(SIGNALS[c.signal])))
            for c in wires.cables()
        ),
        Text("wiring.cables_how"),
    )
    yield from _electrics(wires, words)
    yield from _terminals(wires, words)


def _bus_how(wires: Wires, words: Words) -> Text:
    devices, khz = len(wires.devices()), bus_khz(wires.units())
    metres = number(wire_metres(devices, khz), words)
    return Text("wiring.devices_how", {"khz": khz, "devices": devices, "metres": metres})


def _electrics(wires: Wires, words: Words) -> Iterator[str]:
    units = wires.units()
    kinds = {unit.kind: unit.electrics for unit in units}
    yield from _table(
        words,
        "wiring.electrics",
        ("wiring.chip", "wiring.supply", "wiring.current", "wiring.signal", "wiring.source"),
        (
            (kind, supply(one, words), current(one, words), signal(one, words), source(one, words))
            for kind, one in kinds.items()
        ),
        Text("wiring.electrics_how"),
    )
    yield from _table(
        words,
        "wiring.power",
        ("wiring.rail", "wiring.sum", "wiring.fuse", "wiring.besides"),
        (_power_row(load, words) for load in loads(units, len(wires.outputs()), words)),
        Text("wiring.power_how", {"lamp_ma": LAMP_MA}),
    )


def _power_row(load: RailLoad, words: Words) -> tuple[str, ...]:
    amperes = f"{number(load.known_ma / 1000, words)} A"
    fuse = load.fuse_ma()
    rated = "–" if fuse is None else f"{number(fuse / 1000, words)} A"
    return load.name, amperes, rated, ", ".join(load.besides) or "–"


def _terminals(wires: Wires, words: Words) -> Iterator[str]:
    for section, terminals in (
        ("wiring.inputs", wires.inputs()),
        ("wiring.outputs", wires.outputs()),
    ):
        rows = ((f"0x{t.address:02X}", t.name, t.use) for t in terminals)
        yield from _table(
            words, section, ("wiring.address", "wiring.terminal", "wiring.purpose"), rows
        )
    yield from _table(
        words, "wiring.antennas", ("wiring.antenna", "wiring.purpose"), wires.antennas()
    )


def _table(
    words: Words,
    section: str,
    heads: Iterable[str],
    rows: Iterable[Iterable[object]],
    how: Text | None = None,
) -> Iterator[str]:
    """Yield a section with its table, nothing where there is no row."""
    told = [f"| {' | '.join(map(str, row))} |" for row in rows]
    if not told:
        return
    names = [words.render(Text(head)) if "." in head else head for head in heads]
    yield f"## {words.render(Text(section))}\n"
    if how:
        yield f"{words.render(how)}\n"
    yield f"| {' | '.join(names)} |"
    yield f"| {' | '.join('---' for _ in names)} |"
    yield from told
    yield ""


def main(arguments: list[str]) -> int:
    """Write the pages, or with --check return 1 if one is not what would be written."""
    stale = []
    PAGES.mkdir(exist_ok=True)
    for name, text in pages().items():
        path = PAGES / name
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    for name in stale:
        print(f"{name} is stale: python -m tools.wiring_pages", file=sys.stderr)  # noqa: T201
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
