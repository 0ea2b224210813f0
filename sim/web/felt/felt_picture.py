"""A still picture of a felt, for a page that has no table: its places with their names."""

from collections.abc import Iterator
from html import escape
from typing import Final

from sim.web.felt.plan_parts import FeltPlan, PlacePlan

LETTERS_IN_WIDTH: Final = 0.62
"""The width of a letter in parts of its height."""
LARGEST_LETTERS: Final = 22.0


def felt_picture(felt: FeltPlan, language: str) -> str:
    """Return the felt as SVG, in the words of a language."""
    drawn = (place for place in felt.places if not place.on_line)
    places = "".join(part for place in drawn for part in _place(place, language))
    return (
        f'<svg class="felt" viewBox="0 0 {felt.width} {felt.height}" role="img">'
        f'<path class="edge" d="{felt.edge}"/>{places}</svg>'
    )


def _place(place: PlacePlan, language: str) -> Iterator[str]:
    box = place.box
    yield (
        f'<rect class="{place.colour}" x="{box.left:g}" y="{box.top:g}" width="{box.w:g}"'
        f' height="{box.h:g}" rx="{box.h / 2 if place.shape == "circle" else 6:g}"/>'
    )
    lines = (place.cloth or place.said or place.base).get(language, place.on).split()
    longest = max(map(len, lines))
    size = min(LARGEST_LETTERS, box.w / (longest * LETTERS_IN_WIDTH), box.h / (len(lines) + 0.5))
    for number, line in enumerate(lines):
        y = box.y + (number - (len(lines) - 1) / 2) * size * 1.1 + size * 0.35
        yield f'<text x="{box.x:g}" y="{y:g}" font-size="{size:g}">{escape(line)}</text>'
