"""A search for a whole message key finds the line that says it.

Nobody can find what is put together at run time: from a sentence on a screen its key is found in
`firmware/words`, and from the key the code, by a search for the whole key in quotes. So no code
makes a key of parts, and every key is written out whole in Python or in a page.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from firmware.shell.words.templates import UNSEEN_SUFFIX, read_templates
from tests.kits.paths import ROOT

PROGRAM = ("firmware", "drivers", "hal", "sim", "tools")
KEYS = sorted({key.removesuffix(UNSEEN_SUFFIX) for key in read_templates("fr")})
TABLES = frozenset(key.rpartition(".")[0] for key in KEYS)
BEGINNINGS = frozenset(key[:length] for key in KEYS for length in range(len(key)))

ASKING = {"Text", "has_key", "clean_words"}
"""What makes a text of a key, or asks for one."""
NO_WORDS = {
    ("firmware/core/vocabulary/bets.py", "bet."): "a bet of a rule pack, which has its words",
    ("firmware/pages/shared/words.js", "bet."): "a bet of a rule pack, which has its words",
    ("firmware/shell/rules/declared_words.py", "at."): "a bet of a rule pack, which has its words",
    ("firmware/shell/rules/declared_words.py", "bet."): "a bet of a rule pack, which has its words",
    ("firmware/shell/sheets/rule_sheet.py", "line."): "a line of a rule pack, named by it",
    ("firmware/shell/config/config.py", "game."): "a path in a configuration's file",
    ("firmware/shell/config/game_options.py", "game."): "a path in a configuration's file",
    ("firmware/shell/history/takeover.py", "game."): "a path in a configuration's file",
}
"""Texts that are put together and begin like a key, and what they are instead."""

ASKED_IN_SCRIPT = (
    r"\b(?:say|tell|render|template|message|(?:table|words)\.has)\(\s*(?:\{\s*key:\s*)?"
)
"""How a page's script asks for the words of a key."""
PUT_TOGETHER_IN_SCRIPT = re.compile(
    rf"""(?P<asked>{ASKED_IN_SCRIPT})?(?:"""
    r"""`(?P<template>[^`$\\]*)\$\{"""
    r"""|(?P<quote>["'`])(?P<text>[\w.#-]*)(?P=quote)\s*(?:\+(?!\+)|\.concat\())"""
)
JOINED_IN_SCRIPT = re.compile(r"""\.join\((["'`])\.\1\)""")
"""`a.join(".")`, of which nobody can say whether it begins a key."""


class Source(NamedTuple):
    """What a file of Python says."""

    texts: frozenset[str]
    """The whole texts in quotes."""
    composed: tuple[tuple[int, str, bool], ...]
    """The texts that are put together: the line, the beginning, whether a text is asked."""


@cache
def sources() -> dict[str, Source]:
    paths = [path for room in PROGRAM for path in sorted((ROOT / room).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): parsed(path.read_text()) for path in paths}


def parsed(source: str) -> Source:
    # no tree is kept: the garbage collector would look through all of them, again and again
    nodes = list(ast.walk(ast.parse(source)))
    texts = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return Source(frozenset(texts), tuple(composed(nodes)))


@cache
def written() -> frozenset[str]:
    """Every whole text in quotes, in the program and in the pages."""
    python = frozenset[str]().union(*(source.texts for source in sources().values()))
    pages = [path for room in PROGRAM for path in (ROOT / room).rglob("*") if is_page(path)]
    quoted = re.compile(r"""(["'`])([\w.-]+)\1""")
    return frozenset(python | {m[2] for p in pages for m in quoted.finditer(p.read_text())})


def is_page(path: Path) -> bool:
    return path.suffix in (".js", ".html") and path.is_file()


def composed(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str, bool]]:
    asked = {
        id(node.args[0])
        for node in nodes
        if isinstance(node, ast.Call) and node.args and called(node.func) in ASKING
    }
    for node in nodes:
        if isinstance(node, ast.expr):
            begins = beginning(node)
            if begins is not None:
                yield node.lineno, begins, id(node) in asked


def called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def beginning(node: ast.expr) -> str | None:
    """Return how a text begins that is put together at run time, None of anything else."""
    match node:
        case ast.JoinedStr(values=[first, *_]):
            return str(first.value) if isinstance(first, ast.Constant) else ""
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Add() | ast.Mod()):
            return text
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return text
        case ast.Call(func=ast.Attribute(value=ast.Constant(value="."), attr="join")):
            return ""
    return None


def begins_a_key(text: str) -> bool:
    """Return whether a text is the beginning of keys, cut after a point or within a name."""
    return "." in text and text in BEGINNINGS


def offences(path: str, source: Source) -> Iterator[str]:
    for line, begins, asked in source.composed:
        if asked or (begins_a_key(begins) and (path, begins) not in NO_WORDS):
            yield f"{path}:{line}: {begins}…"


def test_no_key_is_composed() -> None:
    found = [one for path, source in sources().items() for one in offences(path, source)]
    assert found == []


@cache
def scripts() -> dict[str, str]:
    """Every script of a page by its path from the root."""
    paths = [path for room in PROGRAM for path in sorted((ROOT / room).rglob("*.js"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in paths}


def script_offences(path: str, script: str) -> Iterator[str]:
    for match in PUT_TOGETHER_IN_SCRIPT.finditer(script):
        begins = match["template"] if match["text"] is None else match["text"]
        if match["asked"] or (begins_a_key(begins) and (path, begins) not in NO_WORDS):
            yield f"{path}:{line_of(script, match)}: {begins}…"
    for match in JOINED_IN_SCRIPT.finditer(script):
        yield f"{path}:{line_of(script, match)}: {match[0]}"


def line_of(script: str, match: re.Match[str]) -> int:
    return script.count("\n", 0, match.start()) + 1


def test_no_page_script_composes_a_key() -> None:
    assert scripts()
    assert [one for path, text in scripts().items() for one in script_offences(path, text)] == []


def test_exceptions_look_like_keys() -> None:
    found = {
        (path, begins)
        for path, source in sources().items()
        for _, begins, _ in source.composed
        if (path, begins) in NO_WORDS
    }
    found |= {
        (path, match["template"])
        for path, script in scripts().items()
        for match in PUT_TOGETHER_IN_SCRIPT.finditer(script)
        if (path, match["template"]) in NO_WORDS
    }
    assert found == NO_WORDS.keys()


def is_found(key: str) -> bool:
    """Return whether a search finds a key; words of one game are found by the key they replace."""
    if key.startswith("at."):
        key = key.split(".", 2)[2]
    return key in written()


def without_sentence(texts: Iterable[str]) -> list[str]:
    """Return the texts that name a line of one of the tables of words which that table lacks."""
    return sorted(
        text
        for text in texts
        if text.rpartition(".")[0] in TABLES
        and not text.endswith((".toml", ".html", ".css", ".js"))
        and text not in BEGINNINGS
        and text not in KEYS
    )


def test_every_key_that_is_written_has_its_sentence() -> None:
    missing = without_sentence(written())
    assert missing == [], f"add to firmware/words/fr and firmware/words/en: {', '.join(missing)}"


def test_a_key_without_its_sentence_is_found() -> None:
    assert without_sentence(["prompt.resolve_late", "prompt.nowhere"]) == ["prompt.nowhere"]


def test_every_key_is_written_out_whole() -> None:
    missing = [key for key in KEYS if not is_found(key)]
    families = Counter(".".join(key.split(".")[:-1]) for key in missing)
    assert missing == [], f"{len(missing)} of {len(KEYS)} keys: {dict(families)}"


@pytest.mark.parametrize(
    "source",
    [
        'Text(f"bet.{name}")',
        'Text("bet." + name)',
        'Text("bet.%s" % name)',
        'Text("bet.{}".format(name))',
        'Text(".".join(("bet", name)))',
        'words.has_key(f"{family}.{name}")',
        'key = f"bet.{name}"',
        'key = f"bet.ti{name}"',
    ],
)
def test_composed_key_is_found(source: str) -> None:
    assert list(offences("new.py", parsed(source)))


@pytest.mark.parametrize(
    "source", ['Text("bet.tie")', "Text(KEYS[name])", 'f"{one}.{two}"', 'f"nowhere.{name}"']
)
def test_other_texts_are_not_found(source: str) -> None:
    assert not list(offences("new.py", parsed(source)))


@pytest.mark.parametrize(
    "script",
    [
        "table.say(`bet.${name}`)",
        "table.say(`${family}.${name}`)",
        "const key = `ui.key.${name}`;",
        "const key = `ui.key.chip_${nth}`;",
        'const key = "bet." + name;',
        "const key = 'bet.' + name;",
        'const key = "bet.".concat(name);',
        'const key = ["bet", name].join(".");',
        'words.has("bet" + name)',
        "render({ key: `${family}.${name}` })",
        "const text = { key: short ? `hand.${name}` : name };",
    ],
)
def test_key_composed_in_a_script_found(script: str) -> None:
    assert list(script_offences("new.js", script))


@pytest.mark.parametrize(
    "script",
    [
        'table.say("bet.tie")',
        "table.say(BET_KEYS[name])",
        "table.say(CONTROL_KEYS[`${name}_hint`])",
        "const hand = `${spot}.${nth}`;",
        "taken.has(`${column}.${row}`)",
        "const drawn = { key: `stack-${spot}` };",
        "const address = `report.csv?${query}`;",
        'lines.join(". ")',
        'option.dataset.id = "spot-" + spot;',
    ],
)
def test_other_script_texts_not_found(script: str) -> None:
    assert not list(script_offences("new.js", script))
