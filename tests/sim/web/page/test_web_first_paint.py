"""The first paint needs no program: the frame and the ground of the felt are the document's."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.page_files import page_files

pytestmark = needs_chromium

PROGRAM = re.compile(r"/(?!start\.js)\w+\.js$")
CHOSEN = "localStorage.setItem('croupier.theme', 'dark')"
GROUND = """() => {
    const felt = document.getElementById('felt');
    const { width, height } = felt.getBoundingClientRect();
    return [getComputedStyle(felt).backgroundColor, width > 300, height > 300];
}"""
BACKGROUND = "() => getComputedStyle(document.body).backgroundColor"
CLOTH = "rgb(21, 96, 71)"
DARK, LIGHT = "rgb(16, 22, 23)", "rgb(236, 234, 227)"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page whose program does not come."""
    with page_files() as host, browser.new_page(base_url=host, color_scheme="light") as page:
        page.route(PROGRAM, lambda route: route.abort())
        yield page


def test_felt_precedes_the_program(page: Page) -> None:
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Croupier")
    expect(page.locator("#veil")).to_contain_text("Un instant")
    assert page.evaluate(GROUND) == [CLOTH, True, True]


def test_control_row_has_its_height(page: Page) -> None:
    page.goto("/")
    assert page.evaluate("() => document.getElementById('controls').offsetHeight") > 50


@pytest.mark.parametrize(("scheme", "colour"), [("light", LIGHT), ("dark", DARK)])
def test_starts_in_the_system_light(page: Page, scheme: str, colour: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto("/")
    assert page.evaluate(BACKGROUND) == colour


def test_starts_in_the_chosen_light(page: Page) -> None:
    page.add_init_script(CHOSEN)
    page.goto("/")
    assert page.evaluate(BACKGROUND) == DARK


def test_program_comes_after_it(page: Page) -> None:
    with page.expect_request("**/main.js"):
        page.goto("/")
