"""The felt in a browser, fed with messages: its picture, and its user's requests."""

from typing import Any

import pytest
from playwright.sync_api import Page

from firmware.core.vocabulary.keys import Key
from firmware.shell.config.defaults import default_table
from firmware.shell.words.languages import LANGUAGES
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.fed_felt import MOUNT, Played, hello, publish, show

pytestmark = needs_chromium

REACHED = """async (places) => {
    const { nextPlace } = await import('/arrow_keys.js');
    const found = new Set([places[0]]);
    for (const place of found) {
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
            const next = nextPlace(key, place, places);
            if (next) found.add(next);
        }
    }
    return places.filter((place) => !found.has(place)).map((place) => place.on);
}"""


def test_lammer_and_name_stand_at_their_seat(page: Page) -> None:
    played = Played("baccarat")
    seated = played.felt
    seated["words"] = {code: words | {"seat.2": "VIP"} for code, words in seated["words"].items()}
    page.evaluate(MOUNT)
    publish(page, "hello", seated)
    publish(
        page, "status", {"status": played.status | {"lammers": [[2, 300, None], [2, 200, "Ann"]]}}
    )
    marked, bare_spot = (page.locator(f'.spot[data-spot="{spot}"]') for spot in (2, 3))
    assert (marked.get_attribute("aria-label") or "").startswith("Spot VIP, ")
    assert "commission marked: $5.00" in (marked.get_attribute("aria-label") or "")
    assert marked.locator(".number").text_content() == "VIP"
    shown = [spot.locator(".lammer").get_attribute("visibility") for spot in (marked, bare_spot)]
    assert shown == ["visible", "hidden"]


def asked(page: Page) -> list[dict[str, Any]]:
    """Return what the page has asked for since it was asked last."""
    return page.evaluate("() => fed.socket.acts.splice(0)")


def label(page: Page, place: str) -> str | None:
    return page.locator(f'[data-place="{place}"]').get_attribute("aria-label")


@pytest.fixture
def poker(page: Page) -> Played:
    """Three card poker: spot 2 has anted and has its cards, as the dealer has, face down."""
    played = Played("three-card-poker")
    played.bet(2, "ante", 2500)
    played.hands.press_key(Key.NO_MORE_BETS)
    played.deal("AS", "KS", "QS", "2D", "3D", "5C")
    show(page, played)
    return played


@pytest.mark.usefixtures("poker")
def test_face_down_cards_are_only_backs(page: Page) -> None:
    for hand in ("2", "dealer"):
        cards = page.locator(f'[data-hand="{hand}"] [data-card]')
        assert [card.get_attribute("data-card") for card in cards.all()] == ["back"] * 3
    shown = page.content()
    assert not [name for name in ("AS", "KS", "QS", "2D", "3D", "5C") if f'"{name}"' in shown]


@pytest.mark.usefixtures("poker")
def test_one_click_lays_the_stake(page: Page) -> None:
    assert page.locator('[data-place="2:raise"][data-asked]').count() == 1
    page.locator('[data-place="2:raise"]').click()
    raised = {"act": "put", "spot": 2, "on": "raise", "bettor": None, "cents": 2500}
    assert asked(page) == [raised]


def test_cards_appear_once_face_up(page: Page, poker: Played) -> None:
    page.emulate_media(reduced_motion="reduce")
    poker.bet(2, "raise", 2500)
    poker.hands.press_key(Key.RAISE)
    show(page, poker)
    cards = page.locator('[data-hand="2"] [data-card]').all()
    assert [card.get_attribute("data-card") for card in cards] == ["AS", "KS", "QS"]
    assert page.locator('[data-spot="2"]').get_attribute("data-light") == "win"


@pytest.fixture
def baccarat(page: Page) -> Played:
    played = Played("baccarat")
    played.bet(1, "banker", 2500)
    show(page, played)
    return played


@pytest.mark.usefixtures("baccarat")
def test_places_are_labelled_buttons(page: Page) -> None:
    places = page.locator("[data-place]")
    assert places.count() == 21
    assert {place.get_attribute("role") for place in places.all()} == {"button"}
    assert label(page, "1:banker") == "Spot 1, Banker, $25.00"
    assert label(page, "1:tie") == "Spot 1, Tie"


@pytest.mark.usefixtures("baccarat")
def test_chips_by_keyboard_only(page: Page) -> None:
    page.locator('[data-place="1:player"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("Delete")
    stack = {"spot": 1, "on": "banker", "bettor": None}
    assert asked(page) == [{"act": "put", **stack, "cents": 2500}, {"act": "take", **stack}]


@pytest.mark.usefixtures("baccarat")
def test_one_place_is_a_tab_stop(page: Page) -> None:
    stops = page.locator('[data-place][tabindex="0"]')
    assert stops.count() == 1
    page.locator('[data-place="4:tie"]').focus()
    assert stops.count() == 1
    assert stops.get_attribute("data-place") == "4:tie"


@pytest.mark.usefixtures("baccarat")
def test_chip_is_dragged_to_a_place(page: Page) -> None:
    _drag(page, '[data-cents="10000"]', '[data-place="5:tie"]')
    laid = {"act": "put", "spot": 5, "on": "tie", "bettor": None, "cents": 10000}
    assert asked(page) == [laid]


@pytest.mark.usefixtures("baccarat")
def test_stack_is_dragged(page: Page) -> None:
    taken = {"act": "take", "spot": 1, "on": "banker", "bettor": None}
    _drag(page, '[data-place="1:banker"]', '[data-place="1:tie"]')
    moved = {"act": "put", "spot": 1, "on": "tie", "bettor": None, "cents": 2500}
    assert asked(page) == [taken, moved]
    _drag(page, '[data-place="1:banker"]', '[data-act="take"]')
    assert asked(page) == [taken]


@pytest.mark.usefixtures("baccarat")
def test_typed_amount_is_laid(page: Page) -> None:
    page.locator("#felt-amount").fill("37,50")
    page.locator('[data-place="2:player"]').click()
    assert [act["cents"] for act in asked(page)] == [3750]


@pytest.mark.usefixtures("baccarat")
def test_take_mode_takes_by_a_click(page: Page) -> None:
    page.locator('[data-act="take"]').click()
    page.locator('[data-place="1:banker"]').click()
    assert [act["act"] for act in asked(page)] == ["take"]


def test_light_has_the_chip_s_colour(page: Page, baccarat: Played) -> None:
    show(page, baccarat)
    publish(page, "lights", {"spots": {"1": [0, 255, 0]}})
    assert page.locator('[data-spot="1"] .ring').get_attribute("stroke") == "rgb(0,255,0)"
    publish(page, "lights", {"spots": {"1": [0, 26, 0]}})
    dim = page.locator('[data-spot="1"] .ring').get_attribute("stroke")
    assert dim == "rgb(0,90,0)", "a tenth of the light is more than a tenth of the screen's level"


def test_unchanged_part_is_not_redrawn(page: Page, baccarat: Played) -> None:
    page.evaluate("""() => {
        fed.changes = 0;
        const count = (records) => { fed.changes += records.length; };
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        new MutationObserver(count).observe(document.getElementById('felt'), all);
    }""")
    show(page, baccarat)
    assert page.evaluate("fed.changes") == 0
    baccarat.bet(1, "tie", 500)
    show(page, baccarat)
    assert page.evaluate("fed.changes") > 0


def test_light_redraws_only_its_spot(page: Page, baccarat: Played) -> None:
    show(page, baccarat)
    publish(page, "lights", {"spots": {}})
    page.evaluate("""() => {
        fed.drawn = [];
        const note = (records) => fed.drawn.push(...records.map(({ target }) => target));
        const all = { subtree: true, childList: true, attributes: true, characterData: true };
        new MutationObserver(note).observe(document.body, all);
    }""")
    publish(page, "lights", {"spots": {"4": [0, 255, 0]}})
    elsewhere = "() => fed.drawn.filter((node) => !node.closest('[data-spot=\"4\"]')).length"
    assert page.evaluate("fed.drawn.length") > 0
    assert page.evaluate(elsewhere) == 0


def test_chips_are_the_chosen_player_s(page: Page) -> None:
    show(page, Played("roulette"))
    page.locator('[data-spot="3"]').click()
    page.locator('[data-place="0:split:17,20"]').click()
    laid = {"act": "put", "spot": 3, "on": "split:17,20", "bettor": None, "cents": 2500}
    assert asked(page) == [laid]


@each("game", games_in_pack())
def test_arrow_keys_reach_every_place(bare: Page, game: str) -> None:
    config = default_table(game)
    places = hello(config)["felt"]["places"]
    if not places:
        assert game == "keno"
        return
    assert called(bare, REACHED, places) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_felt_exists(page: Page, language: str) -> None:
    page.evaluate(MOUNT)
    for game in ("blackjack", "craps", "keno"):
        played = Played(game)
        publish(page, "hello", played.felt | {"language": language, "game": game})
        publish(page, "status", {"status": played.status})
        publish(page, "scene", played.scene)
        assert "web.felt" not in page.locator("#felt").inner_html()


def _drag(page: Page, source: str, target: str) -> None:
    at, to = (page.locator(one).bounding_box() for one in (source, target))
    assert at
    assert to
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    page.mouse.down()
    page.mouse.move(to["x"], to["y"], steps=4)
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2)
    page.mouse.up()


# motion, and what lies too close

WATCH = """() => {
    const animate = Element.prototype.animate;
    window.moved = [];
    Element.prototype.animate = function (...how) {
        moved.push(animate.apply(this, how));
        return moved.at(-1);
    };
}"""
MOVED = "() => moved.map((one) => one.playbackRate)"
"""How fast each motion since then runs or ran: it may be over before anybody looks."""
WATCH_RINGS = """() => {
    window.dimmed = 0;
    const count = (changes) => {
        dimmed += changes.filter(({ target }) => target.style.strokeOpacity).length;
    };
    const styles = { subtree: true, attributeFilter: ['style'] };
    new MutationObserver(count).observe(document.querySelector('.spots'), styles);
}"""
LIT_AGAIN = """count => dimmed === count && !document.querySelector(".ring[style*=opacity]")"""
TAP = """(selector) => document.querySelector(selector).dispatchEvent(
    new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))"""


@pytest.mark.parametrize(("wants", "moves"), [("no-preference", True), ("reduce", False)])
def test_card_moves_if_motion_allowed(page: Page, wants: Any, *, moves: bool) -> None:
    page.emulate_media(reduced_motion=wants)
    played = Played("baccarat")
    played.bet(1, "banker", 2500)
    played.deal("4S")
    page.evaluate(WATCH)
    show(page, played)
    assert not page.evaluate(MOVED), "what lies there at first comes from nowhere"
    played.deal("KD")
    show(page, played)
    assert bool(page.evaluate(MOVED)) is moves


def test_cards_keep_up_with_people(page: Page, baccarat: Played) -> None:
    page.emulate_media(reduced_motion="no-preference")
    baccarat.bet(1, "banker", 2500)
    baccarat.deal("4S")
    show(page, baccarat)
    page.evaluate(WATCH)
    publish(page, "people", {"times": 5})
    baccarat.deal("KD")
    show(page, baccarat)
    assert set(page.evaluate(MOVED)) == {5}


def test_move_that_nobody_could_follow_is_none(page: Page, baccarat: Played) -> None:
    page.emulate_media(reduced_motion="no-preference")
    baccarat.bet(1, "banker", 2500)
    baccarat.deal("4S")
    show(page, baccarat)
    page.evaluate(WATCH)
    publish(page, "people", {"times": 20})
    baccarat.deal("KD")
    show(page, baccarat)
    assert page.evaluate(MOVED) == []


@pytest.mark.parametrize(("wants", "blinks"), [("no-preference", True), ("reduce", False)])
def test_light_blinks_if_allowed(page: Page, baccarat: Played, wants: Any, *, blinks: bool) -> None:
    page.emulate_media(reduced_motion=wants)
    show(page, baccarat)
    page.evaluate(WATCH_RINGS)
    spots = {
        spot: {**spot_status, "light": "late"}
        for spot, spot_status in baccarat.status["spots"].items()
    }
    publish(page, "status", {"status": baccarat.status | {"spots": spots}})
    if blinks:
        page.wait_for_function(LIT_AGAIN, arg=2 * len(spots))
    assert bool(page.evaluate("dimmed")) is blinks


def test_points_are_shown_and_winner_lit(page: Page) -> None:
    played = Played("baccarat")
    played.bet(1, "banker", 2500)
    played.deal("4S", "KD", "2H", "8C")
    show(page, played)
    status = played.status | {"results": ["banker"]}
    publish(page, "status", {"status": status})
    hands = page.locator("[data-hand]")
    assert [hand.locator(".counts text").text_content() for hand in hands.all()] == ["6", "8"]
    assert page.locator("[data-hand][data-won]").get_attribute("data-hand") == "banker"


LATER = "() => { window.setTimeout = (act) => { fed.later = act; return 1; }; }"
"""Keeps what is to be done after a while."""


def test_wheel_stops_without_status(page: Page) -> None:
    played = Played("roulette")
    show(page, played)
    page.evaluate(LATER)
    publish(page, "scene", {**played.scene, "turning": True})
    publish(page, "status", {"status": None})
    page.evaluate("() => void fed.later()")


def test_first_tap_opens_and_second_lays(page: Page) -> None:
    show(page, Played("roulette"))
    split = '[data-place="0:split:17,20"] .lands'
    page.evaluate(TAP, split)
    assert asked(page) == []
    box = page.locator(split).bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    page.evaluate(TAP, split)
    assert [act["on"] for act in asked(page)] == ["split:17,20"]
    page.locator('[data-act="whole"]').click()
    assert page.locator(".felt-picture").get_attribute("viewBox") == "0.0 0.0 1600.0 940.0"


def test_mouse_reaches_every_bet(page: Page) -> None:
    """At 1366 by 768 the felt is 960 wide: of 1600 units, 38 are 23 pixels."""
    for game in ("craps", "sic-bo", "blackjack", "roulette"):
        places = hello(default_table(game))["felt"]["places"]
        small = [p["on"] for p in places if min(p["box"]["w"], p["box"]["h"]) < 38]
        assert small == [], game
