"""What is written on a felt stays in its room: beside other words, in its place, on its bead."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page

from firmware.shell.words.languages import LANGUAGES
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.fed_felt import Played, publish, show

pytestmark = needs_chromium

REACHING = """() => {
    const at = (spot, part) => document
        .querySelector(`[data-spot="${spot}"] ${part}`).getBoundingClientRect();
    const spots = [2, 3, 4, 5, 6, 7];
    return spots.filter((spot) => at(spot, '.word').right > at(spot - 1, '.socket').left);
}"""
"""The players whose word reaches the light of the next one, who is at the right."""
BETS = [
    {"on": on, "cents": 500, "bettor": None, "outcome": outcome, "returned": 0, "paid": 0}
    | {"due": None, "hands": []}
    for on, outcome in (("one", "win"), ("other", "lose"))
]
"""Of which one wins and one loses: the longest word of a light."""


def box(found: Locator) -> FloatRect:
    """Return where it is drawn."""
    drawn = found.bounding_box()
    assert drawn
    return drawn


def right(drawn: FloatRect) -> float:
    return drawn["x"] + drawn["width"]


def bottom(drawn: FloatRect) -> float:
    return drawn["y"] + drawn["height"]


def shown_status(played: Played, **changed: Any) -> dict[str, Any]:
    return {"status": played.status | changed}


@pytest.mark.parametrize("game", ["roulette", "wheel-of-fortune"])
def test_word_of_a_player_ends_before_the_next(page: Page, game: str) -> None:
    played = Played(game)
    show(page, played)
    settled = {"light": "lose", "pulsing": True, "bets": BETS}
    status = shown_status(played, spots=dict.fromkeys(map(str, range(1, 8)), settled))
    for language in LANGUAGES:
        publish(page, "hello", played.felt | {"language": language})
        publish(page, "status", status)
        assert "▲▼" in page.locator('[data-spot="7"] .word').inner_html()
        assert page.evaluate(REACHING) == []


def test_lost_bet_on_a_line_has_its_sign(page: Page) -> None:
    played = Played("roulette")
    bet = BETS[1] | {"on": "split:1,2"}
    spots = played.status["spots"] | {"1": {"light": "lose", "pulsing": False, "bets": [bet]}}
    show(page, played)
    publish(page, "status", shown_status(played, spots=spots))
    mark = page.locator('[data-over="0:split:1,2"] .mark')
    assert mark.evaluate("node => node.lastChild.textContent") == "▼"


def test_free_place_has_its_whole_name(page: Page) -> None:
    played = Played("roulette")
    show(page, played)
    publish(page, "hello", played.felt | {"language": "fr"})
    page.set_viewport_size({"width": 680, "height": 760})
    printed = page.locator('[data-place="0:red"] .printed:visible')
    assert printed.all_text_contents() == ["Rouge"]
    played.bet(3, "red", 25_00)
    publish(page, "status", shown_status(played))
    publish(page, "scene", played.scene)
    assert printed.all_text_contents() == ["Ro"]
    assert right(box(printed)) <= box(page.locator('[data-over="0:red"] .chip').first)["x"]
    page.set_viewport_size({"width": 1200, "height": 760})


def test_amount_of_a_low_place_hides_its_print(page: Page) -> None:
    played = Played("blackjack-multi-action")
    bet = BETS[1] | {"on": "main:1", "outcome": "lose"}
    spots = played.status["spots"] | {"1": {"light": "lose", "pulsing": False, "bets": [bet]}}
    show(page, played)
    publish(page, "status", shown_status(played, spots=spots))
    printed = page.locator('[data-place="1:main:1"] .printed').first
    assert printed.evaluate("node => getComputedStyle(node).opacity") == "0"


def test_balls_of_the_last_draw_are_ringed(page: Page) -> None:
    played = Played("keno")
    show(page, played)
    publish(page, "status", shown_status(played, results=["1 2 3"]))
    circle = page.locator(".ball[data-drawn] circle").first
    fill = "node => getComputedStyle(node).fill"
    assert circle.evaluate(fill) == "none"
    shown = played.status["instrument"] | {"shown": ["1", "2"]}
    publish(page, "status", shown_status(played, results=["1 2 3"], instrument=shown))
    assert circle.evaluate(fill) != "none"


def test_push_has_its_word(page: Page) -> None:
    played = Played("caribbean-stud")
    bet = BETS[1] | {"on": "ante", "outcome": "push", "returned": 500}
    spots = played.status["spots"] | {"1": {"light": "push", "pulsing": False, "bets": [bet]}}
    show(page, played)
    publish(page, "status", shown_status(played, spots=spots))
    mark = page.locator('[data-over="1:ante"] .mark.push')
    assert mark.evaluate("node => node.lastChild.textContent") == "◆ push"


@pytest.mark.parametrize("place", ["small", "big"])
def test_large_print_stays_in_its_place(page: Page, place: str) -> None:
    played = Played("sic-bo")
    played.bet(2, place, 25_00)
    show(page, played)
    at = page.locator(f'[data-place="0:{place}"]')
    shape, print_box = (
        box(at.locator(".shape")),
        box(at.locator(".printed.on-wide, .printed").first),
    )
    assert shape["y"] <= print_box["y"]
    assert bottom(print_box) <= bottom(shape)
    assert bottom(print_box) <= box(page.locator(f'[data-over="0:{place}"] .mark').first)["y"]


@pytest.mark.parametrize("result", ["6-6-6", "6-1-4", "1-1-2"])
def test_dice_fit_their_bead(page: Page, result: str) -> None:
    played = Played("sic-bo")
    show(page, played)
    publish(page, "status", shown_status(played, results=[result]))
    bead, letters = box(page.locator(".bead rect")), box(page.locator(".bead text"))
    assert bead["x"] < letters["x"]
    assert right(letters) < right(bead)


def test_amounts_of_pots_are_apart(page: Page) -> None:
    played = Played("poker-room")
    show(page, played)
    pots = [
        {"cents": cents, "spots": spots}
        for cents, spots in ((17400, [7, 8, 9]), (4000, [7, 9]), (125000, [1, 7, 9, 10]))
    ]
    publish(page, "status", shown_status(played, room=played.status["room"] | {"pots": pots}))
    drawn = [box(page.locator(f'[data-room="pot-{nth}"] .pill rect')) for nth in range(len(pots))]
    for one, other in pairwise(drawn):
        assert right(one) <= other["x"] or bottom(one) <= other["y"] or bottom(other) <= one["y"]


def test_spot_that_is_settled_apart_is_no_error(page: Page) -> None:
    """Its light is red or green by one of its bets; its ring has the colour of its sign."""
    played = Played("craps")
    show(page, played)
    settled = {"light": "lose", "pulsing": False, "bets": BETS}
    lost = settled | {"bets": BETS[1:]}
    publish(page, "status", shown_status(played, spots={"2": settled, "3": lost}))
    rings = [page.locator(f'[data-spot="{spot}"]').get_attribute("data-apart") for spot in (2, 3)]
    assert rings == ["", None]
