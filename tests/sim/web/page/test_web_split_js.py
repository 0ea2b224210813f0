"""The hands of a split on the felt: side by side, each with its cards, its chips and its result."""

from typing import Any

import pytest
from playwright.sync_api import Page

from firmware.core.vocabulary.keys import Key
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.fed_felt import Played, show

pytestmark = needs_chromium

BY_HAND = """async ([chips, bets]) => {
    const { stakesByHand } = await import('/split_hands.js');
    const placed = { chips: [{ spot: 3, on: 'main', bettor: null, ...chips }], bets };
    const values = (part) => part.chips.flatMap(({ chips }) => chips);
    return stakesByHand(placed).map(([hand, part]) => [hand, values(part)]);
}"""
COLUMNS = (
    """() => [...document.querySelectorAll('.hand-circle')].map((one) => one.cx.baseVal.value)"""
)
MARKS = """() => [...document.querySelectorAll('[data-over="3:main"] .mark')]
    .map((mark) => mark.lastChild.data)"""


@pytest.fixture
def split() -> Played:
    """Spot 3 has split eights twice, at a table that allows it: 18, 11 and an eight."""
    played = Played("blackjack", resplit=True, double_after_split=True)
    played.bet(3, "main", 75_00)
    played.deal("8S", "6D", "8H")
    for card in ("8C", "TC"):
        played.bet(3, "main", 75_00)
        played.hands.press_key(Key.SPLIT)
        played.deal(card)
    played.hands.press_key(Key.STAND)
    played.deal("3C")
    return played


def finish(played: Played) -> None:
    """Double the second hand to 21, stand on 18 with the third; the dealer makes 18."""
    played.bet(3, "main", 75_00)
    played.hands.press_key(Key.DOUBLE)
    played.deal("QH", "TD")
    played.hands.press_key(Key.STAND)
    played.deal("TS", "2S")


def chips_on_felt(*chips: int) -> dict[str, Any]:
    stack = {"spot": 3, "on": "main", "bettor": None, "cents": sum(chips), "chips": list(chips)}
    return {"chips": [stack], "powered": True, "left": 0}


def test_first_hand_is_at_the_dealer_s_left(page: Page, split: Played) -> None:
    show(page, split, chips_on_felt(*[25_00] * 9))
    boxes = [page.locator(f'[data-hand="3.{hand}"]').bounding_box() for hand in (3, 2, 1)]
    edges = [edge for box in boxes if box for edge in (box["x"], box["x"] + box["width"])]
    assert edges == sorted(edges), "no hand lies on another"
    columns = page.evaluate(COLUMNS)
    assert len(columns) == 3
    assert columns == sorted(columns, reverse=True)


def test_each_hand_has_its_result(page: Page, split: Played) -> None:
    finish(split)
    show(page, split, chips_on_felt(*[25_00] * 12))
    assert page.evaluate(MARKS) == ["$75", "◆", "$150", "+$150", "$75", "◆"]
    assert page.locator("[data-hand][data-won]").get_attribute("data-hand") == "3.2"
    word = page.locator('[data-spot="3"] .word')
    assert word.text_content() == "▶ ▲▼ by hand"


@pytest.mark.parametrize(
    ("hands", "due", "chips", "shares"),
    [
        ([(75, None)] * 2, None, [25] * 6, [[25] * 3, [25] * 3]),
        ([(150, None), (75, None)], None, [100, 25, 25, 75], [[100, 25, 25], [75]]),
        ([(300, None), (75, None)], None, [25] * 9 + [100, 25, 25], [[100, *[25] * 8], [25] * 3]),
        ([(75, (0, 0)), (75, (75, 75))], 75, [25] * 6, [[25] * 3, [25] * 3]),
        ([(75, (0, 0)), (75, (75, 75))], 150, [25] * 3, [[], [25] * 3]),
        ([(75, (0, 0)), (75, (75, 75))], None, [25] * 6, [[], [25] * 6]),
        ([(75, None)] * 2, None, [25] * 3, [[25] * 3, []]),
    ],
)
def test_each_split_hand_has_its_chips(
    page: Page, hands: Any, due: int | None, chips: Any, shares: Any
) -> None:
    parts = [
        {"hand": number, "cents": cents, "outcome": settled and "any"}
        | ({"returned": settled[0], "paid": settled[1]} if settled else {})
        for number, (cents, settled) in enumerate(hands, start=1)
    ]
    bets = [{"bettor": None, "due": due, "hands": parts}]
    divided = called(page, BY_HAND, [{"cents": sum(chips), "chips": chips}, bets])
    assert divided == [[number, share] for number, share in enumerate(shares, start=1)]
