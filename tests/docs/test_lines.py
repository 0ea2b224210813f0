"""A written page can be reviewed line by line: none is too long for that."""

import re

from tests.kits.offenders import each
from tests.kits.paths import ROOT

WIDEST = 200
GENERATED = ROOT / "docs" / "reference"
PAGES = [
    page
    for page in (*ROOT.glob("*.md"), *ROOT.glob("changes/*.md"), *ROOT.glob("docs/**/*.md"))
    if not page.is_relative_to(GENERATED)
]
QUOTED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
"""What a program prints, or takes, as it is."""


@each("page", [str(page.relative_to(ROOT)) for page in PAGES])
def test_lines_are_short_enough_to_review(page: str) -> None:
    text = QUOTED.sub("", (ROOT / page).read_text(encoding="utf-8"))
    assert [line[:60] for line in text.splitlines() if len(line) > WIDEST] == []
