"""(x) Frames that the browser drops while people play at speed 1, beside those of a table at rest.

    python -m bench.web_frames [ROOT…]

A dot that moves has the browser want every frame. What came of each is said by its own trace. Play
and rest take turns, since other work on the machine drops frames too.
"""

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from bench.checkouts import HERE, compare_checkouts
from bench.sample import Sample
from bench.table_pages import needs_chromium, opened_page, serving_people
from tools.browser import chromium

TABLES: dict[str, tuple[str, ...]] = {"played at": (), "at rest": ("--idle",)}
SETTLED_MS = 3000
MEASURED_MS = 60_000
CATEGORIES = ["-*", "disabled-by-default-devtools.timeline.frame"]
MOVE_DOT = """() => {
    const dot = document.createElement('div');
    dot.style = 'position: fixed; width: 1px; height: 1px; background: red; will-change: transform';
    document.body.append(dot);
    let count = 0;
    const move = () => {
        dot.style.transform = `translateX(${count++ % 9}px)`;
        requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
}"""


class Frames(NamedTuple):
    """The frames of some time: presented, or dropped since they were not ready."""

    presented: int = 0
    dropped: int = 0

    def line(self) -> str:
        share = self.dropped / max(1, self.presented + self.dropped)
        return f"{self.presented:,} frames presented, {self.dropped:,} dropped ({share:.1%})"


def watch(browser: Browser, root: Path, arguments: tuple[str, ...]) -> Frames:
    """Count the frames of a table's page."""
    with serving_people(root, "baccarat", 1, *arguments) as server, opened_page(browser) as page:
        page.goto(server.address)
        page.wait_for_selector('html[data-link="live"]')
        page.evaluate(MOVE_DOT)
        page.wait_for_timeout(SETTLED_MS)
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.wait_for_timeout(MEASURED_MS)
        events = json.loads(browser.stop_tracing())["traceEvents"]
    counts = Counter(
        reporter["state"]
        for event in events
        if (reporter := event.get("args", {}).get("frame_reporter"))
    )
    presented = counts["STATE_PRESENTED_ALL"] + counts["STATE_PRESENTED_PARTIAL"]
    return Frames(presented, counts["STATE_DROPPED"])


@needs_chromium
def measure(_folder: Path, roots: tuple[Path, ...] = (HERE,), repetitions: int = 2) -> Sample:
    """Watch both tables of each root in turns; the sums of all turns."""
    found = {(root, name): Frames() for root in roots for name in TABLES}
    with chromium() as browser:
        for _ in range(repetitions):
            for root, name in found:
                frames = watch(browser, root, TABLES[name])
                sums = map(sum, zip(found[root, name], frames, strict=True))
                found[root, name] = Frames(*sums)
    lines = [f"{root}, {name}: {frames.line()}." for (root, name), frames in found.items()]
    fields = {f"{root} {name}": frames._asdict() for (root, name), frames in found.items()}
    return Sample("frames", lines, fields)


if __name__ == "__main__":
    compare_checkouts("bench.web_frames", measure, turns=2)
