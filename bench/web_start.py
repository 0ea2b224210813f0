"""(p) How soon a page is painted, its felt drawn and another game seated, in a browser.

    python -m bench.web_start [ROOT…]

Each ROOT is a checkout; they take turns, so that two versions are measured on the same machine at
the same time. Without one, this checkout is measured.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page

from bench.checkouts import HERE, compare_checkouts
from bench.sample import Sample
from bench.table_pages import needs_chromium, opened_page, serving_checkout
from tools.browser import chromium

GAMES = ("blackjack", "roulette", "baccarat")
WATCH = """window.noted = {};
new MutationObserver(() => {
    const { link, seat } = document.documentElement?.dataset ?? {};
    if (document.querySelector('#felt svg.felt-picture')) noted.felt ??= performance.now();
    if (link === 'live') noted[`live ${seat}`] ??= performance.now();
}).observe(document, { attributes: true, childList: true, subtree: true });"""
LIVE = "seat => noted[`live ${seat}`]"
"""When the table of that seat was first in service on the page, by the page's clock."""
LOADED = """() => {
    const files = performance.getEntriesByType('resource');
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    const length = (one) => one.decodedBodySize;
    return { paint: paint?.startTime, felt: noted.felt, live: noted['live 1'],
        requests: files.length + 1, octets: files.map(length).reduce((a, b) => a + b, 0) };
}"""

Figures = dict[str, list[float]]


def look(browser: Browser, root: Path, found: Figures) -> None:
    """Open the page of a table of `root`, then seat other games there."""
    with serving_checkout(root, "--idle") as server:
        with page_in_service(browser, server.address):
            pass
        with page_in_service(browser, server.address) as page:
            page.wait_for_function(
                "() => performance.getEntriesByName('first-contentful-paint')[0]"
            )
            for name, value in page.evaluate(LOADED).items():
                found.setdefault(name, []).append(value)
            for seat, game in enumerate(GAMES, start=2):
                page.locator("#seat-open").click()
                request_ms = page.evaluate("() => performance.now()")
                page.locator(f'#seat [data-game="{game}"]').click()
                at = page.wait_for_function(LIVE, arg=seat).json_value()
                found.setdefault(game, []).append(at - request_ms)


@contextmanager
def page_in_service(browser: Browser, address: str) -> Iterator[Page]:
    """Open a page, in a browser that has not seen it before, and wait for its table's service."""
    with opened_page(browser, WATCH) as page:
        page.goto(address)
        page.wait_for_function(LIVE, arg=1)
        yield page


@needs_chromium
def measure(_folder: Path, roots: tuple[Path, ...] = (HERE,), repetitions: int = 3) -> Sample:
    """Open the pages of the roots in turns."""
    found: dict[Path, Figures] = {root: {} for root in roots}
    with chromium() as browser:
        for _ in range(repetitions):
            for root in roots:
                look(browser, root, found[root])
    return Sample(
        "page",
        [_result_line(root, figures) for root, figures in found.items()],
        {str(root): figures for root, figures in found.items()},
    )


def _result_line(root: Path, figures: Figures) -> str:
    of = {name: median(values) for name, values in figures.items()}
    games = ", ".join(f"{game} {of[game]:.0f}" for game in GAMES)
    return (
        f"{root}: painted after {of['paint']:.0f} ms, felt drawn {of['felt']:.0f}, in service"
        f" {of['live']:.0f}; another game {games} ms;"
        f" {of['requests']:.0f} requests, {of['octets'] / 1024:.0f} KiB."
    )


if __name__ == "__main__":
    compare_checkouts("bench.web_start", measure, turns=3)
