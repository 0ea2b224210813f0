"""SELECTs in the driver's own words.

SQLAlchemy writes out each list of values again in every execution, and makes a record of each row,
which of a small take costs more than its rows. So the text of a statement is retained, by the
shapes of its lists.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Dialect, Select
from sqlalchemy.dialects import sqlite

MAX_TEXTS: Final = 512
"""A list is at most as long as a take has journals."""


class _ExpandedText(NamedTuple):
    """A statement with a parameter for each value of its lists: their names, and the parameters
    that are the same each time.
    """

    text: str
    names: Sequence[str]
    fixed: Mapping[str, Any]


class DriverQuery(NamedTuple):
    """A SELECT whose parameters are strings and integers, or expanding: lists of values, or of
    tuples of values.
    """

    statement: Select[Any]

    def rows(
        self, connection: Connection, **values: str | int | Sequence[Any]
    ) -> list[tuple[Any, ...]]:
        """Return the rows as the driver has them, given a value or a list for each parameter."""
        lists = {name: each for name, each in values.items() if not isinstance(each, str | int)}
        single = {name: each for name, each in values.items() if name not in lists}
        shapes = tuple((name, len(each), _width(each)) for name, each in lists.items())
        expanded = _expanded(connection.dialect, self.statement, shapes, tuple(single))
        items = zip(expanded.names, chain.from_iterable(map(_flat, lists.values())), strict=True)
        parameters = {**expanded.fixed, **single, **dict(items)}
        return [*connection.exec_driver_sql(expanded.text, parameters).cursor.fetchall()]


@lru_cache(maxsize=MAX_TEXTS)
def _expanded(
    dialect: Dialect,
    statement: Select[Any],
    shapes: Sequence[tuple[str, int, int]],
    single_names: Sequence[str],
) -> _ExpandedText:
    named = dialect if dialect.name == "postgresql" else sqlite.dialect(paramstyle="named")
    lists = {name: [("",) * width if width else ""] * length for name, length, width in shapes}
    state = statement.compile(dialect=named).construct_expanded_state(
        lists | dict.fromkeys(single_names, "")
    )
    expansion = state.parameter_expansion
    names = [*chain.from_iterable(expansion[name] for name, _length, _width in shapes)]
    fixed = {name: value for name, value in state.parameters.items() if name not in names}
    return _ExpandedText(state.statement, names, fixed)


def _width(values: Sequence[Any]) -> int:
    """Return how long the tuples of a list are, 0 if its values are none."""
    return len(values[0]) if values and isinstance(values[0], tuple) else 0


def _flat(values: Sequence[Any]) -> Iterator[Any]:
    return chain.from_iterable(values) if _width(values) else iter(values)
