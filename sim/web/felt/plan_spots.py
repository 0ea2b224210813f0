"""The felt of a table of cards: spots in an arc before the dealer, as he deals to them.

The dealer sits above, and deals from his left (22): the first spot is at the right.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from firmware.core.game.card_game import CardGame
from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import base_bet_name
from sim.people.layout import BACK_BETTOR
from sim.web.felt.plan_parts import (
    FELT_WIDTH,
    PLACE_GAP,
    FeltPlan,
    HandPlan,
    PlaceKind,
    PlacePlan,
    PlaceShape,
    Rectangle,
    RenderText,
    SpotPlan,
    from_edges,
    place_names,
)
from sim.web.felt.plan_title import title_plan

TABLE_OUTLINE: Final = "M64 20H1536Q1580 20 1580 64V812Q800 1032 20 812V64Q20 20 64 20Z"
"""A straight side for the dealer, a bow for the players."""
FELT_MARGIN: Final = 34
LOWEST_SPOT_Y: Final = 888
RAIL_BOW: Final = 122
"""The height of the rail's ends above the lowest spot."""
LIGHT_HEIGHT: Final = 84
"""The height of a spot's light and its word."""
MAX_PLACE_WIDTH: Final = 105
MAX_PLACE_HEIGHT: Final = 100
MAX_STACK_HEIGHT: Final = 340
"""The width and height of the largest place, and the height of all of a spot's."""
NAME_WIDTH: Final = 1.5
"""How much wider than high a place should be: names are longer than high."""
COLUMN_COUNTS: Final = range(1, 5)
AMOUNT_WIDTHS: Final = (44, 150)
"""The least and greatest width of the amounts at the side of a place that is alone in its row."""
DEALER_BOTTOM: Final = 214
"""The lower edge of the dealer's cards and chips."""
HAND_HEIGHT: Final = 190
RESULTS_BOX: Final = from_edges(62, 50, 298, DEALER_BOTTOM - 10)
BEADS_BOX: Final = from_edges(62, 50, 424, 320)
"""The results, at a table with cards at its spots, and at one without."""
DEALER_ALONE: Final = (HandPlan("dealer", Rectangle(FELT_WIDTH / 2, 118, 400, 150)),)
DEALER_AND_BOARD: Final = (
    HandPlan("dealer", Rectangle(480, 118, 220, 150)),
    HandPlan("board", Rectangle(910, 118, 560, 150)),
)
PLACE_SHAPES: Final[Mapping[PlaceKind, PlaceShape]] = {
    "main": "circle",
    "side": "box",
    "in_play": "hexagon",
}
SIDE_SHIFT: Final = 0.2
"""How far such a place makes room for them, of a spot's width."""
ROW_SHARES: Final[Mapping[PlaceKind, float]] = {"main": 1.2, "side": 0.9, "in_play": 0.85}
"""The height of a row beside the others: a main bet has the largest place of its spot."""


class PlaceRow(NamedTuple):
    """The bets of one kind that are side by side at a spot."""

    kind: PlaceKind
    bet_names: Sequence[str]
    is_alone: bool
    """Whether it has one bet, as the other rows of its kind."""


class PlaceStacking(NamedTuple):
    """How the places of a spot are stacked, in rows from the player towards the dealer."""

    rows: Sequence[PlaceRow]
    cell_width: float
    """The width of each place's room, where several are side by side."""
    height: float
    """The height of all rows."""

    @property
    def row_heights(self) -> Sequence[float]:
        shares = [ROW_SHARES[row.kind] for row in self.rows]
        return [share * self.height / sum(shares) for share in shares]


def spots_plan(game: Game, spots: int, bet_names: Sequence[str], render: RenderText) -> FeltPlan:
    """Draw a table with so many spots, each with these bets."""
    stacking = _place_stacking(game, bet_names, (FELT_WIDTH - 2 * FELT_MARGIN) / spots)
    spot_plans = [_spot_plan(game, spot, spots, stacking) for spot in range(1, spots + 1)]
    hands = tuple(_hand_plans(game))
    return FeltPlan(
        shared=False,
        edge=TABLE_OUTLINE,
        behind=() if game.SOLE_BETTOR_ARTICLE else (BACK_BETTOR,),
        spots=tuple(spot_plans),
        places=tuple(
            place for spot in spot_plans for place in _place_plans(spot, stacking, render)
        ),
        hands=hands,
        title=title_plan(game, bet_names, render, hands[0].box.bottom),
        shoe=Rectangle(1470, 118, 170, 150),
        discards=Rectangle(1300, 118, 132, 150),
        lot=Rectangle(446, 82, 250, 76) if game.offers_jackpot else None,
        results=RESULTS_BOX if isinstance(game, CardGame) else BEADS_BOX,
    )


def _place_stacking(game: Game, bet_names: Sequence[str], width: float) -> PlaceStacking:
    """Return the rows with the largest places: decisions, main and side bets each have their own.

    A decision's chips are laid behind the bets.
    """
    kinds: tuple[PlaceKind, ...] = ("in_play", "main", "side")
    groups = {
        kind: [bet_name for bet_name in bet_names if _place_kind(game, bet_name) == kind]
        for kind in kinds
    }
    stackings = []
    for columns in COLUMN_COUNTS:
        rows = [row for kind in kinds for row in _split_group(kind, groups[kind], columns)]
        widest_row = max(len(row.bet_names) for row in rows)
        cell_height = min(MAX_PLACE_HEIGHT, MAX_STACK_HEIGHT / len(rows))
        cell_width = min(MAX_PLACE_WIDTH, (width - PLACE_GAP) / widest_row)
        stacking = PlaceStacking(rows, cell_width, len(rows) * cell_height)
        stackings.append((min(cell_width / NAME_WIDTH, cell_height), stacking))
    return max(stackings, key=itemgetter(0))[1]


def _split_group(kind: PlaceKind, group: Sequence[str], columns: int) -> Iterator[PlaceRow]:
    for first_index in range(0, len(group), columns):
        is_alone = columns == 1 or len(group) == 1
        yield PlaceRow(kind, group[first_index : first_index + columns], is_alone)


def _place_kind(game: Game, bet_name: str) -> PlaceKind:
    base_bet = base_bet_name(bet_name)
    if base_bet in game.DECISION_PLACES:
        return "in_play"
    return "side" if base_bet in (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS) else "main"


def _spot_plan(game: Game, spot: int, spots: int, stacking: PlaceStacking) -> SpotPlan:
    """Draw a spot: from the rail its light, its bets, then its cards."""
    width = (FELT_WIDTH - 2 * FELT_MARGIN) / spots
    x = FELT_WIDTH - FELT_MARGIN - (spot - 0.5) * width
    bottom = LOWEST_SPOT_Y - RAIL_BOW * ((x - FELT_WIDTH / 2) / (FELT_WIDTH / 2 - FELT_MARGIN)) ** 2
    light = from_edges(x - width / 2, bottom - LIGHT_HEIGHT, x + width / 2, bottom)
    lower_edge = light.top - stacking.height - PLACE_GAP
    upper_edge = max(DEALER_BOTTOM, lower_edge - HAND_HEIGHT)
    has_cards = isinstance(game, CardGame)
    half_width = width / 2 - PLACE_GAP
    return SpotPlan(
        spot,
        light,
        from_edges(x - half_width, upper_edge, x + half_width, lower_edge) if has_cards else None,
    )


def _place_plans(
    spot: SpotPlan, stacking: PlaceStacking, render: RenderText
) -> Iterator[PlacePlan]:
    lower_edge = spot.light.top
    for row, row_height in zip(stacking.rows, stacking.row_heights, strict=True):
        y = lower_edge - row_height / 2
        lower_edge -= row_height
        if row.is_alone:
            yield _lone_place(spot, row, y, row_height, render)
            continue
        for column, bet_name in enumerate(row.bet_names):
            x = spot.light.x + (column - (len(row.bet_names) - 1) / 2) * stacking.cell_width
            yield PlacePlan(
                spot=spot.spot,
                on=bet_name,
                box=Rectangle(x, y, stacking.cell_width - PLACE_GAP, row_height - PLACE_GAP),
                shape="box",
                kind=row.kind,
                **place_names(bet_name, render),
            )


def _lone_place(
    spot: SpotPlan, row: PlaceRow, y: float, row_height: float, render: RenderText
) -> PlacePlan:
    """Draw a place that is alone in its row, with the amounts at its side."""
    (bet_name,) = row.bet_names
    width = min(MAX_PLACE_WIDTH, spot.light.w - PLACE_GAP)
    x = spot.light.x - min(SIDE_SHIFT * spot.light.w, (spot.light.w - width) / 2)
    shape, height = PLACE_SHAPES[row.kind], min(width, row_height) - PLACE_GAP
    # the name of a circle is across its middle; the others are as wide as they can be
    width = height if shape == "circle" else width - PLACE_GAP
    return PlacePlan(
        spot=spot.spot,
        on=bet_name,
        box=Rectangle(x, y, width, height),
        shape=shape,
        kind=row.kind,
        beside=_amount_box(spot.light, x + width / 2, y, row_height),
        **place_names(bet_name, render),
    )


def _amount_box(
    spot_box: Rectangle, left_edge: float, y: float, row_height: float
) -> Rectangle | None:
    right = min(spot_box.right - PLACE_GAP, left_edge + max(AMOUNT_WIDTHS))
    if right - left_edge < min(AMOUNT_WIDTHS):
        return None
    return from_edges(left_edge + PLACE_GAP / 2, y - row_height / 2, right, y + row_height / 2)


def _hand_plans(game: Game) -> Iterator[HandPlan]:
    """Yield the dealer's hand, with the board's; or, if he has none, the hands of no spot."""
    if isinstance(game, CardGame):
        yield from DEALER_AND_BOARD if game.HAS_BOARD else DEALER_ALONE
        return
    names = list(game.cards)
    width = 340
    for index, name in enumerate(names):
        x = FELT_WIDTH / 2 + (index - (len(names) - 1) / 2) * (width + 40)
        yield HandPlan(name, Rectangle(x, 190, width, 250))
