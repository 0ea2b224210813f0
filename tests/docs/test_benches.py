"""Every bench that a page names exists, and every bench is on the page of figures."""

import re

from bench.__main__ import MEASURES
from tests.campaigns.campaign import PARTS
from tests.kits.offenders import each
from tests.kits.paths import ROOT

PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("changes/*.md")]
BENCH = re.compile(r"(?:make bench ARGS=|python -m bench )(\"[^\"]+\"|[a-z]+(?: [a-z]+)*)")
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
    page = (ROOT / "docs/en/performance.md").read_text(encoding="utf-8")
    assert [name for name in MEASURES if f"| `make bench ARGS={name}` |" not in page] == []
