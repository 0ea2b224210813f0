"""Tools and bench use the product as it is: none replaces a part of it while it runs."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.kits.offenders import each
from tests.kits.paths import ROOT

PRODUCT = ("firmware", "drivers", "hal", "sim")
FILES = sorted(path for room in ("tools", "bench") for path in (ROOT / room).rglob("*.py"))


def replaced(source: str) -> list[str]:
    """Return each assignment to an attribute of what is imported from the product, and each of a
    function or lambda to an attribute of any object but `self`.
    """
    tree = ast.parse(source)
    imported, functions = set(_product_names(tree)), {
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    }  # fmt: skip
    return [
        f"line {target.lineno}: {ast.unparse(target)}"
        for target, value in _attribute_writes(tree)
        if _root(target) in imported or (_root(target) != "self" and _is_function(value, functions))
    ]


def _product_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if _is_product(module):
                yield from (alias.asname or alias.name for alias in names)
            case ast.Import(names=names):
                for alias in names:
                    if _is_product(alias.name):
                        yield alias.asname or alias.name.split(".")[0]


def _is_product(module: str) -> bool:
    return module.split(".")[0] in PRODUCT


def _attribute_writes(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    members = target.elts if isinstance(target, ast.Tuple) else [target]
                    yield from ((m, value) for m in members if isinstance(m, ast.Attribute))
            case (
                ast.AugAssign(target=ast.Attribute() as target)
                | ast.AnnAssign(target=ast.Attribute() as target)
            ):
                yield target, node.value
            case ast.Delete(targets=targets):
                yield from ((t, None) for t in targets if isinstance(t, ast.Attribute))
            case ast.Call(func=ast.Name(id="setattr"), args=[owner, _, value]):
                yield owner, value


def _root(target: ast.expr) -> str:
    while isinstance(target, ast.Attribute | ast.Call | ast.Subscript):
        target = target.func if isinstance(target, ast.Call) else target.value
    return target.id if isinstance(target, ast.Name) else ""


def _is_function(value: ast.expr | None, functions: set[str]) -> bool:
    return isinstance(value, ast.Lambda) or (isinstance(value, ast.Name) and value.id in functions)


@each("path", FILES)
def test_nothing_of_the_product_is_replaced(path: Path) -> None:
    assert replaced(path.read_text(encoding="utf-8")) == []


@each(
    "source, count",
    [
        ("from sim.bench.sim_table import SimTable\nSimTable.__init__ = made", 1),
        ("import firmware.shell.loop\nfirmware.shell.loop.WAIT_MS = 1", 1),
        ("from firmware.people import players\nplayers.RATE += 1.0", 1),
        ("from hal import ports\nsetattr(ports, name, value)", 1),
        ("def timed(): ...\nbus.poll = timed", 1),
        ("bus.poll = lambda: None", 1),
        ("from hal import ports\ndel ports.Bus", 1),
        ("from sim.wires import cable\nwire = cable.Cable()\nself.wire = wire", 0),
        ("from pathlib import Path\nPath.cwd = None", 0),
    ],
)
def test_planted_replacements_are_found(source: str, count: int) -> None:
    assert len(replaced(source)) == count
