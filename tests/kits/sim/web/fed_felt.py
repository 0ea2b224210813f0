"""The felt alone in a browser, fed with the messages of a table that a test plays."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from sim.play.virtual_table import VirtualTable
from sim.web.felt.felt_plan import draw_felt
from tests.kits.quebec import open_game
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import page_files

FRENCH = Words.load("fr")
MOUNT = """async () => {
    const { Table } = await import('/store.js');
    const { mount } = await import('/felt.js');
    const socket = new class extends EventTarget {
        acts = [];
        async ask(act) { this.acts.push(act); return { ref: 1 }; }
    };
    const table = new Table(socket);
    mount(document.getElementById('felt'), table);
    socket.dispatchEvent(new Event('back'));
    window.fed = { socket, tell: async (topic, detail) => {
        socket.dispatchEvent(new CustomEvent(topic, { detail }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    } };
}"""
BARE = (
    '<!doctype html><meta http-equiv="Content-Security-Policy" content="style-src \'self\'">'
    '<link rel="stylesheet" href="/frame.css">'
    '<link rel="stylesheet" href="/felt.css">'
    '<div id="felt" class="felt"></div>'
)


@pytest.fixture(scope="module")
def bare(browser: Browser) -> Iterator[Page]:
    """A page that has a felt and nothing else."""
    look = {"width": 1200, "height": 760}
    with page_files(BARE) as host, browser.new_page(viewport=look, base_url=host) as page:
        page.goto("/")
        yield page


@pytest.fixture
def page(bare: Page) -> Page:
    """The same, loaded again: its modules know of no table yet."""
    bare.goto("/")
    return bare


class Played:
    """A table at which a test lays and deals, and what it tells."""

    def __init__(self, game: str, **options: object) -> None:
        table = default_table(game)
        self.config = replace(table, game_options={**table.game_options, **options})
        self._table = VirtualTable(self.config, FRENCH, lambda _event, _rulings: None)
        self._reporter = StatusReporter(game, game, FRENCH)
        self.hands = self._table.hands
        self._table.power_on()
        self.hands.press_key(Key.CONFIRM)

    def bet(self, spot: int, on: str, cents: int) -> None:
        self.hands.lay_chip(Place(spot, on), Cents(cents))

    def deal(self, *names: str) -> None:
        for name in names:
            self.hands.draw_card(parse_card(name))

    @property
    def status(self) -> dict[str, Any]:
        status = self._reporter.table_status(self._table.core_table, self._table.panel, ())
        return json.loads(msgspec.json.encode(status))

    @property
    def scene(self) -> dict[str, Any]:
        lying = [
            {"spot": place.spot, "on": place.on, "bettor": who, "cents": cents, "chips": [cents]}
            for (place, who), cents in self.hands.amounts_on_felt().items()
        ]
        return {"chips": lying, "powered": True, "left": 0}

    @property
    def felt(self) -> dict[str, Any]:
        return hello(self.config)


def hello(config: Config) -> dict[str, Any]:
    """Return what a page is sent of a table that is seated, as far as the felt needs it."""
    game = open_game(config.table.game, dict(config.game_options))
    return {
        "seat": 1,
        "game": config.table.game,
        "language": "en",
        "felt": json.loads(msgspec.json.encode(draw_felt(config, game))),
        "denominations": list(config.table.denominations),
        "pack": [card.name for card in game.pack],
        "words": {language: _words(language) for language in LANGUAGES},
    }


@cache
def _words(language: str) -> dict[str, str]:
    return {key: words.plural for key, words in read_templates(language).items()}


def show(page: Page, played: Played, scene: dict[str, Any] | None = None) -> None:
    """Have the page see the table as it is now."""
    if not page.evaluate("() => 'fed' in window"):
        page.evaluate(MOUNT)
        publish(page, "hello", played.felt)
    publish(page, "status", {"status": played.status})
    publish(page, "scene", scene or played.scene)


def publish(page: Page, topic: str, detail: dict[str, Any]) -> None:
    called(page, "([topic, detail]) => fed.tell(topic, detail)", [topic, detail])
