"""How a cloth is divided: a rectangle into rows or columns, each with a share, down to its bets.

A description is plain data. Its leaves are names of bets; one that begins with `PRINTED` is only
printed there, and an empty one leaves room. A bet that is named twice has two rectangles, as a
line that runs round an edge.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, Union

from sim.web.felt.plan_parts import Box, from_edges

PRINTED: Final = "="
Cloth = Union[str, "Rows", "Columns"]


class Rows(NamedTuple):
    """Parts from the top down, each with its share of the height."""

    parts: tuple[tuple[float, Cloth], ...]


class Columns(NamedTuple):
    """Parts from left to right, each with its share of the width."""

    parts: tuple[tuple[float, Cloth], ...]


def rows(*parts: tuple[float, Cloth]) -> Rows:
    return Rows(parts)


def columns(*parts: tuple[float, Cloth]) -> Columns:
    return Columns(parts)


def alike(*cloths: Cloth) -> tuple[tuple[float, Cloth], ...]:
    """Return parts of the same share."""
    return tuple((1, cloth) for cloth in cloths)


def laid(cloth: Cloth, area: Box) -> Iterator[tuple[str, Box]]:
    """Yield each leaf with its rectangle, whose edges are whole."""
    if isinstance(cloth, str):
        if cloth:
            yield cloth, area
        return
    down = isinstance(cloth, Rows)
    spans = (
        _spans(cloth.parts, area.top, area.h) if down else _spans(cloth.parts, area.left, area.w)
    )
    for (_, part), (start, end) in zip(cloth.parts, spans, strict=True):
        edges = (area.left, start, area.right, end) if down else (start, area.top, end, area.bottom)
        yield from laid(part, from_edges(*edges))


def _spans(
    parts: tuple[tuple[float, Cloth], ...], start: float, length: float
) -> Iterator[tuple[float, float]]:
    each = length / sum(share for share, _ in parts)
    for share, _ in parts:
        yield round(start), round(start + share * each)
        start += share * each
