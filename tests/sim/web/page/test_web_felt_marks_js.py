"""Marks on the felt: value and player of a chip, the dolly, a third card, the puck, the calls."""

from typing import Any

import pytest
from playwright.sync_api import Page

from firmware.core.vocabulary.keys import Key
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.fed_felt import MOUNT, Played, publish, show

pytestmark = needs_chromium

CALLS = """async (events) => {
    const { lastAnnouncements } = await import('/announcements.js');
    return lastAnnouncements(events).map(({ record }) => record);
}"""

APART = """async (spotState) => {
    const { settledApart } = await import('/spot_lights.js');
    return settledApart(spotState);
}"""

SURRENDERED = """async (bets) => {
    const { surrendered } = await import('/spot_lights.js');
    return surrendered(bets);
}"""


def stack(spot: int, on: str, *chips: int) -> dict[str, Any]:
    return {"spot": spot, "on": on, "bettor": None, "cents": sum(chips), "chips": list(chips)}


@pytest.fixture
def roulette(page: Page) -> Played:
    """A player's chips of value, and another one's colour chips, worth $2 each."""
    played = Played("roulette")
    chips = [stack(3, "red", 100_00, 25_00), stack(5, "even", 0, 0)]
    show(page, played, {"chips": chips, "powered": True, "left": 0})
    publish(page, "status", {"status": played.status | {"prices": {"5": 2_00}}})
    return played


@pytest.mark.usefixtures("roulette")
def test_chip_shows_its_value_and_a_tag_its_player(page: Page) -> None:
    chips = page.locator('[data-over="0:red"]')
    assert chips.locator(".chip text").all_text_contents() == ["100", "25"]
    assert chips.locator(".player-tag text").all_text_contents() == ["3"]
    bodies = [body.get_attribute("fill") for body in chips.locator(".chip .body").all()]
    rack = [page.locator(f'[data-cents="{cents}"] .body') for cents in (100_00, 25_00)]
    assert bodies == [chip.get_attribute("fill") for chip in rack]


@pytest.mark.usefixtures("roulette")
def test_colour_chip_is_its_player_s_with_its_worth(page: Page) -> None:
    chips = page.locator('[data-over="0:even"]')
    assert chips.locator(".chip text").all_text_contents() == ["5", "5"]
    seat = page.locator('[data-spot="5"]')
    colour = seat.locator(".player").get_attribute("fill")
    assert chips.locator(".chip .body").first.get_attribute("fill") == colour
    assert "chip $2" in (seat.locator(".stakes").text_content() or "")


def test_no_ball_before_the_wheel_is_started(page: Page, roulette: Played) -> None:
    roulette.bet(3, "red", 25_00)
    roulette.hands.press_key(Key.NO_MORE_BETS)
    assert roulette.status["ask"]["do"] == "bring_result"
    show(page, roulette)
    ball = page.locator(".felt-picture .ivory")
    assert ball.get_attribute("visibility") == "hidden"
    publish(page, "scene", roulette.scene | {"turning": True})
    assert ball.get_attribute("visibility") == "visible"


def test_dolly_lies_on_the_number_shown(page: Page, roulette: Played) -> None:
    page.emulate_media(reduced_motion="reduce")
    shown = roulette.status["instrument"] | {"shown": ["17"]}
    publish(page, "status", {"status": roulette.status | {"instrument": shown}})
    number, dolly = (
        page.locator(one).bounding_box() for one in ('[data-place="0:straight:17"]', ".dolly")
    )
    assert number
    assert dolly
    assert number["x"] < dolly["x"] + dolly["width"] / 2 < number["x"] + number["width"]
    assert number["y"] < dolly["y"] + dolly["height"] / 2 < number["y"] + number["height"]


def test_third_card_of_baccara_lies_sideways(page: Page) -> None:
    played = Played("baccarat")
    played.bet(1, "player", 25_00)
    played.deal("2S", "TD", "3H", "4C", "8D")
    show(page, played)
    transforms = page.locator('[data-hand="player"] > g:first-child > g').evaluate_all(
        "cards => cards.map((card) => card.getAttribute('transform').includes('rotate(90)'))"
    )
    assert transforms == [False, False, True]


def test_puck_lies_in_the_box_of_its_number(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    played = Played("craps")
    show(page, played)
    point = {"point": {"number": 6}}
    publish(page, "status", {"status": played.status | {"told": point}})
    assert page.locator("[data-point]").get_attribute("data-print") == "6"
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    box, puck = (page.locator(one).bounding_box() for one in ('[data-print="6"]', ".puck.on"))
    assert box
    assert puck
    assert box["x"] <= puck["x"] + puck["width"] / 2 <= box["x"] + box["width"]


@pytest.mark.parametrize(
    ("events", "called_records"),
    [
        ([], []),
        ([(1, "Announced", "10:00:01"), (4, "Announced", "10:00:09")], [4]),
        (
            [
                (7, "Announced", "10:01:00"),
                (8, "BetSettled", "10:01:00"),
                (9, "Announced", "10:01:00"),
            ],
            [7, 9],
        ),
    ],
)
def test_calls_of_one_moment_are_together(page: Page, events: Any, called_records: Any) -> None:
    entries = [
        {"record": record, "name": name, "wall": wall, "undone": False}
        for record, name, wall in events
    ]
    assert called(page, CALLS, entries) == called_records


@pytest.mark.parametrize(
    ("light", "outcomes", "key"),
    [
        ("win", ["win", "win"], None),
        ("lose", ["win", "lose"], "web.felt.by_bet"),
        ("lose", ["push", "lose"], "web.felt.by_bet"),
        ("lose", [None, "lose"], "web.felt.by_bet"),
        ("late", [None, "lose"], None),
    ],
)
def test_spot_whose_bets_differ_has_a_word_for_it(
    page: Page, light: str, outcomes: list[str | None], key: str | None
) -> None:
    bets = [{"outcome": outcome, "hands": []} for outcome in outcomes]
    assert called(page, APART, {"light": light, "bets": bets}) == key


@pytest.mark.parametrize(("language", "amount"), [("en", "−$25"), ("fr", "−25\u00a0$")])
def test_narrow_place_has_sign_and_currency(page: Page, language: str, amount: str) -> None:
    played = Played("pai-gow-poker")
    places = [place for place in played.felt["felt"]["places"] if not place["beside"]]
    place = min(places, key=lambda place: place["box"]["w"])
    name = f"{place['spot']}:{place['on']}"
    chips = [stack(place["spot"], place["on"], 25_00)]
    page.evaluate(MOUNT)
    publish(page, "hello", played.felt | {"language": language})
    lost = {"on": place["on"], "cents": 25_00, "bettor": None, "outcome": "lose", "returned": 0}
    bets = [lost | {"paid": None, "due": None, "hands": []}]
    spot = played.status["spots"][str(place["spot"])] | {"bets": bets}
    spots = played.status["spots"] | {str(place["spot"]): spot}
    publish(page, "status", {"status": played.status | {"spots": spots}})
    publish(page, "scene", {"chips": chips, "powered": True, "left": 0})
    mark = page.locator(f'[data-over="{name}"] .mark.lose')
    assert (mark.text_content() or "").endswith(amount)
    drawn, cloth = (
        one.bounding_box() for one in (mark, page.locator(f'[data-place="{name}"] .shape'))
    )
    assert drawn
    assert cloth
    assert drawn["width"] <= cloth["width"]


@pytest.mark.parametrize(
    ("language", "seven"), [("en", "4\u00a0to\u00a01"), ("fr", "4\u00a0à\u00a01")]
)
def test_odds_are_on_the_cloth_of_craps(page: Page, language: str, seven: str) -> None:
    page.evaluate(MOUNT)
    publish(page, "hello", Played("craps").felt | {"language": language})
    printed = page.locator('[data-place="0:any_7"] .printed:not(.on-narrow) tspan')
    assert printed.all_text_contents()[-1] == seven


@pytest.mark.parametrize(
    ("outcomes", "key"),
    [
        ([], None),
        (["surrender", "lose"], None),
        (["surrender", "surrender"], "web.felt.outcome.surrender"),
    ],
)
def test_surrendered_spot_says_so(page: Page, outcomes: list[str], key: str | None) -> None:
    bets = [{"outcome": outcome} for outcome in outcomes]
    assert called(page, SURRENDERED, bets) == key


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_shoe_of_pai_gow_has_tiles(page: Page, language: str) -> None:
    played = Played("pai-gow")
    page.evaluate(MOUNT)
    publish(page, "hello", played.felt | {"language": language})
    publish(page, "status", {"status": played.status})
    tile = {"en": "32 tiles", "fr": "32 tuiles", "pt": "32 peças"}[language]
    label = page.locator(".shoe").get_attribute("aria-label") or ""
    assert label.endswith(tile)


def test_scores_of_a_hand_do_not_cover_its_cards(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    played = Played("poker-3-5-7")
    scores = "carte la plus élevée, carte la plus élevée, double paire"
    hand = {"cards": {"7": ["4S", "2H", "AC"]}, "dealt": {"7": 3}, "tally": {"7": scores}}
    show(page, played)
    publish(page, "status", {"status": played.status | hand})
    cards, *pills = (
        one.bounding_box()
        for selector in ("[data-hand='7'] [data-card]", "[data-hand='7'] .pill rect")
        for one in page.locator(selector).all()[: 1 if "card" in selector else 3]
    )
    assert cards
    assert len(pills) == 3
    feet = [pill["y"] + pill["height"] for pill in pills if pill]
    assert max(feet) <= cards["y"] + 1, "the edge of a pill has its width"


def test_split_hands_are_below_the_print(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    played = Played("blackjack")
    hands = {f"4.{hand}": ["8S", "3H", "2D", "2C"] for hand in (1, 2)}
    dealt = {name: len(cards) for name, cards in hands.items()}
    show(page, played)
    publish(page, "status", {"status": played.status | {"cards": hands, "dealt": dealt}})
    cards = [one.bounding_box() for one in page.locator("[data-hand^='4.'] [data-card]").all()]
    tops = [card["y"] for card in cards if card]
    assert len(tops) == 8
    line = page.locator(".small-print").bounding_box()
    assert line
    assert min(tops) >= line["y"] + line["height"] - 1


def test_result_does_not_run_into_the_jackpot(page: Page) -> None:
    played = Played("caribbean-stud")
    show(page, played)
    publish(page, "status", {"status": played.status | {"results": ["The dealer does not open"]}})
    result, jackpot = (page.locator(one).bounding_box() for one in (".told.results", ".lot rect"))
    assert result
    assert jackpot
    assert result["x"] + result["width"] <= jackpot["x"]
