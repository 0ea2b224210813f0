"""Whatever fails is said in the person's language: registries, scripts, packs, the wire, JSON."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

import hal.errors
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.decode_words import KIND_KEYS, REASON_PATTERNS, decode_reason
from firmware.shell.words.hardware_words import hardware_failure
from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each
from tests.kits.paths import ROOT


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """Something of every kind that msgspec holds a text to."""

    a: int
    b: tuple[int, int] = (1, 2)
    c: Literal["x", "y"] = "x"
    d: Annotated[int, msgspec.Meta(ge=1)] = 1
    e: Annotated[str, msgspec.Meta(min_length=2)] = "ab"
    f: list[int] = []
    g: dict[str, int] = {}
    h: bool = True
    i: int | str = 1
    j: float = 1.0


class Tagged(msgspec.Struct, tag="one"):
    """One of a union."""


class OtherTagged(msgspec.Struct, tag="two"):
    """The other."""


Union = Tagged | OtherTagged
UNREADABLE: list[tuple[bytes, Any, str, str]] = [
    (b"{}", Wanted, "decode.missing", ""),
    (b'{"a": 1, "z": 1}', Wanted, "decode.unknown", ""),
    (b'{"a": "x"}', Wanted, "decode.other_kind", "a"),
    (b'{"a": null}', Wanted, "decode.other_kind", "a"),
    (b'{"a": 1.5}', Wanted, "decode.other_kind", "a"),
    (b'{"a": 1, "f": [1, "x"]}', Wanted, "decode.other_kind", "f[1]"),
    (b'{"a": 1, "g": {"q": []}}', Wanted, "decode.other_kind", "g[...]"),
    (b'{"a": 1, "h": 3}', Wanted, "decode.other_kind", "h"),
    (b'{"a": 1, "i": {}}', Wanted, "decode.other_kind", "i"),
    (b"[1]", Wanted, "decode.other_kind", ""),
    (b'{"a": 1, "b": [1]}', Wanted, "decode.length", "b"),
    (b'{"a": 1, "e": "a"}', Wanted, "decode.length", "e"),
    (b'{"a": 1, "d": 0}', Wanted, "decode.bound", "d"),
    (b'{"type": 1}', Union, "decode.wanted", "type"),
    (b'{"a": 1, "c": "q"}', Wanted, "decode.value", "c"),
    (b'{"type": "q"}', Union, "decode.value", "type"),
    (b'{"a": 1e400}', Wanted, "decode.range", "a"),
    (b'{"a": 1', Wanted, "decode.truncated", ""),
    (b"", Wanted, "decode.truncated", ""),
    (b"{a}", Wanted, "decode.malformed", ""),
    (b'{"a": 1} x', Wanted, "decode.malformed", ""),
    (b'{"a": "\\q"}', Wanted, "decode.malformed", ""),
]
"""A text, what it is not, the key of the reason and the place."""


def failed(text: bytes, kind: Any) -> Text:  # any type that msgspec takes
    with pytest.raises(msgspec.DecodeError) as refused:
        msgspec.json.decode(text, type=kind)
    return decode_reason(refused.value)


@each("text, kind, key, where", UNREADABLE)
def test_undecodable_text_names_its_place(text: bytes, kind: Any, key: str, where: str) -> None:
    why = failed(text, kind)
    if where:
        assert (why.key, why.values["where"]) == ("decode.at", where)
        (why,) = (one for one in why.values.values() if isinstance(one, Text))
    assert why.key == key
    for language in languages_with("errors"):
        assert foreign(Words.load(language).render(why), language) == []


def test_every_reason_covered_and_has_words() -> None:
    tried = {key for *_, key, _ in UNREADABLE}
    assert tried == REASON_PATTERNS.keys() - {"decode.card"}
    templates = read_templates("fr")
    assert REASON_PATTERNS.keys() <= templates.keys()
    assert {*KIND_KEYS.values()} <= templates.keys()


def test_every_hardware_failure_has_words() -> None:
    kinds = [one for one in vars(hal.errors).values() if isinstance(one, type)]
    kinds = [one for one in kinds if issubclass(one, hal.errors.HardwareError)]
    assert len(kinds) > 5
    for kind in kinds:
        error = kind(0x20) if kind is hal.errors.DeviceSilent else kind("no such port")
        said = {
            language: Words.load(language).render(hardware_failure(error))
            for language in languages_with("errors")
        }
        assert [foreign(words, language) for language, words in said.items()] == [[], []]
        assert all(str(error) in words for words in said.values())


# no other error is put before a person as Python, or a library, says it

FOR_PROGRAMS = {
    "firmware/cli/commands/page_console.py": "Lost is never printed",
    "firmware/console/wires/wire.py": "Lost is never printed",
    "firmware/floor/engine_check.py": "only looked at for why the engine refuses",
    "firmware/shell/config/source.py": "only the line and the column are said",
    "firmware/shell/rules/rule_pack.py": "only the line is said",
    "firmware/shell/sockets/control.py": "the control socket answers programs, in English",
    "firmware/shell/words/templates.py": "a mistake of the program itself",
    "firmware/shell/words/word_faults.py": "no words may be there in which to say it",
}
"""The files that put an exception's own text into another text, and why they may."""


def test_no_exception_text_is_shown() -> None:
    files = [path for room in ("firmware", "drivers") for path in (ROOT / room).rglob("*.py")]
    found = {path.relative_to(ROOT).as_posix() for path in files if any(_quoted(path))}
    assert found == FOR_PROGRAMS.keys()


def _quoted(path: Path) -> Iterator[ast.AST]:
    """Yield each place where a handler makes text of the exception that it has caught."""
    source = path.read_bytes()
    for handler in ast.walk(ast.parse(source)) if b"except" in source else ():
        if isinstance(handler, ast.ExceptHandler) and handler.name:
            for node in ast.walk(handler):
                if _is_str_of(handler.name, node) or _is_in_f_string(handler.name, node):
                    yield node


def _is_str_of(name: str, node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not _is("str", node.func):
        return False
    return any(_is(name, one) for one in node.args)


def _is_in_f_string(name: str, node: ast.AST) -> bool:
    return isinstance(node, ast.FormattedValue) and _is(name, node.value)


def _is(name: str, node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == name
