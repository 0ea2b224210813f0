"""The code that cites an article: docstrings, notes and constants of the rules.

An article with a point, `67.39`, is found in any citation; a number alone, `35`, only behind the
word "article" or in brackets.
"""

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple

ARTICLE: Final = r"\d+[a-z]?(?:\.\d+)?"
SERIES: Final = rf"{ARTICLE}(?:(?:,| and| to| or)*\s+{ARTICLE})*"
"""Articles one after the other, as in `67.29, 67.30` and `18 to 20`."""
PARAGRAPHS: Final = r"(?:(?:,| and)*\s*\(\d+\))*"
"""Of an article, as in `66 (2)` and `95.15 (8), (10) and (11)`: numbers that are no articles."""
CITATION: Final = re.compile(rf"[Aa]rticles?\s+({SERIES}){PARAGRAPHS}|\(({SERIES})\)")
RANGE: Final = re.compile(rf"({ARTICLE})\s+to\s+({ARTICLE})")
SETTLING_CALLS: Final = frozenset({"lose", "push", "win", "bonus", "prize", "surrender", "cite"})
ROOM: Final = "core"
"""Where the rules are."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


class CodePlace(NamedTuple):
    """A place of the program's source."""

    file: str
    line: int
    name: str
    """The function or class; empty for the file itself."""


def citing_code(article: str) -> Iterator[CodePlace]:
    """Yield the places that cite an article, file by file; none where the sources are not there."""
    for path, source in _sources(files("firmware").joinpath(ROOM), f"firmware/{ROOM}"):
        if article.partition(".")[0] in source:
            for line, name in sorted(set(_citing_definitions(ast.parse(source), "", article))):
                yield CodePlace(path, line, name)


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda found: found.name):
        if entry.is_dir():
            yield from _sources(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{path}/{entry.name}", entry.read_text(encoding="utf-8")


def _citing_definitions(
    definition: Definition, name: str, article: str
) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each function and class that cites the article itself."""
    citing_lines = [node.lineno for node in _own_nodes(definition) if _is_citing(node, article)]
    if citing_lines:
        of_file = min(citing_lines)
        yield (of_file if isinstance(definition, ast.Module) else definition.lineno), name
    for inner in definition.body:
        if isinstance(inner, Definition):
            inner_name = f"{name}.{inner.name}" if name else inner.name
            yield from _citing_definitions(inner, inner_name, article)


def cites(words: str, article: str) -> bool:
    """Return whether words cite an article: by itself, in a series, or within `18 to 20`."""
    for found in CITATION.finditer(words):
        series = found[1] or found[2]
        if article in re.findall(ARTICLE, series):
            return True
        ranges = RANGE.finditer(series)
        if any(
            _is_between(article, first_and_last[1], first_and_last[2]) for first_and_last in ranges
        ):
            return True
    return False


def _is_between(article: str, first: str, last: str) -> bool:
    chapters = {written.rpartition(".")[0] for written in (article, first, last)}
    numbers = [written.rpartition(".")[2] for written in (first, article, last)]
    if len(chapters) > 1 or not all(number.isdecimal() for number in numbers):
        return False
    return int(numbers[0]) <= int(numbers[1]) <= int(numbers[2])


def _own_nodes(definition: Definition) -> Iterator[ast.stmt | ast.expr]:
    """Yield the nodes of a definition that are of no definition inside it."""
    waiting: list[ast.AST] = list(definition.body)
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Definition):
            waiting.extend(ast.iter_child_nodes(node))
            if isinstance(node, ast.stmt | ast.expr):
                yield node


def _is_citing(node: ast.AST, article: str) -> bool:
    """Return whether a node settles by the article, or names it as one, or is a note that does."""
    match node:
        case ast.Call(func=ast.Attribute(attr=attr)) if attr in SETTLING_CALLS:
            return any(_is_article(value, article) for value in node.args)
        case ast.Assign(targets=targets, value=value):
            return any(map(_names_article, targets)) and _has_article(value, article)
        case ast.AnnAssign(target=target, value=ast.AST() as value):
            return _names_article(target) and _has_article(value, article)
        case ast.Expr(value=ast.Constant(value=str(words))):
            return cites(words, article)
    return False


def _is_article(node: ast.AST, article: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == article


def _has_article(node: ast.AST, article: str) -> bool:
    return any(_is_article(inner, article) for inner in ast.walk(node))


def _names_article(target: ast.AST) -> bool:
    return any(
        "ARTICLE" in str(getattr(inner, "id", getattr(inner, "attr", ""))).upper()
        for inner in ast.walk(target)
    )


def citing_numbers(tables: Any, article: str, path: str = "") -> Iterator[str]:  # noqa: ANN401
    """Yield the places of a rule pack whose numbers are by an article: `baccarat.pays.banker`."""
    if isinstance(tables, dict):
        if tables.get("article") == article:
            yield path
        for key, value in tables.items():
            yield from citing_numbers(value, article, f"{path}.{key}" if path else key)
