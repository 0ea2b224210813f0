"""Every game's page on small screens, in each language: no word is cut, nothing overflows."""

from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Page

from firmware.shell.words.languages import LANGUAGES
from sim.web.bench.table_dir import Seating
from tests.kits.quebec import served_games
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.paged_table import PagedTable

pytestmark = [needs_chromium, pytest.mark.long]

SIZES = [{"width": width, "height": 768} for width in (1024, 1280, 1366)]
USUAL = SIZES[-1]
THERE_AND_BACK = SIZES, SIZES[::-1]
"""So that no two games need a change of size between them."""
CUT = """() => {
    const wider = (node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1;
    const parts = 'html, body, .top, .game span, main, .tabs button, #keys .key, #panel-table, '
        + '.switch, .switch .words, #shoe .row > button, #controls';
    return [...document.querySelectorAll(parts)].filter(wider)
        .map((node) => `${node.id || node.className || node.tagName}: ${node.textContent.trim()}`);
}"""
"""What is wider than its own box, of all that must not be."""
SHOWN = "language => document.documentElement.lang === language"


@pytest.fixture
def page(paged: PagedTable) -> Iterator[Page]:
    yield paged.page
    paged.page.set_viewport_size(USUAL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_on_a_narrow_screen(paged: PagedTable, page: Page, language: str) -> None:
    cut = {}
    for game, sizes in zip(served_games(), cycle(THERE_AND_BACK), strict=False):
        paged.seat(Seating(game, language=language))
        page.wait_for_function(SHOWN, arg=language)
        page.wait_for_selector(f'html[data-game="{game}"][data-link="live"]')
        for size in sizes:
            page.set_viewport_size(size)
            if found := page.evaluate(CUT):
                cut[f"{game} {size['width']}"] = found
    assert cut == {}
