"""Finds the tests that are marked with the clauses that they show, without running any.

`@pytest.mark.clause("ANZ 1.17.1", "AGCO 6.1.8")` marks a test,
`pytestmark = pytest.mark.clause(…)` all tests of a module.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

TESTS: Final = Path(__file__).parent.parent / "tests"
MARK: Final = "pytest.mark.clause"


class MarkedTest(NamedTuple):
    """A test, or all tests of a file if it has no name."""

    path: Path
    name: str = ""


def marked_tests(folder: Path = TESTS) -> dict[str, list[MarkedTest]]:
    """Return the tests of each clause that a mark names, in the order of their files."""
    found = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if MARK in text:
            for number, name in _marks(ast.parse(text, path)):
                found[number].append(MarkedTest(path, name))
    return dict(found)


def _marks(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each number that is marked, and the test; no name for the whole module."""
    for statement in module.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in statement.decorator_list:
                yield from ((number, statement.name) for number in _numbers(decorator))
        elif isinstance(statement, ast.Assign) and _is_module_mark(statement):
            yield from ((number, "") for number in _numbers(statement.value))


def _is_module_mark(statement: ast.Assign) -> bool:
    return [ast.unparse(target) for target in statement.targets] == ["pytestmark"]


def _numbers(mark: ast.expr) -> Iterator[str]:
    if isinstance(mark, ast.List | ast.Tuple):
        for element in mark.elts:
            yield from _numbers(element)
    elif isinstance(mark, ast.Call) and ast.unparse(mark.func) == MARK:
        yield from (ast.literal_eval(argument) for argument in mark.args)
