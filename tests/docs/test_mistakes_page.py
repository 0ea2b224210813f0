"""The page of mistakes names tests that are there."""

import re

from tests.kits.paths import ROOT

PAGE = ROOT / "docs" / "en" / "mistakes.md"
NAMED = re.compile(r"`(test_\w+)`")


def test_each_row_names_a_test_that_is_there() -> None:
    rows = [row for row in PAGE.read_text(encoding="utf-8").splitlines() if row.startswith("| ")]
    rows = [row for row in rows if not row.startswith(("| mistake", "| ---"))]
    named = {name for row in rows for name in NAMED.findall(row)}
    assert len(rows) == len([row for row in rows if NAMED.search(row)])
    sources = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py"))
    assert sorted(name for name in named if f"def {name}(" not in sources) == []
