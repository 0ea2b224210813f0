"""The column beside the felt: a round of Blackjack moves nothing, and takes few clicks."""

import pytest

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.person import Person

pytestmark = [needs_chromium, pytest.mark.long]

MOST_CLICKS = 25
LARGEST_SHIFT = 0.02
"""Of a round, as the browser reckons it (Layout Instability, 3.3); less than 0.1 is good."""
COUNT = """() => {
    window.counted = { clicks: 0, shift: 0, tops: new Set() };
    const tops = () => ['.tabs', '.displays', '#keys']
        .map((part) => document.querySelector(part).getBoundingClientRect().top).join(' ');
    addEventListener('click', () => { counted.clicks += 1; }, true);
    new PerformanceObserver((list) => list.getEntries()
        .forEach(({ value }) => { counted.shift += value; })).observe({ type: 'layout-shift' });
    const look = () => { counted.tops.add(tops()); requestAnimationFrame(look); };
    look();
}"""
COUNTED = "() => ({ ...counted, tops: [...counted.tops] })"
KEYS = """() => [...document.querySelectorAll('.hand-row [data-digit]')]
    .map(({ dataset, offsetLeft }) => [dataset.answer.split('-').at(-1), dataset.digit, offsetLeft])
"""
"""The open decisions that have a digit, each with it and with its place in the row."""


@pytest.fixture
def watched(alone: Person) -> Person:
    alone.seat("blackjack")
    alone.page.evaluate(COUNT)
    return alone


def test_round_moves_nothing_in_the_column(watched: Person) -> None:
    """A split and an insurance against a dealer's 19: fifty dollars lose, and fifty win."""
    keys = set()

    def decide(do: str, hand: int | None = None) -> None:
        keys.update(map(tuple, watched.page.evaluate(KEYS)))
        watched.decide(1, do, hand)

    watched.lands(1, "main").click()
    watched.answer("press-no_more_bets")
    watched.page.locator("#felt .shoe").click()
    watched.deal("8S AD 8H")
    decide("insurance")
    decide("split")
    watched.deal("3C")
    decide("hit", 1)
    watched.deal("TD TH")
    decide("stand", 2)
    watched.deal("8D")
    watched.clear_felt()
    watched.end_round()
    counted = watched.page.evaluate(COUNTED)
    assert len(counted["tops"]) == 1
    assert counted["shift"] <= LARGEST_SHIFT
    assert counted["clicks"] <= MOST_CLICKS
    assert len({do for do, _digit, _left in keys}) == len(keys)
