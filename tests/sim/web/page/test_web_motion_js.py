"""Drawings that move above the felt's picture."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.fed_felt import Played, publish, show

pytestmark = needs_chromium

PAUSE = """() => {
    const animate = Element.prototype.animate;
    window.moved = [];
    Element.prototype.animate = function (...how) {
        moved.push(animate.apply(this, how));
        moved.at(-1).pause();
        return moved.at(-1);
    };
}"""
DISTANCE = """(selector) => {
    for (const motion of moved) motion.currentTime = motion.effect.getComputedTiming().endTime - 1e-6;
    const [drawing, copy] = [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
    return Math.max(...["x", "y", "width", "height"].map((side) => Math.abs(drawing[side] - copy[side])));
}"""  # noqa: E501
"""How far a copy is from its drawing when its motion ends, in pixels."""
TAP = """(node) => node.dispatchEvent(
    new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))"""
LAND = """async () => {
    for (const motion of moved) motion.finish();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
SEEN = """(selector) => [...document.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true })).length"""


@pytest.fixture
def moving(page: Page) -> Page:
    """A page whose motions do not begin before a test lets them."""
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(PAUSE)
    return page


@pytest.fixture
def baccarat(moving: Page) -> Played:
    played = Played("baccarat")
    played.bet(1, "banker", 2500)
    played.deal("4S")
    show(moving, played)
    return played


CARD = '[data-card="KD"] .sheet'
CHIPS = '[data-over="2:tie"] .stack'


@pytest.mark.parametrize("width", [1200, 700])
def test_copy_ends_where_its_drawing_is(moving: Page, baccarat: Played, width: int) -> None:
    moving.set_viewport_size({"width": width, "height": 760})
    baccarat.deal("KD")
    show(moving, baccarat)
    assert moving.evaluate(DISTANCE, CARD) < 0.1


def test_copy_is_in_the_scale_of_an_enlarged_place(moving: Page) -> None:
    played = Played("roulette")
    show(moving, played)
    moving.locator('[data-place="0:split:17,20"] .lands').evaluate(TAP)
    assert moving.locator(".felt-picture").get_attribute("viewBox") != "0 0 1600 940"
    played.bet(0, "straight:17", 500)
    show(moving, played)
    assert moving.evaluate(DISTANCE, '[data-over="0:straight:17"] .stack .body') < 0.1


def test_card_is_seen_once_while_it_moves_and_after(moving: Page, baccarat: Played) -> None:
    baccarat.deal("KD")
    show(moving, baccarat)
    assert moving.locator(CARD).count() == 2
    assert moving.evaluate(SEEN, CARD) == 1
    moving.evaluate(LAND)
    assert moving.locator(CARD).count() == moving.evaluate(SEEN, CARD) == 1


def test_chips_that_are_added_to_end_the_motion_of_the_first(
    moving: Page, baccarat: Played
) -> None:
    for cents in (500, 1000):
        show(moving, baccarat, scene(baccarat, "tie", cents, spot=2))
    assert moving.evaluate(SEEN, CHIPS) == 1


def test_chips_that_leave_are_gone_at_the_end(moving: Page, baccarat: Played) -> None:
    show(moving, baccarat, scene(baccarat, "tie", 500, spot=2))
    moving.evaluate(LAND)
    publish(moving, "scene", baccarat.scene)
    assert moving.evaluate(SEEN, ".over > .stack") == 1
    moving.evaluate(LAND)
    assert moving.locator(".over > .stack").count() == 0


@pytest.mark.parametrize(("game", "raised"), [("roulette", 1), ("wheel-of-fortune", 0)])
def test_no_wheel_turns_above_its_result(moving: Page, game: str, raised: int) -> None:
    """That of a wheel of fortune lies on it."""
    played = Played(game)
    show(moving, played)
    publish(moving, "scene", played.scene | {"turning": True})
    assert moving.evaluate("moved.length")
    assert moving.locator(".felt-motion .rotor").count() == raised


def scene(played: Played, on: str, cents: int, spot: int) -> dict[str, Any]:
    """Return the scene with chips on one place more."""
    chips = {"spot": spot, "on": on, "bettor": None, "cents": cents, "chips": [cents]}
    return {**played.scene, "chips": [*played.scene["chips"], chips]}
