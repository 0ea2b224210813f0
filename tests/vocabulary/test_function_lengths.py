"""A function has at most forty lines, unless it is a table of data."""

import ast
from collections.abc import Iterator

from tests.kits.paths import ROOT

MOST_LINES = 40
TABLES = {
    "firmware/floor/migrations/versions/ledger_0001.py:upgrade": "the columns of the first tables",
}


def long_functions(source: str) -> Iterator[str]:
    for function in functions(ast.parse(source)):
        end = function.end_lineno or function.lineno
        if end - function.lineno + 1 > MOST_LINES:
            yield function.name


def functions(node: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function in a tree; in expressions, which are most of it, there is none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        if not isinstance(child, ast.expr):
            yield from functions(child)


def test_a_function_is_short_or_a_table() -> None:
    found = {
        f"{path.relative_to(ROOT).as_posix()}:{name}"
        for root in ("firmware", "drivers", "hal", "sim")
        for path in (ROOT / root).rglob("*.py")
        for name in long_functions(path.read_text(encoding="utf-8"))
    }
    assert found == TABLES.keys()


def test_one_line_too_many_is_found() -> None:
    line = "    pass\n"
    assert list(long_functions(f"def play():\n{line * MOST_LINES}")) == ["play"]
    assert list(long_functions(f"def play():\n{line * (MOST_LINES - 1)}")) == []


def test_function_within_another_is_found() -> None:
    line = " " * 16 + "pass\n"
    inner = f"            def play():\n{line * MOST_LINES}"
    assert list(long_functions(f"class A:\n    def f():\n        if 1:\n{inner}")) == ["f", "play"]
