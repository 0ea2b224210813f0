"""Measures the language of the product: how long its names are, and how plainly it explains them.

`python -m tools.vocabulary` prints a line a room; `tests/vocabulary` holds the bounds.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("firmware", "drivers", "hal", "sim")
"""The four packages that a table or a house runs, and the simulator."""
DIVIDED: Final = ("firmware", "firmware/core", "sim")
"""Folders whose folders are rooms of their own; any other folder is one room with all below it."""

RIDDLES: Final = re.compile(
    r"\b(what|told|tells?|heard|hears?|nobody|whoever|wherever|whatever|as if|lies?|lay|kept|keeps|"
    r"go(?:es)? on|going on|takes? up|taken up|amiss|anew|stands|stood|comes? to|says?|said|"
    r"befell|befalls?|besides?|none of)\b",
    re.IGNORECASE,
)
"""Words that a reader has to decode where the trade has a noun."""

_WORD: Final = re.compile(r"[\w'’-]+")
_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_COMMENT: Final = re.compile(r"(?:^|\s)# (?!type:|noqa)")
_UNNAMED: Final = ("self", "cls", "_")


@dataclass
class Room:
    """What a room's files name and explain."""

    name: str
    """Its folder, from the root."""
    names: Counter[str] = field(default_factory=Counter)
    """How often each name is bound."""
    classes: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    """Paths from the root."""
    lines: int = 0
    comments: int = 0
    words: int = 0
    """Words of docstrings."""
    riddles: int = 0

    @property
    def letters(self) -> float:
        """The mean length of its distinct names."""
        return mean_length(set(self.names))

    @property
    def riddling(self) -> float:
        """Riddling words in a thousand of its docstrings."""
        return 1000 * self.riddles / max(1, self.words)


def mean_length(names: set[str]) -> float:
    """Return the mean length of names, without the underscores around them."""
    return sum(len(name.strip("_")) for name in names) / max(1, len(names))


def parts(name: str) -> list[str]:
    """Return the words of a name, in lower case: `PollQueue` and `poll_queue` are two words."""
    return [part.lower() for part in _PARTS.findall(name)]


def room_of(path: str) -> str:
    """Return the room of a file by its path from the root."""
    folders = path.split("/")[:-1]
    room = folders[0]
    for folder in folders[1:]:
        if room not in DIVIDED:
            break
        room = f"{room}/{folder}"
    return room


@cache
def rooms() -> dict[str, Room]:
    """Return every room of the product by its folder."""
    found: dict[str, Room] = {}
    for package in PRODUCT:
        for path in sorted((ROOT / package).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            name = room_of(file)
            _read(found.setdefault(name, Room(name)), file, path.read_text(encoding="utf-8"))
    return found


def bindings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Return each name that nodes bind: modules' names, classes, functions, parameters, locals
    and attributes.
    """
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)):
                yield name
            case ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
                yield name


def docstrings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Return the docstrings of modules, classes, functions and attributes."""
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text


def _read(room: Room, path: str, text: str) -> None:
    nodes = list(ast.walk(ast.parse(text)))
    room.modules.append(path)
    room.classes += [node.name for node in nodes if isinstance(node, ast.ClassDef)]
    room.names.update(
        name for name in bindings(nodes) if name not in _UNNAMED and not name.startswith("__")
    )
    room.lines += text.count("\n")
    room.comments += len([line for line in text.splitlines() if _COMMENT.search(line)])
    for docstring in docstrings(nodes):
        room.words += len(_WORD.findall(docstring))
        room.riddles += len(RIDDLES.findall(docstring))


def main() -> None:
    """Print the table."""
    print(f"{'room':26}{'names':>7}{'letters':>9}{'riddles/1000':>14}{'comments/100':>14}")  # noqa: T201
    everything = rooms()
    for name, room in everything.items():
        comments = 100 * room.comments / max(1, room.lines)
        print(  # noqa: T201
            f"{name:26}{len(room.names):7}{room.letters:9.2f}{room.riddling:14.1f}{comments:14.2f}"
        )
    names = {name for room in everything.values() for name in room.names}
    print(f"{'all':26}{len(names):7}{mean_length(names):9.2f}")  # noqa: T201


if __name__ == "__main__":
    main()
