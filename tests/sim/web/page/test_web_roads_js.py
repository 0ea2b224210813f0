"""The roads of Baccara, against a second formulation over random shoes."""

import random
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import EMPTY, page_files

pytestmark = needs_chromium

SHOES = 1000
MOST_ROUNDS = 104
"""Of eight packs, four cards a round at the least."""
SIX = 6
BACK = {"eye": 1, "small": 2, "cockroach": 3}
ROADS = """async (shoes) => {
    const { DERIVED, counts, derived, laidOut, runs } = await import('/roads.js');
    const flat = (cells) => cells.map(({ column, row, of, ties }) => [column, row, of, ties]);
    return shoes.map((winners) => {
        const columns = runs(winners);
        const road = (back) => flat(laidOut(derived(columns, back)));
        const others = Object.entries(DERIVED).map(([name, back]) => [name, road(back)]);
        const big = flat(laidOut(columns));
        return { counts: counts(winners), big, ...Object.fromEntries(others) };
    });
}"""

Roads = dict[str, object]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with page_files(EMPTY) as host, browser.new_page(base_url=host) as page:
        page.goto("/")
        yield page


def drawn(page: Page, shoes: Sequence[Sequence[str]]) -> list[Roads]:
    return called(page, ROADS, [list(shoe) for shoe in shoes])


class Stone(NamedTuple):
    """A winner who is no tie; on the first one the ties before him are counted too."""

    of: str
    ties: int


def stones(winners: Sequence[str]) -> list[Stone]:
    """Return the winners but the ties, each with the ties that follow him."""
    text = "".join(winner[0] for winner in winners)
    early = len(text) - len(text.lstrip("t"))
    found, names = [], {"p": "player", "b": "banker"}
    for part in text.lstrip("t").replace("p", " p").replace("b", " b").split():
        found.append(Stone(names[part[0]], len(part) - 1))
    if found:
        found[0] = Stone(found[0].of, found[0].ties + early)
    return found


def placed(colours: Sequence[str]) -> list[list[int]]:
    """Place each stone by looking at the board alone: below its fellow, or else to his right."""
    board: dict[tuple[int, int], str] = {}
    at, heads, found = (0, 0), 0, []
    went_right = False
    for nth, colour in enumerate(colours):
        if nth and colour == colours[nth - 1]:
            below, right = (at[0], at[1] + 1), (at[0] + 1, at[1])
            went_right = went_right or below[1] == SIX or below in board
            at = right if went_right else below
        else:
            heads = next(c for c in range(heads, SIX * MOST_ROUNDS) if (c, 0) not in board)
            at, went_right = (heads, 0), False
        board[at] = colour
        found.append([*at])
    return found


def against(columns: Sequence[int], back: int) -> list[str]:
    """Colour a derived road by the rule of thumb: blue if the cell beside is the first empty one.

    For a new column it is the opposite of the colour that the column before would have got if it
    had gone on.
    """

    def colour(column: int, row: int) -> str:
        beside = column - back
        here, above = (row < columns[beside], row - 1 < columns[beside])
        return "red" if here == above else "blue"

    found = []
    for column, length in enumerate(columns):
        for row in range(length):
            if row and column >= back:
                found.append(colour(column, row))
            if not row and column > back:
                gone_on = colour(column - 1, columns[column - 1])
                found.append("red" if gone_on == "blue" else "blue")
    return found


def expected(winners: Sequence[str]) -> Roads:
    big = stones(winners)
    columns = [len(list(run)) for _, run in groupby(big, key=lambda stone: stone.of)]
    roads: Roads = {
        "counts": {name: winners.count(name) for name in ("player", "banker", "tie")},
        "big": [[*at, *s] for at, s in zip(placed([s.of for s in big]), big, strict=True)],
    }
    for name, back in BACK.items():
        colours = against(columns, back)
        roads[name] = [[*at, of, 0] for at, of in zip(placed(colours), colours, strict=True)]
    return roads


def shoe(chance: random.Random) -> list[str]:
    """Return the winners of a shoe; of some the same one wins again and again."""
    weights = chance.choice([(446, 459, 95), (8, 1, 1), (1, 8, 1), (1, 1, 8), (1, 1, 0)])
    rounds = chance.randint(0, MOST_ROUNDS)
    return chance.choices(("player", "banker", "tie"), weights, k=rounds)


def test_every_road_of_a_thousand_shoes(page: Page) -> None:
    chance = random.Random(1)
    shoes = [shoe(chance) for _ in range(SHOES)]
    shown = drawn(page, shoes)
    wrong = [nth for nth, one in enumerate(shoes) if shown[nth] != expected(one)]
    assert wrong == []


def test_seventh_in_a_run_goes_right(page: Page) -> None:
    (roads,) = drawn(page, [["banker"] * 8 + ["player"]])
    assert roads["big"] == [
        *([0, row, "banker", 0] for row in range(SIX)),
        [1, 5, "banker", 0],
        [2, 5, "banker", 0],
        [1, 0, "player", 0],
    ]


def test_ties_count_on_last_winner(page: Page) -> None:
    (roads,) = drawn(page, [["tie", "player", "tie", "tie", "banker"]])
    assert roads["big"] == [[0, 0, "player", 3], [1, 0, "banker", 0]]


def test_derived_roads_start_at_entry_two(page: Page) -> None:
    shoe = ["banker", "player", "player", "banker", "banker"]
    (roads,) = drawn(page, [shoe])
    assert roads["eye"] == [[0, 0, "blue", 0], [0, 1, "blue", 0], [1, 0, "red", 0]]
    assert roads["small"] == [[0, 0, "blue", 0]]
    assert roads["cockroach"] == []
