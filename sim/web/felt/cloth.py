"""How a cloth is divided: a rectangle into rows or columns, each with a share, down to its bets.

A description is plain data. Its leaves are names of bets; one that begins with `PRINTED` is only
printed there, and an empty one leaves room. A bet that is named twice has two rectangles, as a
line that runs round an edge.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, Union

from sim.web.felt.plan_parts import Rectangle, from_edges

PRINT_MARK: Final = "="
Cloth = Union[str, "Rows", "Columns"]


class Rows(NamedTuple):
    """Parts from the top down, each with its share of the height."""

    parts: tuple[tuple[float, Cloth], ...]


class Columns(NamedTuple):
    """Parts from left to right, each with its share of the width."""

    parts: tuple[tuple[float, Cloth], ...]


def split_rows(*parts: tuple[float, Cloth]) -> Rows:
    return Rows(parts)


def split_columns(*parts: tuple[float, Cloth]) -> Columns:
    return Columns(parts)


def equal_parts(*leaves: Cloth) -> tuple[tuple[float, Cloth], ...]:
    """Return parts of the same share."""
    return tuple((1, cloth) for cloth in leaves)


def leaf_boxes(cloth: Cloth, cloth_area: Rectangle) -> Iterator[tuple[str, Rectangle]]:
    """Yield each leaf with its rectangle, whose edges are whole."""
    if isinstance(cloth, str):
        if cloth:
            yield cloth, cloth_area
        return
    is_rows = isinstance(cloth, Rows)
    spans = (
        _share_spans(cloth.parts, cloth_area.top, cloth_area.h)
        if is_rows
        else _share_spans(cloth.parts, cloth_area.left, cloth_area.w)
    )
    for (_, part), (start, span_end) in zip(cloth.parts, spans, strict=True):
        box_edges = (
            (cloth_area.left, start, cloth_area.right, span_end)
            if is_rows
            else (start, cloth_area.top, span_end, cloth_area.bottom)
        )
        yield from leaf_boxes(part, from_edges(*box_edges))


def _share_spans(
    parts: tuple[tuple[float, Cloth], ...], start: float, total_length: float
) -> Iterator[tuple[float, float]]:
    unit_length = total_length / sum(span_share for span_share, _ in parts)
    for span_share, _ in parts:
        # `start` itself is not rounded, so that errors do not add up.
        yield round(start), round(start + span_share * unit_length)
        start += span_share * unit_length
