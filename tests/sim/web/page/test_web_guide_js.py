"""The first minute, told of a table that a newcomer has hurried."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import page_files

pytestmark = needs_chromium

BARE = '<!doctype html><section id="guide"></section><button id="again"></button>'
BETS_LAID = """async (looks) => {
    const { mount } = await import('/guide.js');
    const of = (id) => document.getElementById(id);
    const heard = [], loaded = [];
    const status = ({ phase, laid }) => {
        const spots = [1, 2, 3].map((spot) => [spot, { bets: spot <= laid ? [{}] : [] }]);
        return { phase, round: 1, ask: { do: 'bets' }, spots: Object.fromEntries(spots) };
    };
    const table = {
        hello: { seat: 0 }, live: true, link: { state: 'on' }, status: status(looks[0]),
        say: (key) => key, on: (topic, hear) => heard.push(hear),
        ask: async (act) => { if (act.act === 'load') loaded.push(act); return true; },
    };
    mount(of('guide'), of('again'), table);
    of('again').click();
    table.hello = { seat: 1 };
    return looks.map((look) => {
        table.status = status(look);
        heard[1]();
        return [of('guide').dataset.step, loaded.length];
    });
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with page_files(BARE) as host, browser.new_page(base_url=host) as page:
        page.goto("/")
        yield page


def test_early_close_restarts_guide(
    page: Page,
) -> None:
    laid = [{"phase": "open", "laid": 1}, {"phase": "open", "laid": 3}]
    assert called(page, BETS_LAID, laid) == [["what", 1], ["close", 1]]
    closed = [{"phase": "open", "laid": 1}, {"phase": "round", "laid": 1}]
    assert called(page, BETS_LAID, closed) == [["what", 1], ["what", 2]]
