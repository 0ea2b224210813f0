"""Every bench that a page names exists, and every bench is on the page of figures, in its units."""

import importlib
import inspect
import re
from collections.abc import Iterator, Mapping

from bench.__main__ import MEASURES
from tests.campaigns.campaign import PARTS
from tests.kits.offenders import each
from tests.kits.paths import ROOT

PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("changes/*.md")]
BENCH = re.compile(r"(?:make bench ARGS=|python -m bench )(\"[^\"]+\"|[a-z]+(?: [a-z]+)*)")
FIGURES = ROOT / "docs/en/performance.md"
ROW = re.compile(r"^\| [^|]+ \| `(?:make bench ARGS=|python -m bench\.)(\w+)` \| ([^|]+) \|", re.M)
"""A row of the table of figures: its bench, and what it found."""
UNIT = re.compile(r"\d (%|[a-zA-Zµ]+)")
DATE = re.compile(r" \(\d{4}-\d\d-\d\d\)|, at a load of \d+| at a load of \d+")
NO_UNITS = ("and", "at", "on", "tables", "to")
PRINTED: Mapping[str, str] = {
    "%": r"%\}| %|per ?cent",
    "ms": r"\bms\b",
    "MB": r"\bMB\b",
    "kB": r"\bkB\b",
    "million": r"\bmillions\b",
    "times": r"\bratio|\btimes\b|of whole",
    "empty": r"\bempty interpreter",
}
"""How a bench prints each unit of the page."""
PART = re.compile(r"NAME=dependability ARGS=([a-z]+)")


def unknown_names(text: str) -> list[str]:
    """Return what a page names and is neither a bench nor a part of the campaign."""
    benches = [name for names in BENCH.findall(text) for name in names.strip('"').split()]
    return [
        *(name for name in benches if name not in MEASURES and not name.startswith("--")),
        *(name for name in PART.findall(text) if name not in {part.name for part in PARTS}),
    ]


@each("page", [str(page.relative_to(ROOT)) for page in PAGES])
def test_benches_and_parts_exist(page: str) -> None:
    assert unknown_names((ROOT / page).read_text(encoding="utf-8")) == []


@each(
    "text, found",
    [
        ("`make bench ARGS=web`", ["web"]),
        ('`make bench ARGS="card web --full"`', ["web"]),
        ("`python -m bench card web`", ["web"]),
        ("`make bench ARGS=…` or `python -m bench.kernel`", []),
        ("`NAME=dependability ARGS=cuts`", ["cuts"]),
    ],
)
def test_unknown_names_are_found(text: str, found: list[str]) -> None:
    assert unknown_names(text) == found


def test_every_bench_has_its_row() -> None:
    page = FIGURES.read_text(encoding="utf-8")
    assert [name for name in MEASURES if f"| `make bench ARGS={name}` |" not in page] == []


def unprinted_units(text: str) -> Iterator[str]:
    """Yield the units of a table of figures that their bench does not print."""
    for name, figures in ROW.findall(text):
        measure = MEASURES.get(name)
        module = measure.__module__ if measure else f"bench.{name}"
        source = inspect.getsource(importlib.import_module(module))
        units = [unit for unit in UNIT.findall(DATE.sub("", figures)) if unit not in NO_UNITS]
        for unit in units or ["times"]:
            if unit not in PRINTED or not re.search(PRINTED[unit], source):
                yield f"{name}: {unit}"


def test_figures_are_in_the_units_of_their_bench() -> None:
    text = FIGURES.read_text(encoding="utf-8")
    assert len(ROW.findall(text)) > len(MEASURES)
    assert list(unprinted_units(text)) == []


@each(
    "figure, found",
    [
        ("59.4 MB, 61.1 on the way", []),
        ("59 KiB", ["memory: KiB"]),
        ("12 million", ["memory: million"]),
        ("0.93", ["memory: times"]),
    ],
)
def test_unit_that_a_bench_does_not_print_is_found(figure: str, found: list[str]) -> None:
    row = f"| resident memory | `make bench ARGS=memory` | {figure} | |\n"
    assert list(unprinted_units(row)) == found
