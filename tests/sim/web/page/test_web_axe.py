"""No felt has anything that axe finds serious; all of it is in sight, in reach and in words."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.pages.state_changes import SentState, State
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from sim.play.virtual_table import VirtualTable
from sim.web.bench.bench import Bench
from sim.web.bench.scene import SceneReader
from sim.web.bench.table_dir import Seating
from sim.web.hands.fault_injector import FaultInjector
from sim.web.messages.messages_out import StatusMessage
from sim.web.session.hello import make_hello
from sim.web.session.pages import state_with
from tests.kits.examples import examples
from tests.kits.quebec import games_in_pack
from tests.kits.sim.web.axe import grave
from tests.kits.sim.web.browser import VISITED, needs_chromium
from tests.kits.sim.web.inline_world import InlineWorld
from tests.kits.sim.web.page_files import page_files
from tests.kits.sim.web.person import DRAWN

pytestmark = needs_chromium
SMALLEST = {"width": 1024, "height": 768}
WHOLE = (
    "#felt svg.felt-picture", "#dealer-display", "#payout-display", "#prompt",
    "#controls button", ".rack",
)  # fmt: skip
TABS = 250
"""More presses of the Tab key than a page has stops."""
USUAL = {"width": 1366, "height": 768}
LINES = """() => {
    const said = document.body.innerText.split('\\n').map((line) => line.trim());
    const others = '[lang=en]:not(html), code, option, [translate=no]';
    const tables = [...document.querySelectorAll(others)]
        .flatMap((node) => (node.innerText ?? '').split('\\n').map((line) => line.trim()));
    return said.filter((line) => line && !tables.includes(line));
}"""
LEAST = 50
"""Lines that every panel has with what stands around it, at least."""
ALIKE = {"Croupier", "Pai gow poker", "SIMULATION", "Script", "notes", "table"}
"""Words that are the same in both languages."""
KEY = re.compile(r"\b(web|ui|bet|hand|part|game|fault|rank|suit|winner|do|view|prompt|remedy)\.\w+")


Outside = tuple[str, dict[str, float]]


class FedPage:
    """The whole page, given a table that takes bets by a far end that this test is."""

    def __init__(self, page: Page, host: str) -> None:
        self.page = page
        self._wire: WebSocketRoute | None = None
        self._state: State = {}
        self._game, self._seat = "", 0
        page.add_init_script(Axe().axe_script)
        page.route_web_socket(f"{host.replace('http', 'ws')}ws", lambda wire: self._connect(wire))
        page.goto(host)

    def seat(self, game: str) -> None:
        """Tell it of the usual table of a game, with a bet on it, unless it shows that one."""
        if game != self._game:
            self._seat += 1
            self._game, self._state = game, _page_state(game, self._seat, "en")
            self._tell()
        html = self.page.locator("html")
        expect(html).to_have_attribute("data-seat", str(self._seat))
        expect(html).to_have_attribute("data-link", "live")

    def _connect(self, wire: WebSocketRoute) -> None:
        self._wire = wire
        wire.on_message(self._receive_request)
        self._tell()

    def _receive_request(self, asked: str | bytes) -> None:
        act = json.loads(asked)
        if act["act"] == "speak":
            self._state = _page_state(self._game, self._seat, act["language"])
            self._tell()
        self._wire.send(json.dumps({"topic": "answer", "ref": act["ref"]}))

    def _tell(self) -> None:
        message = SentState().message_for(self._state)
        if self._wire and message:
            self._wire.send(msgspec.json.encode(message).decode())


def _page_state(game: str, seat: int, language: str) -> State:
    """Return what a page is sent first of the usual table of a game, on which there is a bet."""
    state: State = {}
    with closing(Bench(Seating(game, language=language), InlineWorld)) as bench:
        eyes = SceneReader(bench, dict, lambda: 0)
        scene = msgspec.structs.replace(eyes.scene(), powered=True)
        greeted = make_hello(bench, FaultInjector(bench).parts, seat)
        for one in (greeted, _status(bench), scene, eyes.lights(), eyes.displays()):
            state = state_with(state, one)
    return state


def _status(bench: Bench) -> StatusMessage:
    words = Words.load(bench.config.language)
    table = VirtualTable(bench.config, words, lambda _event, _rulings: None)
    table.power_on()
    table.hands.press_key(Key.CONFIRM)
    if bench.sim_table.felt.stacks:
        place = next(iter(bench.sim_table.felt.stacks))
        table.hands.lay_chip(Place(place.spot or 1, place.on), Cents(2500))
    return StatusMessage(
        StatusReporter("A table", bench.config.table.game, words).table_status(
            table.core_table, table.panel, ()
        )
    )


@pytest.fixture(scope="module")
def fed(browser: Browser) -> Iterator[FedPage]:
    with page_files() as host, browser.new_page(viewport=USUAL) as page:
        yield FedPage(page, host)


@pytest.fixture(scope="module")
def visited(browser: Browser) -> Iterator[FedPage]:
    """The page of somebody who has been there before: no first minute is offered above the felt."""
    with page_files() as host, browser.new_page(viewport=USUAL) as page:
        page.add_init_script(VISITED)
        yield FedPage(page, host)


FELTS = ("pai-gow-poker", "craps", "keno")
"""Hands that are set in an arc; the fullest layout; tickets. The panels' games have a wheel."""
LOOKED_AT = examples(FELTS, games_in_pack())
"""A campaign looks at every game's page."""


class Seen(NamedTuple):
    """What is wrong with the page of one game."""

    grave: list[str]
    outside: list[Outside]
    """What is not in sight as a whole on a tablet."""
    too_wide: bool


@pytest.fixture(scope="module")
def seen(fed: FedPage) -> dict[str, Seen]:
    """Games, and what is wrong with their pages."""
    return {game: looked_at(fed, game) for game in LOOKED_AT}


def looked_at(fed: FedPage, game: str) -> Seen:
    fed.seat(game)
    found = grave(fed.page)
    fed.page.set_viewport_size(SMALLEST)
    try:
        hidden = outside(fed.page)
        wide, window = fed.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        return Seen(found, hidden, wide > window)
    finally:
        fed.page.set_viewport_size(USUAL)


def test_axe_accepts_every_felt(seen: dict[str, Seen]) -> None:
    assert {game: one.grave for game, one in seen.items() if one.grave} == {}


def test_axe_finds_a_planted_error(fed: FedPage) -> None:
    fed.seat("baccarat")
    fed.page.evaluate("document.querySelector('#keys button').textContent = ''")
    assert any("button-name" in found for found in grave(fed.page))
    fed.page.reload()


@pytest.mark.parametrize("game", ["baccarat", "roulette"])
def test_axe_accepts_dark_and_panels(game: str, fed: FedPage) -> None:
    fed.seat(game)
    fed.page.emulate_media(color_scheme="dark")
    expect(fed.page.locator("html")).to_have_attribute("data-theme", "dark")
    for panel in ("rules", "break", "inside", "technician", "script"):
        fed.page.locator(f"#tab-{panel}").click()
        assert grave(fed.page, "#drawer") == []
    fed.page.locator("#tab-table").click()
    assert grave(fed.page) == []
    fed.page.emulate_media(color_scheme="light")


def test_table_fits_on_a_tablet(seen: dict[str, Seen]) -> None:
    assert {game: one.outside for game, one in seen.items() if one.outside} == {}
    assert [game for game, one in seen.items() if one.too_wide] == []


CUT_SHORT = """() => {
    const right = document.querySelector('.rack').getBoundingClientRect().right;
    const row = document.querySelector('.rack .values').getBoundingClientRect();
    const titles = [...document.querySelectorAll('.displays .label')]
        .filter((node) => node.scrollWidth > node.clientWidth);
    const marks = [...document.querySelectorAll('.felt-legend span')].filter((node) => {
        const { top, bottom, right: end } = node.getBoundingClientRect();
        return top < row.top || bottom > row.bottom || end > right + 1;
    });
    return [...titles, ...marks].map((node) => node.textContent);
}"""
"""The titles of displays that lack room, and the marks that are not beside the chips."""


def test_no_title_or_mark_is_cut_short(fed: FedPage) -> None:
    """At Blackjack, where players bet behind others, the rack's row has the least room."""
    fed.seat("blackjack")
    expect(fed.page.locator(".rack .behind")).to_be_visible()
    for language in ("fr", "en"):
        fed.page.locator(f"#languages [data-language={language}]").click()
        expect(fed.page.locator("html")).to_have_attribute("lang", language)
        expect(fed.page.locator(".felt-legend span")).to_have_count(4)
        assert fed.page.evaluate(CUT_SHORT) == []


SMALL = """(least) => {
    const scale = document.querySelector('svg.felt-picture').getScreenCTM().a;
    return [...document.querySelectorAll('#felt .place .printed')]
        .filter((node) => getComputedStyle(node).display !== 'none')
        .filter((node) => scale * parseFloat(node.getAttribute('font-size')) < least)
        .map((node) => node.textContent);
}"""
"""The bets whose names are in smaller letters."""
LITTLE = """(least) => [...document.querySelectorAll('svg.felt-picture text')]
    .filter((node) => node.checkVisibility() && node.textContent)
    .filter((node) => {
        const { a, b } = node.getScreenCTM();
        return Math.hypot(a, b) * parseFloat(getComputedStyle(node).fontSize) < least;
    })
    .map((node) => node.textContent)"""
"""Whatever is written on the felt in smaller letters."""
OVER = """() => [...document.querySelectorAll('#felt .place:not(.on-line)')].flatMap((place) => {
    const { left, right } = place.querySelector('.shape').getBoundingClientRect();
    return [...place.querySelectorAll('.printed:not(.along)')].filter((node) => {
        const at = node.getBoundingClientRect();
        return at.width && (at.left < left - 1 || at.right > right + 1);
    }).map((node) => node.textContent);
})"""
"""The bets whose names are wider than their places."""
LEAST_LETTERS = 11
"""The least height of letters, in dots."""
LETTERED = examples(("blackjack-multi-action", "craps", "roulette"), games_in_pack())
"""The narrowest places, the fullest layout, a wheel with numbers; a campaign reads every felt."""


@pytest.mark.parametrize("language", ["fr", "en"])
def test_felt_text_is_readable(language: str, visited: FedPage) -> None:
    page, illegible = visited.page, {}
    for game in LETTERED:
        visited.seat(game)
        page.locator(f"#languages [data-language={language}]").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        for size in (USUAL, SMALLEST):
            page.set_viewport_size(size)
            page.evaluate(DRAWN)
            letters = LITTLE if size is USUAL else SMALL
            wrong = page.evaluate(letters, LEAST_LETTERS), page.evaluate(OVER)
            illegible[game, size["width"]] = wrong
    page.set_viewport_size(USUAL)
    assert {at: wrong for at, wrong in illegible.items() if any(wrong)} == {}


MAGNIFIED = {"width": 341, "height": 192}
"""A window of the usual size at 400 %."""
OVER_THE_FELT = """() => {
    const felt = document.getElementById('felt');
    felt.scrollIntoView();
    return document.getElementById('prompt').getBoundingClientRect().bottom
        - felt.getBoundingClientRect().top;
}"""
"""How far down the felt the prompt reaches, once the felt is in sight."""


def test_magnified_prompt_hides_nothing(visited: FedPage) -> None:
    visited.seat("roulette")
    visited.page.set_viewport_size(MAGNIFIED)
    assert visited.page.evaluate(OVER_THE_FELT) <= 0
    visited.page.set_viewport_size(USUAL)


BOXES = """(selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]
    .filter((node) => node.getClientRects().length)
    .map((node) => [selector, node.getBoundingClientRect().toJSON()]))"""
"""Where everything is that has a place, in the window's dots."""


def outside(page: Page) -> list[Outside]:
    """Return what is not in sight as a whole."""
    return [
        (selector, box)
        for selector, box in page.evaluate(BOXES, WHOLE)
        if not (
            box["left"] >= -1
            and box["top"] >= -1
            and box["right"] <= SMALLEST["width"] + 1
            and box["bottom"] <= SMALLEST["height"] + 1
        )
    ]


REACHED = """() => [...document.querySelectorAll('button, input, select, a[href], [role=button]')]
    .filter((node) => node.checkVisibility() && !node.disabled && !node.closest('[inert], dialog'))
    .filter((node) => !node.dataset.met)
    .filter((node) => {
        const group = node.closest('[role=group], [role=radiogroup], [role=tablist], .places');
        return !(group && group.querySelector('[data-met]'));
    })
    .map((node) => node.outerHTML.slice(0, 150))"""
MEET = """() => {
    const node = document.activeElement;
    const again = node !== document.body && node.dataset.met === '1';
    node.dataset.met = '1';
    return again;
}"""
"""Marks what has the focus; whether it was marked before."""


def test_tab_key_reaches_every_control(fed: FedPage) -> None:
    """Of a group whose members the arrow keys go through, one is reached."""
    fed.seat("baccarat")
    for _press in range(TABS):
        fed.page.keyboard.press("Tab")
        if fed.page.evaluate(MEET):
            break
    assert fed.page.evaluate(REACHED) == []


@pytest.mark.parametrize("panel", ["table", "break", "inside", "technician"])
def test_language_changes_every_word(panel: str, fed: FedPage) -> None:
    fed.seat("pai-gow-poker")
    fed.page.locator(f"#tab-{panel}").click()
    said = {}
    for language in ("fr", "en"):
        fed.page.locator(f'[data-language="{language}"]').click()
        expect(fed.page.locator("html")).to_have_attribute("lang", language)
        said[language] = words_of(fed.page)
        assert KEY.findall("\n".join(said[language])) == []
    assert min(map(len, said.values())) > LEAST
    same = set(said["fr"]) & set(said["en"])
    assert {word for word in same if re.search(r"[A-Za-z]{3}", word)} <= ALIKE


def words_of(page: Page) -> list[str]:
    """Return the lines in sight that are the page's: not the table's own words, nor names."""
    page.evaluate("() => new Promise(requestAnimationFrame)")
    return page.evaluate(LINES)
