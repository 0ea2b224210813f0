"""Conditions of a rule pack: one expression over the facts of a finished round.

    winner == 'banker' and banker.cards == 3 and banker.points in [7, 8]

Comparisons, `in`, `and`, `or`, `not`, whole numbers, quoted words, lists of these. Nothing can be
called or computed, so a condition always ends, and its facts show how coarsely cards may be merged.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from enum import StrEnum, auto
from typing import Final, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue

LONGEST: Final = 1000
"""Characters of a condition: the deepest that fits can be parsed."""

FactValue = bool | int | str | tuple[int, ...]
Facts = Mapping[str, FactValue]
Operand = Callable[[Facts], object]


class FactKind(StrEnum):
    """What a fact may be compared with."""

    TRUTH = auto()
    NUMBER = auto()
    WORD = auto()
    NUMBERS = auto()
    """A list of whole numbers in rising order."""


class Condition(NamedTuple):
    """A condition that has been read."""

    source: str
    facts: frozenset[str]
    """The facts that it looks at."""
    holds: Callable[[Facts], bool]


class _Typed(NamedTuple):
    """A part of an expression, and the kind of its value; None of a list of constants."""

    value: Operand
    kind: FactKind
    members: frozenset[FactKind] | None = None


_COMPARISONS: Final[Mapping[type[ast.cmpop], Callable[[object, object], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,  # type: ignore[dict-item] # both sides are whole numbers
    ast.LtE: operator.le,  # type: ignore[dict-item]
    ast.Gt: operator.gt,  # type: ignore[dict-item]
    ast.GtE: operator.ge,  # type: ignore[dict-item]
    ast.In: lambda left, right: left in right,  # type: ignore[operator]
    ast.NotIn: lambda left, right: left not in right,  # type: ignore[operator]
}
_EQUALITIES: Final = (ast.Eq, ast.NotEq)
_MEMBERSHIPS: Final = (ast.In, ast.NotIn)


def read_condition(source: str, kinds: Mapping[str, FactKind]) -> Condition:
    """Return a condition over facts of these kinds. Raises InvalidValue, with the part refused."""
    if len(source) > LONGEST:
        raise InvalidValue(Text("condition.too_long", {"most": LONGEST}))
    if not source.isascii():
        strange = next(letter for letter in source if not letter.isascii())
        raise InvalidValue(Text("condition.letter", {"part": strange}))
    try:
        expression = ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise InvalidValue(Text("condition.no_expression", {"part": _shown(source)})) from None
    reader = _Reader(kinds)
    try:
        holds = reader.truth(expression)
    except RecursionError:
        raise InvalidValue(Text("condition.no_expression", {"part": _shown(source)})) from None
    return Condition(source, frozenset(reader.facts), holds)  # type: ignore[arg-type]


class _Reader:
    """Turns an expression into functions of the facts, and collects these."""

    def __init__(self, kinds: Mapping[str, FactKind]) -> None:
        self._kinds = kinds
        self.facts: set[str] = set()

    def truth(self, node: ast.expr) -> Operand:
        """Return an expression that holds or not."""
        match node:
            case ast.BoolOp(op, values):
                parts = [self.truth(value) for value in values]
                if isinstance(op, ast.And):
                    return lambda facts: all(part(facts) for part in parts)
                return lambda facts: any(part(facts) for part in parts)
            case ast.UnaryOp(ast.Not(), operand):
                inner = self.truth(operand)
                return lambda facts: not inner(facts)
            case ast.Compare():
                return self._comparison(node)
            case ast.Name() | ast.Attribute():
                typed = self._fact(node)
                if typed.kind is FactKind.TRUTH:
                    return typed.value
        raise _refusal("condition.no_truth", node)

    def _comparison(self, node: ast.Compare) -> Operand:
        operands = [self._operand(part) for part in (node.left, *node.comparators)]
        tests = []
        for left, comparison, right in zip(operands, node.ops, operands[1:], strict=False):
            if type(comparison) not in _COMPARISONS or not _comparable(left, comparison, right):
                raise _refusal("condition.unlike", node)
            tests.append((left.value, _COMPARISONS[type(comparison)], right.value))
        return lambda facts: all(
            compares(left(facts), right(facts)) for left, compares, right in tests
        )

    def _operand(self, node: ast.expr) -> _Typed:
        match node:
            case ast.Constant(bool()):
                raise _refusal("condition.truth_constant", node)
            case ast.Constant(int() as number):
                return _Typed(lambda _: number, FactKind.NUMBER)
            case ast.Constant(str() as word):
                return _Typed(lambda _: word, FactKind.WORD)
            case ast.List(elements) | ast.Tuple(elements):
                return self._list(node, elements)
            case ast.Name() | ast.Attribute():
                return self._fact(node)
        raise _refusal("condition.part", node)

    def _list(self, node: ast.expr, elements: list[ast.expr]) -> _Typed:
        typed = [self._member(node, element) for element in elements]
        if not typed:
            raise _refusal("condition.list", node)
        members = tuple(element.value({}) for element in typed)
        return _Typed(lambda _: members, FactKind.NUMBERS, frozenset(part.kind for part in typed))

    def _member(self, node: ast.expr, element: ast.expr) -> _Typed:
        """Return a member of a list: a constant, or a list of whole numbers."""
        if isinstance(element, ast.Constant | ast.List | ast.Tuple):
            typed = self._operand(element)
            if typed.members in (None, {FactKind.NUMBER}):
                return typed
        raise _refusal("condition.list", node)

    def _fact(self, node: ast.expr) -> _Typed:
        name = ast.unparse(node)
        if name not in self._kinds:
            similar = get_close_matches(name, self._kinds, n=1)
            key = "condition.no_fact_meant" if similar else "condition.no_fact"
            values = {
                "part": _shown(name),
                "facts": ", ".join(self._kinds),
                "meant": "".join(similar),
            }
            raise InvalidValue(Text(key, values))
        self.facts.add(name)
        return _Typed(lambda facts: facts[name], self._kinds[name])


def _comparable(left: _Typed, comparison: ast.cmpop, right: _Typed) -> bool:
    if isinstance(comparison, _MEMBERSHIPS):
        if left.members is not None:
            return False
        if right.members is not None:
            return right.members == {left.kind}
        return right.kind is FactKind.NUMBERS and left.kind is FactKind.NUMBER
    if isinstance(comparison, _EQUALITIES):
        members = left.members or right.members or frozenset()
        return left.kind is right.kind and members <= {FactKind.NUMBER}
    return left.kind is right.kind is FactKind.NUMBER


def _refusal(key: str, node: ast.expr) -> InvalidValue:
    return InvalidValue(Text(key, {"part": _shown(ast.unparse(node))}))


def _shown(part: str) -> str:
    return part if len(part) <= 60 else part[:59] + "…"
