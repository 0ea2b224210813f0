"""Every part that can be configured has its row and its page, and every page is there."""

import re

from firmware.shell.config.parts import PART_KINDS
from tests.kits.offenders import each
from tests.kits.paths import ROOT

PAGES = ROOT / "docs" / "en" / "parts"
INDEX = (PAGES / "README.md").read_text(encoding="utf-8")
KINDS = sorted({(section, kind.word) for section, kinds in PART_KINDS.items() for kind in kinds})


def rows() -> set[tuple[str, str]]:
    """Return the sections and words of the index; an empty section is the one above it."""
    found, sections = set(), [""]
    for line in INDEX.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 6 and cells[2].startswith("`") and cells[2] != "`part`":
            sections = re.findall(r"`(\w+)`", cells[1]) or sections
            found |= {(section, cells[2].strip("`")) for section in sections}
    return found


def test_index_has_exactly_every_part() -> None:
    assert rows() == set(KINDS)


@each("page", sorted(set(re.findall(r"\]\((\S+?\.md)\)", INDEX))))
def test_every_page_of_the_index_exists(page: str) -> None:
    assert (PAGES / page).is_file()
