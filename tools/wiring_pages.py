"""Writes the wiring pages of tables, with their drawings.

python -m tools.wiring_pages                        # docs/reference/wiring/, of the examples
python -m tools.wiring_pages --check                # says which of those is stale
python -m tools.wiring_pages table.toml --to DIR    # of any other table
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load_config
from firmware.shell.words.words import LANGUAGES, Words
from tools.part_electrics import COLON, parts_page
from tools.wiring_drawing import drawing
from tools.wiring_electrics import (
    CABLES,
    LAMP_MA,
    SIGNALS,
    RailLoad,
    bus_khz,
    electrics_row,
    loads,
    number,
    wire_metres,
)
from tools.wiring_tables import Wires

HERE: Final = Path(__file__).parent.parent
EXAMPLES: Final = HERE / "examples"
PAGES: Final = HERE / "docs" / "reference" / "wiring"
EXAMPLE_FILES: Final = tuple(sorted(EXAMPLES.glob("*.toml")))


def pages(files: Iterable[Path] = EXAMPLE_FILES, folder: Path = PAGES) -> dict[str, str]:
    """Return the page and the drawings of each table by their names, and the page of all parts."""
    made = {"parts.md": parts_page()}
    for file in files:
        made[f"{file.stem}.md"] = page(file, folder)
        for language in LANGUAGES:
            words = Words.load(language)
            wires = Wires(load_config(file).wiring, words)
            title = words.render(Text("wiring.drawing"))
            made[f"{file.stem}.{language}.svg"] = drawing(wires, title, _supplies(wires, words))
    return made


def page(file: Path, folder: Path = PAGES) -> str:
    """Return the page of one table for a folder, in French and then in English."""
    link = Path(os.path.relpath(file, folder)).as_posix()
    lines = [f"Written by `make pages` from [{file.name}]({link}); don't edit.", ""]
    for language in LANGUAGES:
        lines += _sections(file, Words.load(language))
    return "\n".join(lines).rstrip() + "\n"


def _sections(file: Path, words: Words) -> Iterator[str]:
    config = load_config(file)
    wires = Wires(config.wiring, words)
    name = {"name": config.table.name}
    yield f"# {words.render(Text('wiring.title', dict(name)))}"
    yield f"\n![{words.render(Text('wiring.drawing'))}]({file.stem}.{words.language}.svg)\n"
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
    yield from _cable_notes(wires, words)
    yield from _electrics(wires, words)
    yield from _terminals(wires, words)


def _bus_how(wires: Wires, words: Words) -> Text:
    devices, khz = len(wires.devices()), bus_khz(wires.units())
    metres = number(wire_metres(devices, khz), words)
    return Text("wiring.devices_how", {"khz": khz, "devices": devices, "metres": metres})


def _cable_notes(wires: Wires, words: Words) -> Iterator[str]:
    """Yield how each serial part is connected to its adapter."""
    signals = {cable.kind: cable.signal for cable in wires.cables()}
    for kind, wire in signals.items():
        yield f"- {kind}{COLON[words.language]} {words.render(Text(CABLES[wire]))}"
    if signals:
        yield ""


def _electrics(wires: Wires, words: Words) -> Iterator[str]:
    units = wires.units()
    kinds = {unit.kind: unit.electrics for unit in units}
    counts = Counter(dict.fromkeys(kinds, 0))
    for unit in units:
        counts[unit.kind] += unit.count
    yield from _table(
        words,
        "wiring.electrics",
        (
            *("wiring.count", "wiring.chip", "wiring.supply"),
            *("wiring.current", "wiring.signal", "wiring.source"),
        ),
        ((counts[kind], kind, *electrics_row(one, words)) for kind, one in kinds.items()),
        Text("wiring.electrics_how"),
    )
    yield from _table(
        words,
        "wiring.power",
        ("wiring.rail", "wiring.sum", "wiring.fuse", "wiring.besides"),
        (_power_row(load, words) for load in loads(units, len(wires.outputs()), words)),
        Text("wiring.power_how", {"lamp_ma": LAMP_MA}),
    )


def _supplies(wires: Wires, words: Words) -> list[tuple[str, str]]:
    rows = (_power_row(load, words) for load in loads(wires.units(), len(wires.outputs()), words))
    fuse_word = words.render(Text("wiring.fuse_of"))
    return [
        (name, f"{amperes} + …" if fuse == "–" else f"{amperes}, {fuse_word} {fuse}")
        for name, amperes, fuse, _ in rows
    ]


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
    parser = argparse.ArgumentParser(prog="python -m tools.wiring_pages")
    parser.add_argument("files", nargs="*", type=Path, default=EXAMPLE_FILES)
    parser.add_argument("--to", type=Path, default=PAGES)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    stale = []
    options.to.mkdir(exist_ok=True)
    for name, text in pages(options.files, options.to).items():
        path = options.to / name
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    for name in stale:
        print(f"{name} is stale: python -m tools.wiring_pages", file=sys.stderr)  # noqa: T201
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
