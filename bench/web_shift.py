"""(y) The layout shift of the page in a round, as the browser measures it.

    python -m bench.web_shift [ROOT…]

People play; the second round of each game is looked at, since the first one begins with the page.
The figure is the sum of the round's layout shifts (Layout Instability, 3.3): 0 if nothing moved,
at most 0.1 for a whole visit that counts as good.
"""

from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from bench.checkouts import HERE, compare_checkouts
from bench.sample import Sample
from bench.table_pages import needs_chromium, opened_page, serving_people
from tools.browser import chromium

GAMES = ("blackjack", "baccarat", "roulette", "craps", "three-card-poker", "poker-room")
SPEED = 10
WATCH = """window.shifts = {};
new PerformanceObserver((list) => {
    const round = document.querySelector('#round')?.textContent.match(/\\d+/)?.[0] ?? 0;
    for (const { value, sources } of list.getEntries()) {
        const moved = sources.map(({ node }) => node?.id || node?.className).join(' ');
        (shifts[round] ??= []).push({ value, moved });
    }
}).observe({ type: 'layout-shift', buffered: true });"""
ENDED = "() => Number(document.querySelector('#round')?.textContent.match(/\\d+/)?.[0]) > 2"


class Shift(NamedTuple):
    """The shift of a round, and what moved farthest in it."""

    total: float
    moved: str


def watch(browser: Browser, root: Path, game: str) -> Shift:
    """Watch people play two rounds at a table of `root`; measure the second."""
    with serving_people(root, game, SPEED) as server, opened_page(browser, WATCH) as page:
        page.goto(server.address)
        page.wait_for_function(ENDED)
        shifts = page.evaluate("shifts[2] ?? []")
    largest = max(shifts, key=lambda shift: shift["value"], default={"moved": "nothing"})
    return Shift(sum(shift["value"] for shift in shifts), largest["moved"])


@needs_chromium
def measure(_folder: Path, roots: tuple[Path, ...] = (HERE,), repetitions: int = 1) -> Sample:
    """Watch each game at the tables of the roots in turns; the worst of all turns."""
    found: dict[tuple[Path, str], Shift] = {}
    with chromium() as browser:
        for game in GAMES * repetitions:
            for root in roots:
                shift = watch(browser, root, game)
                found[root, game] = max(shift, found.get((root, game), shift))
    return Sample(
        "shift",
        [
            f"{root}, {game}: {shift.total:.4f} in a round; farthest: {shift.moved}."
            for (root, game), shift in found.items()
        ],
        {f"{root} {game}": shift._asdict() for (root, game), shift in found.items()},
    )


if __name__ == "__main__":
    compare_checkouts("bench.web_shift", measure, turns=1)
