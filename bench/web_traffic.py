"""(w) What a page is sent while people play, and how often its browser lays it out for that.

    python -m bench.web_traffic [ROOT…]

Each ROOT is a checkout; they take turns, so that two versions are measured on the same machine at
the same time. Without one, this checkout is measured.
"""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, WebSocket

from bench.checkouts import HERE, compare_checkouts
from bench.sample import Sample
from bench.table_pages import needs_chromium, opened_page, serving_people
from tests.kits.sim.web.received_state import ReceivedState
from tools.browser import chromium

GAMES = ("baccarat", "roulette", "blackjack")
SPEEDS = (1, 20)
SETTLED_MS = 3000
MEASURED_S = 10.0
COUNT_FRAMES = """() => {
    const count = () => { window.drawn = (window.drawn ?? 0) + 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
}"""


class Traffic(NamedTuple):
    """What a second of a page takes; `octets` of all messages."""

    octets: float
    whole: float
    """Octets that the same changes are if each changed topic is sent as a whole."""
    layouts: float
    styles: float
    """How often the browser computed styles again."""
    frames: float

    def line(self) -> str:
        return (
            f"{self.octets:,.0f} octets, {self.octets / self.whole:.2f} of whole topics,"
            f" {self.layouts:.1f} layouts, {self.styles:.1f} styles, {self.frames:.0f} frames"
        )


Figures = dict[tuple[str, int], list[Traffic]]


class Octets:
    """Counts what the page's connection carries to it."""

    def __init__(self) -> None:
        self.sent = self.whole = 0
        self._state = ReceivedState()

    def watch(self, connection: WebSocket) -> None:
        connection.on("framereceived", self._count)

    def _count(self, payload: str | bytes) -> None:
        octets, message = len(payload), json.loads(payload)
        self.sent += octets
        self.whole += self._whole_octets(message) if message["topic"] == "state" else octets

    def _whole_octets(self, message: dict[str, Any]) -> int:
        before = self._state.topics
        self._state.receive(message)
        topics = self._state.topics.items()
        changed = {name: value for name, value in topics if before.get(name) != value}
        return len(json.dumps(changed, ensure_ascii=False, separators=(",", ":")))


def play(browser: Browser, root: Path, game: str, speed: int) -> Traffic:
    """Watch people play at a table of `root`."""
    octets = Octets()
    with serving_people(root, game, speed) as server, opened_page(browser) as page:
        page.on("websocket", octets.watch)
        page.goto(server.address)
        page.wait_for_selector('html[data-link="live"]')
        page.evaluate(COUNT_FRAMES)
        page.wait_for_timeout(SETTLED_MS)
        counters = page.context.new_cdp_session(page)
        counters.send("Performance.enable")
        before, begun_s = _counts(page, counters, octets), time.monotonic()
        page.wait_for_timeout(1000 * MEASURED_S)
        after, took_s = _counts(page, counters, octets), time.monotonic() - begun_s
    return Traffic(*((now - then) / took_s for now, then in zip(after, before, strict=True)))


def _counts(page: Page, counters: CDPSession, octets: Octets) -> Traffic:
    """Return the counts since the page was opened."""
    metrics: list[dict[str, Any]] = counters.send("Performance.getMetrics")["metrics"]
    by_name: Mapping[str, float] = {metric["name"]: metric["value"] for metric in metrics}
    return Traffic(
        octets.sent,
        octets.whole,
        by_name["LayoutCount"],
        by_name["RecalcStyleCount"],
        page.evaluate("window.drawn"),
    )


@needs_chromium
def measure(_folder: Path, roots: tuple[Path, ...] = (HERE,), repetitions: int = 1) -> Sample:
    """Watch the same tables of each root in turns."""
    found: dict[Path, Figures] = {root: {} for root in roots}
    with chromium() as browser:
        for game, speed in [(game, speed) for game in GAMES for speed in SPEEDS] * repetitions:
            for root in roots:
                traffic = play(browser, root, game, speed)
                found[root].setdefault((game, speed), []).append(traffic)
    medians = {
        root: {
            name: Traffic(*map(median, zip(*values, strict=True))) for name, values in of.items()
        }
        for root, of in found.items()
    }
    return Sample(
        "traffic",
        [
            f"{root}: {game} at speed {speed}, a second: {traffic.line()}."
            for (game, speed) in medians[roots[0]]
            for root in roots
            for traffic in [medians[root][game, speed]]
        ],
        {
            str(root): {f"{game} {speed}": of._asdict() for (game, speed), of in by_table.items()}
            for root, by_table in medians.items()
        },
    )


if __name__ == "__main__":
    compare_checkouts("bench.web_traffic", measure, turns=1)
