"""A test's name is a short rule: its file says the subject."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.kits.offenders import each
from tests.kits.paths import ROOT

LONGEST = 60
USUAL = 36
"""Letters of a name in the median of all."""
FILES = sorted((ROOT / "tests").rglob("test_*.py"))
NAMED = re.compile(r"^\s*def (test_\w+)", re.MULTILINE)


def names(path: Path) -> list[str]:
    return NAMED.findall(path.read_text(encoding="utf-8"))


@each("path", FILES)
def test_no_name_is_a_paragraph(path: Path) -> None:
    long = [name for name in names(path) if len(name) > LONGEST]
    assert long == [], "say the rule alone: the file's name says the subject"


def test_names_are_short() -> None:
    assert median(len(name) for path in FILES for name in names(path)) <= USUAL


RIDDLES = frozenset({"told", "heard", "kept", "anew", "asking", "passing"})
"""Names that say nothing of the value: is it a line, a record, a status, a folder?"""
SUSPECTED = re.compile(rf"\b({'|'.join(RIDDLES)})\b *[=:,)\]]|def ({'|'.join(RIDDLES)})\(")


def bound_names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


@each("path", sorted((ROOT / "tests").rglob("*.py")))
def test_no_value_is_named_by_a_riddle(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    names_there = bound_names(source) if SUSPECTED.search(source) else ()
    assert RIDDLES & {*names_there} == set(), "name it for what it holds"


@each("source", ["told = 1", "self.kept = 1", "def heard(): ...", "def f(told): ..."])
def test_riddle_is_found(source: str) -> None:
    assert SUSPECTED.search(source)
    assert RIDDLES & {*bound_names(source)}
