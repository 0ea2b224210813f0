"""(k) From a light's I2C write to its pixel.

The bus stamps each write that changes a spot's light, a page in Chromium the frame after the one
in which the light's new colour was drawn, so that the picture has been handed over. Both read the
machine's one monotonic clock; how far apart their zeros are is measured through the browser.
"""

import json
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from bench.sample import UNVERIFIED
from bench.web_host import WRITES

FRAME_MS = 1000 / 60
AIM_FRAMES = 3.0
"""One frame in which the server looks, one in which the page draws, one in which it is shown."""
PATIENCE_MS = 180_000
CLOCKS = 100
"""How often the clocks are held side by side."""
LOOKBACK_MS = 400
"""A light that swells comes to the same colour again half a second later."""
FULL = 4096
GAMMA = 2.2
SEE = """() => {
    window.seen = [];
    const note = (spot, colour) => requestAnimationFrame(() => {
        window.seen.push([performance.now(), Number(spot), colour]);
    });
    new MutationObserver((changes) => {
        for (const { target } of changes) {
            if (!target.classList.contains('ring')) continue;
            note(target.closest('[data-spot]').dataset.spot, target.getAttribute('stroke'));
        }
    }).observe(document.querySelector('#felt'), { subtree: true, attributeFilter: ['stroke'] });
}"""


class Seen(NamedTuple):
    """A light's colour as it was first shown, in the host's milliseconds."""

    at: float
    spot: int
    colour: str


class Watched(NamedTuple):
    """What a page saw; `clock_ms` is how far off its clock may be."""

    seen: Sequence[Seen]
    clock_ms: float


def watch(browser: Browser, address: str, changes: int) -> Watched:
    """See so many changes of lights at a page."""
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-link=live]")
    page.evaluate(SEE)
    page.wait_for_function("most => seen.length >= most", arg=changes, timeout=PATIENCE_MS)
    ahead, off = _clocks(page)
    found = page.evaluate("seen")
    page.close()
    return Watched([Seen(at + ahead, spot, colour) for at, spot, colour in found], off)


def _clocks(page: Page) -> tuple[float, float]:
    """Return how far the host's clock is ahead of the page's, and how sure that is."""
    found = []
    for _ in range(CLOCKS):
        before = time.monotonic_ns() / 1e6
        theirs = page.evaluate("performance.now()")
        after = time.monotonic_ns() / 1e6
        found.append(((after - before) / 2, (before + after) / 2 - theirs))
    off, ahead = min(found)
    return ahead, off


def summed_up(watched: Watched, folder: Path) -> dict[str, Any]:
    """Return how long the lights took, by the writes that this folder's host has stamped."""
    lines = (folder / WRITES).read_text().splitlines()
    written = defaultdict(list)
    for line in lines:
        note = json.loads(line)
        written[note["spot"], _shown(note["rgb"])].append((note["at"], note["us"]))
    found = [
        (seen.at - at, us)
        for seen in watched.seen
        for at, us in [_last(written[seen.spot, seen.colour], seen.at)]
        if at
    ]
    late = sorted(ms for ms, _us in found)
    wire_us = median(us for _ms, us in found)
    summed = {
        "median_ms": median(late),
        "p95_ms": late[len(late) * 95 // 100],
        "worst_ms": late[-1],
    }
    return summed | {
        "lights": len(late),
        "unmatched": len(watched.seen) - len(late),
        "clock_ms": watched.clock_ms,
        "wire_us": wire_us,
        "frames_median": summed["median_ms"] / FRAME_MS,
        "frames_p95": summed["p95_ms"] / FRAME_MS,
        "wires_median": summed["median_ms"] * 1000 / wire_us,
    }


def _last(writes: Sequence[tuple[float, float]], before: float) -> tuple[float, float]:
    """Return the last of these writes before an instant; zeros where none is near."""
    near = [write for write in writes if before - LOOKBACK_MS < write[0] <= before]
    return max(near, default=(0.0, 0.0))


def _shown(duties: Sequence[int]) -> str:
    """Return the colour in which the page shows these duties, 0 to FULL."""
    octets = (-(-duty * 255 // FULL) for duty in duties)
    red, green, blue = (int(255 * (octet / 255) ** (1 / GAMMA) + 0.5) for octet in octets)
    return f"rgb({red},{green},{blue})"


def result_lines(fields: dict[str, Any]) -> list[str]:
    """Say it in sentences."""
    met = "met" if fields["frames_p95"] <= AIM_FRAMES else "MISSED"
    return [
        f"from a light's write to its pixel, {fields['lights']} lights: median"
        f" {fields['median_ms']:.1f} ms, 95 % {fields['p95_ms']:.1f} ms, worst"
        f" {fields['worst_ms']:.1f} ms (the clocks are within {fields['clock_ms']:.2f} ms).",
        f"In frames of {FRAME_MS:.1f} ms: {fields['frames_median']:.1f}, 95 %"
        f" {fields['frames_p95']:.1f}; beside the {fields['wire_us']:.0f} µs of that write at"
        f" 400 kHz: {fields['wires_median']:.0f} times.",
        f"Aim: {AIM_FRAMES:.0f} frames for 95 %: {met}. {UNVERIFIED}",
    ]
