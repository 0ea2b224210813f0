"""(l) The service's loop with pages attached, by phases that take turns.

No page; ten clients in one process that read all that pages are told, as ten browsers elsewhere
do; ten pages in Chromium on this same machine; and, to know what a full machine does by itself,
two processes that only count.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from playwright.sync_api import Browser
from websockets.sync.client import connect

from bench.sample import UNVERIFIED
from bench.web_host import FIGURES, PHASES

PAGES = 10
SETTLE_S = 1.0
"""After a phase has begun, before it is timed."""
WORST_AIM_MS = 50.0
READ = "from bench.web_loop import read_on; import sys; read_on(sys.argv[1])"
COUNT = "while True: pass"
QUIET = "no page"


class Attendance:
    """Whoever is at the page of a served table, and the pipe in which phases are named."""

    def __init__(self, folder: Path) -> None:
        os.mkfifo(folder / PHASES)
        self._pipe = os.open(folder / PHASES, os.O_RDWR)

    def close(self) -> None:
        os.close(self._pipe)

    def alternate_phases(
        self, browser: Browser, address: str, repetitions: int, seconds: float
    ) -> None:
        """Have every phase come up so many times."""
        phases = {
            QUIET: lambda: ExitStack(),
            "ten readers": lambda: _processes((READ, address)),
            "ten pages": lambda: _pages(browser, address),
            "counting": lambda: _processes((COUNT,), (COUNT,)),
        }
        for _ in range(repetitions):
            for name, attend in phases.items():
                with attend():
                    time.sleep(SETTLE_S)
                    self._begin(name)
                    time.sleep(seconds)
                    self._begin("")

    def _begin(self, name: str) -> None:
        os.write(self._pipe, f"{name}\n".encode())


@contextmanager
def _processes(*programs: tuple[str, ...]) -> Iterator[None]:
    running = [subprocess.Popen([sys.executable, "-c", *program]) for program in programs]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


@contextmanager
def _pages(browser: Browser, address: str) -> Iterator[None]:
    context = browser.new_context()
    try:
        for _ in range(PAGES):
            context.new_page().goto(address)
        yield
    finally:
        context.close()


def read_on(address: str) -> None:
    """Read as many pages as ten are told, until killed."""
    socket = address.replace("http", "ws", 1) + "ws"
    for _ in range(PAGES):
        threading.Thread(target=_read, args=(socket, address.rstrip("/"))).start()


def _read(socket: str, origin: str) -> None:
    with connect(socket, origin=origin, max_size=None) as page:  # type: ignore[arg-type]
        for _message in page:
            pass


# what comes of it


def summed_up(folder: Path) -> dict[str, Any]:
    """Return the figures of each phase, and its ratios to the quiet one."""
    found = msgspec.json.decode(
        (folder / FIGURES).read_bytes(), type=dict[str, dict[str, list[float]]]
    )
    fields: dict[str, Any] = {
        name: _figures(sorted(values)) for name, values in found["turns"].items() if name
    }
    for phase in fields.values():
        phase |= {
            f"{statistic}_ratio": phase[statistic] / fields[QUIET][statistic]
            for statistic in ("p95", "worst")
        }
    return fields


def _figures(values: list[float]) -> dict[str, float]:
    return {
        "count": len(values),
        "median": median(values),
        "p95": values[len(values) * 95 // 100],
        "worst": values[-1],
    }


def result_lines(fields: dict[str, Any]) -> list[str]:
    lines = ["the loop's turn without the disk, median, 95 % and worst in ms (ratio to no page):"]
    for name, phase in fields.items():
        lines.append(
            f"{name:>12}: {phase['median']:.2f}, {phase['p95']:.2f} ({phase['p95_ratio']:.1f}),"
            f" {phase['worst']:.1f} ({phase['worst_ratio']:.1f})"
        )
    worst = max(phase["worst"] for name, phase in fields.items() if name != "counting")
    met = "met" if worst <= WORST_AIM_MS else "MISSED"
    return [*lines, f"Aim: no turn over {WORST_AIM_MS:.0f} ms: {met}. {UNVERIFIED}"]
