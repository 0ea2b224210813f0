"""Writes the wiring pages of the example tables, and the page of all kinds of part.

python -m tools.wiring_pages            # docs/reference/wiring/
python -m tools.wiring_pages --check    # says which of those is stale
"""

import sys
from pathlib import Path
from typing import Final

from firmware.shell.wiring.wiring_pages import wiring_pages
from tools.made_pages import write_or_check
from tools.part_electrics import parts_page

HERE: Final = Path(__file__).parent.parent
PAGES: Final = HERE / "docs" / "reference" / "wiring"
EXAMPLE_FILES: Final = tuple(sorted((HERE / "examples").glob("*.toml")))


def pages() -> dict[str, str]:
    """Return the pages and drawings of the examples by their names, and the page of all parts."""
    by_name = {"parts.md": parts_page()}
    for file in EXAMPLE_FILES:
        by_name |= wiring_pages(file, PAGES)
    return by_name


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    return write_or_check({PAGES / name: text for name, text in pages().items()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
