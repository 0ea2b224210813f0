"""A mutant: one small fault, put into one file of the program.

It is named by its place and operator, and found again by the text of its line wherever that has
moved to.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.operators.provider import OperatorProvider
from parso.python.tree import Keyword
from parso.tree import search_ancestor


class RemoveStatement(Operator):
    """Leave out a call, a `del`, a `raise` or what is set in a function.

    Not a name of its own: that it is missing is noticed by any test.
    """

    STATEMENTS = ("expr_stmt", "atom_expr", "del_stmt", "raise_stmt")

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.type == "simple_stmt" and search_ancestor(node, "funcdef"):
            statement = node.children[0]
            names = statement.type == "expr_stmt" and statement.children[0].type != "atom_expr"
            if statement.type in self.STATEMENTS and not names:
                yield node.start_pos, node.end_pos

    def mutate(self, node: Any, _index: int) -> Any:
        left_out = node.children[0]
        node.children[0] = Keyword("pass", left_out.start_pos, left_out.get_first_leaf().prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


TELLING = re.compile(
    r"ReplaceBinaryOperator_(Add_Sub|Sub_(Add|BitOr)|Mul_(Add|FloorDiv)|FloorDiv_Mul"
    r"|Mod_(FloorDiv|Mul)|Pow_Mul|BitOr_(BitAnd|BitXor)|BitAnd_BitOr|BitXor_BitOr"
    r"|LShift_RShift|RShift_LShift)"
    r"|ReplaceComparisonOperator_(Is_IsNot|IsNot_Is|(Eq|NotEq|Lt|LtE|Gt|GtE)_(?!Is)\w+)"
    r"|ReplaceUnaryOperator_\w+|AddNot|Replace(True|False|And|Or|Break|Continue)With\w+"
    r"|NumberReplacer|ZeroIterationForLoop|ExceptionReplacer"
)
"""Not those that any test notices (a quotient for a union of sets), nor those that none can."""

_PROVIDED = OperatorProvider()
OPERATORS: dict[str, Operator] = {
    "RemoveStatement": RemoveStatement(),
    **{name: _PROVIDED[name]() for name in _PROVIDED if TELLING.fullmatch(name)},
}


class Mutant(msgspec.Struct, frozen=True):
    """A fault by its file, its operator, and the line's text with the column and its turn."""

    subject: str
    path: str
    line: int
    """Where it was when the sample was drawn."""
    column: int
    text: str
    operator: str
    occurrence: int = 0
    """Its turn among those of the same operator in the same column of a line of the same text."""

    @property
    def name(self) -> str:
        turn = f" {self.occurrence}" if self.occurrence else ""
        return f"{self.path}:{self.line}:{self.column} {self.operator}{turn}"

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def positions(nodes: list[Any], operator: str) -> list[tuple[int, int]]:
    """Return the line and the column of each place where the operator fits, in its own order."""
    find = OPERATORS[operator].mutation_positions
    return [begin for node in nodes for begin, _ in find(node)]


def mutants(subject: str, path: str, source: str) -> Iterator[Mutant]:
    """Yield each mutant of a file, those also that change nothing."""
    lines, nodes = source.splitlines(), list(ast_nodes(get_ast(source)))
    for operator in OPERATORS:
        turns: dict[tuple[int, str], int] = {}
        for line, column in positions(nodes, operator):
            text = lines[line - 1].strip()
            turn = turns[column, text] = turns.get((column, text), -1) + 1
            yield Mutant(subject, path, line, column, text, operator, turn)


def mutated(tree: Path, mutant: Mutant) -> str | None:
    """Return the file with the fault in it; None where its line is no longer there."""
    file = tree / mutant.path
    if not file.exists():
        return None
    source = file.read_text(encoding="utf-8")
    lines, nodes = source.splitlines(), list(ast_nodes(get_ast(source)))
    turn = -1
    for index, (line, column) in enumerate(positions(nodes, mutant.operator)):
        if (column, lines[line - 1].strip()) == (mutant.column, mutant.text):
            turn += 1
            if turn == mutant.occurrence:
                changed: str | None = mutate_code(source, OPERATORS[mutant.operator], index)
                return changed
    return None


def is_told_apart(source: str, changed: str) -> bool:
    """Say whether a change is one of the program: valid, and not of what types alone say."""
    try:
        return _untyped(source) != _untyped(changed)
    except SyntaxError:
        return False


def _untyped(source: str) -> str:
    return ast.dump(_Untyped().visit(ast.parse(source)))


class _Untyped(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.decorator_list, node.keywords = [], []
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)
