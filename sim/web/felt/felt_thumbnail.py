"""A small picture of a felt without words, to choose a table by: an image that needs no style."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from sim.web.felt.plan_parts import FeltPlan, PlacePlan, Rectangle

PLACE_COLOURS: Final = {
    "felt": "#2a8763",
    "red": "#a51f26",
    "black": "#17191c",
    "green": "#0a6a44",
}
RAIL: Final = 'fill="#156047" stroke="#5b2f1c" stroke-width="34" stroke-linejoin="round"'
INK: Final = 'stroke="#d5e6da" stroke-width="4"'
DARK: Final = 'fill="#0b1512"'
BRASS: Final = "#d9b25f"
LIGHT_RADIUS: Final = 26
LEAST_WHEEL: Final = 200
"""The height of an instrument from which on it is a wheel; dice and a drum need less."""
EDGE_MARGIN: Final = 24
"""The room around the table for its rail."""


def felt_thumbnail(felt: FeltPlan) -> str:
    """Return the felt as SVG: its outline, and each place, hand, light and part in its place."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="'
        f"{-EDGE_MARGIN} {-EDGE_MARGIN} {felt.width + 2 * EDGE_MARGIN}"
        f' {felt.height + 2 * EDGE_MARGIN}"><path d="{felt.edge}" {RAIL}/>'
        f"{_places(felt.places)}{_hands(felt)}{_parts(felt)}</svg>"
    )


def _places(places: Iterable[PlacePlan]) -> str:
    """Return one path for each colour."""
    paths_by_colour: defaultdict[str, str] = defaultdict(str)
    for place in places:
        if not place.on_line:
            is_round = place.shape == "circle"
            paths_by_colour[place.colour] += _round(place.box) if is_round else _box(place.box)
    return "".join(
        f'<path d="{path}" fill="{PLACE_COLOURS[colour]}" {INK}/>'
        for colour, path in paths_by_colour.items()
    )


def _hands(felt: FeltPlan) -> str:
    """Return the hands' places, and a light for each spot of a table with hands."""
    hands = [hand.box for hand in felt.hands] + [spot.hand for spot in felt.spots if spot.hand]
    cards = "".join(map(_box, hands))
    lights = "".join(
        _round(Rectangle(spot.light.x, spot.light.y, 2 * LIGHT_RADIUS, 2 * LIGHT_RADIUS))
        for spot in felt.spots
    )
    outline = 'fill="none" stroke="#d5e6da" stroke-width="4" stroke-dasharray="14 10"'
    return f'<path d="{cards}" {outline}/><path d="{lights}" {DARK}/>'


def _parts(felt: FeltPlan) -> str:
    """Return the shoe and the discards, a wheel, the jackpot, and the balls."""
    boxes = "".join(_box(box) for box in (felt.shoe, felt.discards, felt.lot) if box)
    balls = "".join(_round(ball.box) for ball in felt.balls)
    instrument = felt.instrument
    wheel = _round(instrument) if instrument and instrument.h >= LEAST_WHEEL else ""
    return (
        f'<path d="{boxes}" {DARK}/><path d="{balls}" fill="{BRASS}"/>'
        f'<path d="{wheel}" fill="#5b2f1c" stroke="{BRASS}" stroke-width="10"/>'
    )


def _box(box: Rectangle) -> str:
    return f"M{box.left:.0f} {box.top:.0f}h{box.w:.0f}v{box.h:.0f}h{-box.w:.0f}z"


def _round(box: Rectangle) -> str:
    """Return a circle as large as the box has room for."""
    radius = min(box.w, box.h) / 2
    arc = f"a{radius:.0f} {radius:.0f} 0 1 0"
    return f"M{box.x - radius:.0f} {box.y:.0f}{arc} {2 * radius:.0f} 0{arc} {-2 * radius:.0f} 0z"
