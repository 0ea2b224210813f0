"""The felt of a table of cards: spots in an arc before the dealer, as he deals to them.

The dealer sits above, and deals from his left (22): the first spot is at the right.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from firmware.core.game.card_game import CardGame
from firmware.core.game.game import Game
from firmware.core.vocabulary.rulings import base_name
from sim.people.layout import BEHIND
from sim.web.felt.plan_parts import (
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
from sim.web.felt.plan_title import title

EDGE: Final = "M64 20H1536Q1580 20 1580 64V812Q800 1032 20 812V64Q20 20 64 20Z"
"""A straight side for the dealer, a bow for the players."""
MARGIN: Final = 34
LOWEST: Final = 888
BOW: Final = 122
"""The height of the rail's ends above the lowest spot."""
LIGHT: Final = 84
"""The height of a spot's light and its word."""
WIDEST: Final = 104
HIGHEST: Final = 100
TALLEST: Final = 340
"""The width and height of the largest place, and the height of all of a spot's."""
COLUMNS: Final = range(1, 5)
WORDS: Final = (44, 150)
"""The least and greatest width of the amounts beside a place that has its row for itself."""
DEALERS: Final = 214
"""The lower edge of the dealer's cards and chips."""
HAND: Final = 190
SHAPES: Final[Mapping[Kind, Shape]] = {"main": "circle", "side": "box", "in_play": "hexagon"}
ASIDE: Final = 0.13
"""How far such a place makes room for them, of a spot's width."""


class Stacking(NamedTuple):
    """How the places of a spot are stacked, in rows from the player towards the dealer."""

    rows: Sequence[Sequence[str]]
    w: float
    h: float
    """The width and height of each place's room."""

    @property
    def height(self) -> float:
        """How high all of it is."""
        return len(self.rows) * self.h


def spots_plan(game: Game, spots: int, bets: Sequence[str], say: Say) -> FeltPlan:
    """Draw a table with so many spots, each with these bets."""
    stacking = _stacking(game, bets, (WIDTH - 2 * MARGIN) / spots)
    drawn = [_spot(game, spot, spots, stacking) for spot in range(1, spots + 1)]
    hands = tuple(_hands(game))
    return FeltPlan(
        shared=False,
        edge=EDGE,
        behind=() if game.ONE_BETTOR_A_SPOT else (BEHIND,),
        spots=tuple(drawn),
        places=tuple(place for spot in drawn for place in _places(game, spot, stacking, say)),
        hands=hands,
        title=title(game, bets, say, hands[0].box.bottom),
        shoe=Box(1470, 118, 170, 150),
        discards=Box(1300, 118, 132, 150),
        lot=Box(430, 82, 250, 76) if game.offers_lot else None,
        results=from_edges(62, 54, 300, DEALERS - 10),
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
        widest = max(map(len, rows))
        found.append(
            Stacking(rows, min(WIDEST, (width - GAP) / widest), min(HIGHEST, TALLEST / len(rows)))
        )
    return max(found, key=lambda stacking: min(stacking.w, stacking.h))


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
    half = width / 2 - GAP
    return SpotPlan(spot, light, from_edges(x - half, upper, x + half, lower) if dealt else None)


def _places(game: Game, spot: SpotPlan, stacking: Stacking, say: Say) -> Iterator[PlacePlan]:
    w, h = stacking.w, stacking.h
    for nth, row in enumerate(stacking.rows):
        y = spot.light.top - (nth + 0.5) * h
        for at, on in enumerate(row):
            kind = _kind(game, on)
            x = spot.light.x + (at - (len(row) - 1) / 2) * w
            side = min(w, h) - GAP
            alone = len(row) == 1
            if alone:
                x -= max(0, min(ASIDE * spot.light.w, (spot.light.w - w) / 2))
            yield PlacePlan(
                spot=spot.spot,
                on=on,
                box=Box(x, y, side, side) if alone else Box(x, y, w - GAP, h - GAP),
                shape=SHAPES[kind] if alone else "box",
                kind=kind,
                beside=_beside(spot.light, x + side / 2, y, h) if alone else None,
                **named(on, say),
            )


def _beside(room: Box, left: float, y: float, h: float) -> Box | None:
    right = min(room.right - GAP, left + max(WORDS))
    if right - left < min(WORDS):
        return None
    return from_edges(left + GAP / 2, y - h / 2, right, y + h / 2)


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
