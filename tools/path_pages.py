"""Writes docs/reference/paths/ from scenarios' calls; --check says if a page is stale."""

import sys
from pathlib import Path
from typing import Final

from tools.made_pages import write_or_check
from tools.paths import card, chip, jackpot, key, move, setting, word
from tools.paths.page import TracedPath, path_page
from tools.paths.trace import StepMissing

PAGES: Final = Path(__file__).parent.parent / "docs" / "reference" / "paths"
INDEX: Final = "README.md"
PATHS: Final = (
    card.PATH,
    chip.PATH,
    key.PATH,
    word.PATH,
    setting.PATH,
    jackpot.PATH,
    move.PATH,
)
INDEX_TEXT: Final = """\
# Paths through the program

Written by `python -m tools.path_pages` from the calls of scenarios; don't edit.

Each page follows one thing through the rooms, in the names of the code. A scenario of
`tools/paths` plays the real program with simulated far ends; its calls are traced, and the page
has those that a reader needs, in the order in which they happen, with the values of that run.
A step that is no longer called, or no longer in this place, stops the pages from being written.

- The drawing has a column a step, and a line a room.
- *takes*: the arguments of the call. *gives*: what it returns or changes.
- Octets are hexadecimal, amounts whole cents. Of an object those fields are shown that differ from
  their default.
- The first sentence is from the function's docstring; the others add to it.

| path | scenario |
| --- | --- |
"""


def pages() -> dict[str, str]:
    """Play every scenario and return the pages by their names. Raises StepMissing."""
    return {INDEX: _index(), **{f"{path.word}.md": path_page(path) for path in PATHS}}


def _index() -> str:
    return INDEX_TEXT + "".join(map(_index_row, PATHS))


def _index_row(path: TracedPath) -> str:
    return f"| [{path.word}]({path.word}.md) | {path.introduction} |\n"


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale, or which step is missing."""
    try:
        made = pages()
    except StepMissing as missing:
        print(f"{missing}. Mend the program, or the steps in tools/paths.", file=sys.stderr)  # noqa: T201
        return 1
    return write_or_check({PAGES / name: text for name, text in made.items()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
