"""A page that was hidden, missed a change or lost its connection shows what a fresh one does."""

import pytest
from playwright.sync_api import Page

from sim.web.bench.table_dir import Seating
from tests.kits.examples import examples
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.paged_table import PagedTable
from tests.kits.sim.web.person import DRAWN, Person
from tests.kits.waiting import until

pytestmark = [needs_chromium, pytest.mark.long]

STEPS = examples(8, 80)
"""What people do in each state of the page: a round has some twenty steps."""
GAMES = examples(("baccarat", "blackjack"), ("baccarat", "blackjack", "roulette"))

SHOWN = """() => {
    const attributes = (node) => [...node.attributes]
        .map(({ name, value }) => `${name}=${value.split(' ').sort().join(' ')}`)
        .filter((pair) => !/^(class|style)=$/.test(pair)).sort().join(' ');
    const drawn = (node) => node.tagName === 'CANVAS' ? node.toDataURL() : (node.value ?? '');
    const line = (node) => node.nodeType === Node.ELEMENT_NODE
        ? `${node.tagName} ${attributes(node)} ${drawn(node)}` : node.textContent;
    const lines = (node) => node.matches?.('.unseen[role=status]') ? []
        : [line(node), ...[...node.childNodes].flatMap(lines)];
    const parts = 'header, #prompt, #alarms, #felt, .displays, #panel-table, #break, #controls';
    return [...document.querySelectorAll(parts)].flatMap(lines);
}"""
"""All that the page shows of the table's state: elements, attributes in any order, pixels; but not
what it reads out once a prompt has been the same for a while."""
HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def shown(page: Page) -> list[str]:
    page.evaluate(DRAWN)
    lines: list[str] = page.evaluate(SHOWN)
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_interrupted_page_shows_what_a_fresh_one_does(
    paged: PagedTable, alone: Person, game: str
) -> None:
    page = alone.page
    paged.seat(Seating(game, language="en"))
    alone.quicken("20")
    paged.play_steps(STEPS)
    page.evaluate(HIDE, arg=True)
    paged.play_steps(STEPS)
    page.evaluate(HIDE, arg=False)
    paged.play_steps(STEPS)
    connections = paged.connections
    paged.lose_change()
    paged.play_steps(STEPS)
    until("another connection", lambda: shown(page) and paged.connections > connections)
    alone.expect_live()
    paged.play_steps(STEPS)
    paged.is_still = True
    interrupted = shown(page)
    page.reload()
    alone.expect_live()
    paged.is_still = False
    assert shown(page) == interrupted
