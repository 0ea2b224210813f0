"""The core holds no float, no true division and nothing from outside but a few named modules."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import firmware.core
from tests.kits.offenders import each

ROOM = Path(firmware.core.__file__).parent
FILES = sorted(ROOM.rglob("*.py"))
ALLOWED = {
    *("abc", "collections", "dataclasses", "enum", "fractions", "functools"),
    *("ast", "difflib", "inspect", "itertools", "operator"),
    *("msgspec", "transitions", "types", "typing", "unicodedata", "firmware.core"),
}
OF_WHOLE_NUMBERS = {"comb", "gcd", "lcm", "prod"}
"""The functions of `math` whose result is whole if what they are given is."""
OUTSIDE = {"float", "open", "hash", "id", "eval", "exec", "print", "input"}


def impurities(source: str) -> list[str]:
    """Return what does not belong in the core, with its line."""
    return [f"line {node.lineno}: {what}" for node, what in _found(ast.parse(source))]


def _found(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() | complex()):
                yield node, "a float"
            case ast.Call(func=ast.Name(id=name)) if name in OUTSIDE:
                yield node, name
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield node, "a true division"
            case ast.Import(names=names):
                yield from ((node, n.name) for n in names if not _allowed(n.name))
            case ast.ImportFrom(module=str(module), names=names) if not _allowed(module, names):
                yield node, module
            case ast.ImportFrom(level=level) if level:
                yield node, "a relative import"


def _allowed(module: str, names: Sequence[ast.alias] = ()) -> bool:
    if module == "math" and names:
        return {imported.name for imported in names} <= OF_WHOLE_NUMBERS
    return any(module == name or module.startswith(f"{name}.") for name in ALLOWED)


@each("path", FILES)
def test_core_is_pure(path: Path) -> None:
    assert impurities(path.read_text(encoding="utf-8")) == []


def test_only_machine_uses_its_library() -> None:
    users = [p.name for p in FILES if "transitions import" in p.read_text(encoding="utf-8")]
    assert users == ["state_machine.py"]


@each(
    "source",
    ["x = 1.5", "x = 4 / 2", "x /= 2", "import random", "from time import sleep", "import os.path",
     "from math import gcd, sqrt", "import math",
     "from . import cards", "y = float(3)", "import firmware.shell", "print(1)"],
)  # fmt: skip
def test_impure_code_is_found(source: str) -> None:
    assert impurities(source)


@each("source", ["x = 4 // 2", "import msgspec", "from enum import Enum"])
def test_pure_code_passes(source: str) -> None:
    assert not impurities(source)
