"""Where a key leads in the gallery of felts, and the pictures in it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from firmware.shell.config.defaults import default_table
from sim.web.felt.felt_plan import draw_felt
from sim.web.felt.felt_thumbnail import felt_thumbnail
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import page_files

LARGEST = 8000
"""Octets of a picture: the whole gallery is less than the page's program."""
STYLED = re.compile(r"style|class=|href|<text")
"""What an image would need of another file, or of a font."""
STEP = """async ([key, from]) => {
    const { gridStep } = await import('/gallery_keys.js');
    return gridStep(key, from, [0, 0, 0, 90, 90]);
}"""
FOUND = """async ([letters, from]) => {
    const { firstBeginningWith } = await import('/gallery_keys.js');
    return firstBeginningWith(letters, ['Baccara', 'Black Jack', 'Éclair', 'Roulette'], from);
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with page_files("<!doctype html>") as host, browser.new_page(base_url=host) as page:
        page.goto("/")
        yield page


@needs_chromium
@pytest.mark.parametrize(
    ("key", "start", "end"),
    [
        ("ArrowRight", 2, 3), ("ArrowLeft", 0, None), ("ArrowDown", 1, 4), ("ArrowDown", 2, None),
        ("ArrowUp", 3, 0), ("Home", 4, 0), ("End", 1, 4), ("x", 1, None),
    ],
)  # fmt: skip
def test_arrows_go_by_rows(page: Page, key: str, start: int, end: int | None) -> None:
    assert called(page, STEP, [key, start]) == end


@needs_chromium
@pytest.mark.parametrize(
    ("letters", "start", "found"),
    [("b", 0, 1), ("b", 1, 0), ("bl", 0, 1), ("e", 3, 2), ("r", 0, 3), ("z", 0, None)],
)
def test_letters_find_a_game(page: Page, letters: str, start: int, found: int | None) -> None:
    assert called(page, FOUND, [letters, start]) == found


@each("game", games_in_pack())
def test_thumbnail_is_small_and_whole(game: str) -> None:
    config = default_table(game)
    picture = felt_thumbnail(draw_felt(config, config.open_game()))
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert not STYLED.search(picture)
    assert len(picture) < LARGEST
