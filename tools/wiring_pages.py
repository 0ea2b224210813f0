"""Writes the wiring pages of the example tables, and the page of all kinds of part.

python -m tools.wiring_pages            # docs/reference/wiring/
python -m tools.wiring_pages --check    # says which of those is stale
"""

import sys
from pathlib import Path
from typing import Final

from firmware.shell.wiring.wiring_pages import wiring_pages
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
    """Write the pages, or with --check return 1 if one is not what would be written."""
    stale = []
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
