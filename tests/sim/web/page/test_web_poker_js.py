"""A poker table's felt: an oval of seats, bets and pots as chips, the turn, the board's places."""

from itertools import combinations
from math import hypot
from typing import Any

import pytest
from playwright.sync_api import Page

from firmware.core.vocabulary.keys import Key
from sim.web.felt.plan_poker_table import poker_table_plan
from tests.kits.offenders import each
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.fed_felt import Played, show

pytestmark = needs_chromium

GATHERED = """async (room) => {
    const { gatheredPots } = await import('/poker_table.js');
    return gatheredPots(room).map(({ cents }) => cents);
}"""
LEFT = """async ([pots, chips]) => {
    const { potsLeft } = await import('/poker_table.js');
    return potsLeft(pots, chips).map(({ cents }) => cents);
}"""
STACKS = {1: "200", 2: "90", 4: "160", 9: "400"}


@pytest.fixture
def poker() -> Played:
    """Four players: seat 9 has the button, the blinds are posted, the cards dealt."""
    played = Played("poker-room")
    for spot, dollars in STACKS.items():
        digits = [Key(f"digit_{digit}") for digit in dollars]
        for key in (*[Key.NEXT_PLACE] * spot, *digits, Key.SIT_DOWN):
            played.hands.press_key(key)
    played.hands.press_key(Key.POST_BLINDS)
    played.hands.press_key(Key.CARDS_DEALT)
    return played


def words(page: Page, name: str) -> list[str]:
    return page.locator(
        f'[data-room="{name}"] .pill text, .pill[data-room="{name}"] text'
    ).all_text_contents()


def test_seat_to_act_has_the_amount_to_call(page: Page, poker: Played) -> None:
    show(page, poker)
    turn = poker.status["room"]["turn"]
    assert page.locator("[data-turn]").get_attribute("data-spot") == str(turn)
    assert words(page, "turn") == ["▶ $2 to call"]
    assert words(page, "put-1") == ["$1"]
    assert page.locator("[data-room^=pot]").count() == 0, "the blinds lie before their seats"


def test_folded_seat_is_dim_and_has_no_cards(page: Page, poker: Played) -> None:
    turn = poker.status["room"]["turn"]
    poker.hands.press_key(Key.FOLD)
    show(page, poker)
    assert page.locator(f'[data-spot="{turn}"]').get_attribute("data-away") == ""
    assert page.locator(f'[data-hand="{turn}"]').count() == 0
    backs = page.locator('[data-hand] [data-card="back"]')
    assert backs.count() == 2 * (len(STACKS) - 1)


def test_board_has_five_places_before_its_cards(page: Page, poker: Played) -> None:
    show(page, poker)
    assert page.locator(".board-place").count() == 5


def test_label_of_a_seat_says_seat(page: Page, poker: Played) -> None:
    show(page, poker)
    label = page.locator('[data-spot="4"]').get_attribute("aria-label") or ""
    assert label.startswith("Seat 4, ")


@pytest.mark.parametrize(
    ("pots", "put", "gathered"),
    [
        ([12], [0, 0], [12]),
        ([3], [1, 2], []),
        ([18], [2, 4], [12]),
        ([40, 60], [20, 20], [40, 20]),
        ([46, 20], [3, 23], [40]),
    ],
)
def test_bets_before_seats_are_not_in_a_pot(page: Page, pots: Any, put: Any, gathered: Any) -> None:
    room = {
        "pots": [{"cents": cents, "spots": [1, 2]} for cents in pots],
        "seats": {spot: {"put": cents} for spot, cents in enumerate(put, start=1)},
    }
    assert called(page, GATHERED, room) == gathered


@pytest.mark.parametrize(
    ("pushed", "left"),
    [([], [40, 60]), ([100], []), ([5, 30], [65]), ([40], [60])],
)
def test_pushed_chips_leave_the_middle(page: Page, pushed: list[int], left: list[int]) -> None:
    pots = [{"cents": 40, "spots": [1, 2, 3]}, {"cents": 60, "spots": [2, 3]}]
    chips = [{"on": "pot" if nth else "drop", "cents": cents} for nth, cents in enumerate(pushed)]
    assert called(page, LEFT, [pots, [*chips, {"on": "line", "cents": 7}]]) == left


@each("spots", range(2, 11))
def test_no_two_seats_overlap(spots: int) -> None:
    felt = poker_table_plan(spots, lambda _: {}, has_board=True)
    boxes = [box for spot in felt.spots for box in (spot.light, spot.hand) if box]
    for one, other in combinations((*boxes, felt.hands[0].box, felt.shoe, felt.discards), 2):
        assert one
        assert other
        apart = abs(one.x - other.x) >= (one.w + other.w) / 2
        assert apart or abs(one.y - other.y) >= (one.h + other.h) / 2, (one, other)


@each("spots", range(2, 11))
def test_no_two_push_places_overlap(spots: int) -> None:
    felt = poker_table_plan(spots, lambda _: {}, has_board=True)
    boxes = [place.box for place in felt.places]
    others = [felt.shoe, felt.discards, *(spot.hand for spot in felt.spots)]
    for one, other in combinations((*boxes, *filter(None, others)), 2):
        if one in boxes:
            least = min((one.w + other.w) / 2, (one.h + other.h) / 2)
            is_apart = abs(one.x - other.x) >= (one.w + other.w) / 2
            is_apart = is_apart or abs(one.y - other.y) >= (one.h + other.h) / 2
            assert is_apart or hypot(one.x - other.x, one.y - other.y) >= least, (one, other)
