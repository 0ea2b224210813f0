"""The felt of a table of cards: spots in an arc before the dealer, as he deals to them.

The dealer sits above, and deals from his left (22): the first spot is at the right.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from firmware.core.game.card_game import CardGame
from firmware.core.game.game import Game
from firmware.core.vocabulary.rulings import base_name
from firmware.people.layout import BEHIND
from firmware.web.felt.plan_parts import (
    GAP,
    WIDTH,
    Box,
    FeltPlan,
    HandPlan,
    Kind,
    PlacePlan,
    Say,
    Shape,
    SpotPlan,
    from_edges,
    named,
)

EDGE: Final = "M64 20H1536Q1580 20 1580 64V690Q800 1082 20 690V64Q20 20 64 20Z"
"""A straight side for the dealer, a bow for the players."""
MARGIN: Final = 34
LOWEST: Final = 852
BOW: Final = 185
"""The height of the rail's ends above the lowest spot."""
LIGHT: Final = 84
"""The height of a spot's light and its word."""
WIDEST: Final = 100
TALLEST: Final = 310
"""The side of the largest place, and the height of all of a spot's."""
COLUMNS: Final = range(1, 5)
DEALERS: Final = 214
"""The lower edge of the dealer's cards and chips."""
HAND: Final = 190
SHAPES: Final[Mapping[Kind, Shape]] = {"main": "circle", "side": "box", "in_play": "hexagon"}


class Stacking(NamedTuple):
    """How the places of a spot are stacked, in rows from the player towards the dealer."""

    rows: Sequence[Sequence[str]]
    side: float
    """Of the square that each place has."""

    @property
    def height(self) -> float:
        """How high all of it is."""
        return len(self.rows) * self.side


def spots_plan(game: Game, spots: int, bets: Sequence[str], say: Say) -> FeltPlan:
    """Draw a table with so many spots, each with these bets."""
    stacking = _stacking(game, bets, (WIDTH - 2 * MARGIN) / spots)
    drawn = [_spot(game, spot, spots, stacking) for spot in range(1, spots + 1)]
    return FeltPlan(
        shared=False,
        edge=EDGE,
        behind=() if game.ONE_BETTOR_A_SPOT else (BEHIND,),
        spots=tuple(drawn),
        places=tuple(place for spot in drawn for place in _places(game, spot, stacking, say)),
        hands=tuple(_hands(game)),
        shoe=Box(1470, 118, 170, 150),
        discards=Box(1304, 118, 110, 150),
        lot=Box(430, 82, 250, 76) if game.offers_lot else None,
        results=from_edges(50, 44, 290, DEALERS - 20),
    )


def _stacking(game: Game, bets: Sequence[str], width: float) -> Stacking:
    """Return the rows with the largest places: decisions, main and side bets each have their own.

    A decision's chips are laid behind the bets.
    """
    groups = [
        [on for on in bets if _kind(game, on) == kind] for kind in ("in_play", "main", "side")
    ]
    found = []
    for columns in COLUMNS:
        rows = [row for group in groups for row in _rows(group, columns)]
        side = min(WIDEST, (width - GAP) / columns, TALLEST / len(rows))
        found.append(Stacking(rows, side))
    return max(found, key=lambda stacking: stacking.side)


def _rows(group: Sequence[str], columns: int) -> Iterator[Sequence[str]]:
    for first in range(0, len(group), columns):
        yield group[first : first + columns]


def _kind(game: Game, on: str) -> Kind:
    base = base_name(on)
    if base in game.IN_PLAY:
        return "in_play"
    return "side" if base in (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS) else "main"


def _spot(game: Game, spot: int, spots: int, stacking: Stacking) -> SpotPlan:
    """Draw a spot: from the rail its light, its bets, then its cards."""
    width = (WIDTH - 2 * MARGIN) / spots
    x = WIDTH - MARGIN - (spot - 0.5) * width
    bottom = LOWEST - BOW * ((x - WIDTH / 2) / (WIDTH / 2 - MARGIN)) ** 2
    light = from_edges(x - width / 2, bottom - LIGHT, x + width / 2, bottom)
    lower = light.top - stacking.height - GAP
    upper = max(DEALERS, lower - HAND)
    dealt = isinstance(game, CardGame)
    half = width / 2 - GAP / 2
    return SpotPlan(spot, light, from_edges(x - half, upper, x + half, lower) if dealt else None)


def _places(game: Game, spot: SpotPlan, stacking: Stacking, say: Say) -> Iterator[PlacePlan]:
    side = stacking.side
    for nth, row in enumerate(stacking.rows):
        y = spot.light.top - (nth + 0.5) * side
        for at, on in enumerate(row):
            kind = _kind(game, on)
            yield PlacePlan(
                spot=spot.spot,
                on=on,
                box=Box(spot.light.x + (at - (len(row) - 1) / 2) * side, y, side - GAP, side - GAP),
                shape=SHAPES[kind],
                kind=kind,
                **named(on, say),
            )


def _hands(game: Game) -> Iterator[HandPlan]:
    """Yield the dealer's hand or, if he has none, the hands of no spot."""
    if isinstance(game, CardGame):
        yield HandPlan("dealer", Box(WIDTH / 2, 118, 400, 150))
        return
    names = list(game.cards)
    width = 340
    for nth, name in enumerate(names):
        x = WIDTH / 2 + (nth - (len(names) - 1) / 2) * (width + 40)
        yield HandPlan(name, Box(x, 190, width, 250))
