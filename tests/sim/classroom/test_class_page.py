"""The trainer's page: axe finds nothing serious, and all of it is in words and in reach of keys."""

import json
import re
from collections.abc import Iterator

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from firmware.pages.state_changes import SentState
from sim.classroom.classroom import ClassView, WallView
from sim.classroom.school_views import DrillView, ExamView
from sim.classroom.server import PAGE_FOLDER, ClassServer
from sim.classroom.sheet_files import ShownLine
from sim.classroom.tiles import CurrentAct, Tile
from tests.kits.sim.web.axe import grave
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.page_files import page_files

pytestmark = needs_chromium

TITLE = {"fr": "La commission", "en": "The commission"}
SERVED = Tile(
    0, "Ada", "served", "127.0.0.1:8301", "baccarat", "baccarat.commission", TITLE,
    position=1, lessons=3, acts=4, done=2, act=CurrentAct("pay", 3, "banker"), right=7, wrong=1,
)  # fmt: skip
changed = msgspec.structs.replace
TILES = (
    SERVED,
    changed(SERVED, name="Bea", pace="slow", waited_s=25, broken=("shoe",)),
    changed(SERVED, name="Cyd", pace="stuck", waited_s=75, claim=2),
    changed(SERVED, name="Dan", frozen=True, exam=ExamView(TITLE, 2, 5, None)),
    changed(SERVED, name="Eve", exam=ExamView(TITLE, 5, 5, passed=False), is_over=True),
    changed(SERVED, name="Fay", drill=DrillView(3, is_open=True, right=2, game="roulette")),
    *(Tile(0, name, name) for name in ("starting", "off", "silent", "ended")),
)  # fmt: skip
VIEW = ClassView(
    tuple(changed(tile, number=number) for number, tile in enumerate(TILES)),
    WallView("served", "127.0.0.1:8399", "Ada", 1, 4),
)
LINE = ShownLine(
    "2026-11-30T10:00:00+00:00", "Ada", "baccarat.commission", "baccarat", 7, 1, 62_000, 3, 40,
    "0123456789abcdef",
)  # fmt: skip
LOOKS = [(language, theme) for language in ("fr", "en") for theme in ("dark", "light")]
KEY = re.compile(r"\b(class|game|web|bet|part|seat)\.\w+")
STOPS = """() => [...document.querySelectorAll('button, a[href], input')]
    .filter((node) => node.checkVisibility() && !node.disabled && !node.dataset.met)
    .map((node) => node.outerHTML.slice(0, 150))"""
MEET = "() => { document.activeElement.dataset.met = '1'; }"
TABS = 40
"""More presses of the Tab key than the page has stops."""


@pytest.fixture(scope="module")
def trainer(browser: Browser) -> Iterator[Page]:
    """The page of a trainer who has entered; this test is its server."""
    with page_files(None, PAGE_FOLDER) as host, browser.new_page(locale="fr") as page:
        page.add_init_script(Axe().axe_script)
        page.route_web_socket(f"{host.replace('http', 'ws')}ws", serve)
        page.route("**/sheet", lambda route: route.fulfill(body=msgspec.json.encode([LINE])))
        page.goto(f"{host}#secret")
        expect(page.locator(".tile")).to_have_count(len(TILES))
        yield page


def serve(wire: WebSocketRoute) -> None:
    hello = ClassServer("secret", ()).state(is_trainer=False)["hello"]
    view = msgspec.to_builtins(VIEW, str_keys=True)
    del view["topic"]
    message = SentState().message_for({"hello": {**hello, "in": True}, "class": view})
    wire.on_message(lambda act: wire.send(answer(act)))
    wire.send(msgspec.json.encode(message).decode())


def answer(request: str | bytes) -> str:
    return json.dumps({"topic": "answer", "ref": json.loads(request)["ref"]})


def look(page: Page, language: str, theme: str) -> None:
    """Choose a language and a theme by the page's own buttons."""
    for button, attribute, value in (
        ("language", "lang", language),
        ("theme", "data-theme", theme),
    ):
        if page.locator("html").get_attribute(attribute) != value:
            page.locator(f"#{button}").click()
        expect(page.locator("html")).to_have_attribute(attribute, value)


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_axe_accepts_page_and_dialogs(language: str, theme: str, trainer: Page) -> None:
    look(trainer, language, theme)
    assert grave(trainer) == []
    for opener, dialog in ((".tile >> nth=1", "#trainee"), ("#all button >> nth=-1", "#sheet")):
        trainer.locator(opener).click()
        # a sheet is opened once it has come from the server
        expect(trainer.locator(dialog)).to_be_visible()
        assert grave(trainer, dialog) == []
        trainer.keyboard.press("Escape")
        expect(trainer.locator(dialog)).to_be_hidden()
    expect(trainer.locator("#sheet tbody tr")).to_have_count(1)


def test_axe_finds_a_planted_error(trainer: Page) -> None:
    trainer.locator("#theme").evaluate("(node) => { node.textContent = ''; }")
    assert any("button-name" in found for found in grave(trainer))
    look(trainer, "fr", "dark")
    look(trainer, "en", "dark")


def test_every_control_is_reached_by_keys(trainer: Page) -> None:
    for _press in range(TABS):
        trainer.keyboard.press("Tab")
        trainer.evaluate(MEET)
    assert trainer.evaluate(STOPS) == []
    tile = trainer.locator(".tile").nth(2)
    tile.focus()
    trainer.keyboard.press("Enter")
    expect(trainer.locator("#trainee :focus")).to_have_count(1)
    trainer.keyboard.press("Escape")
    expect(trainer.locator("#trainee")).to_be_hidden()
    expect(tile).to_be_focused()


def test_exam_and_drill_are_in_words(trainer: Page) -> None:
    said = {}
    for language in ("fr", "en"):
        look(trainer, language, "light")
        said[language] = trainer.locator("main").inner_text()
        assert KEY.findall(said[language]) == []
    assert "Examen La commission, partie 2 de 5" in said["fr"]
    assert "Bloqués\u00a0:" in said["fr"]
    for words in (
        "Stuck:",
        "Exam The commission, part 2 of 5",
        "not passed",
        "Payout drill",
        "Question 3",
    ):
        assert words in said["en"]
