"""Serves virtual tables of a checkout and opens their pages, for the benches in a browser."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from pathlib import Path
from typing import ParamSpec

from playwright.sync_api import Browser, Page

from bench.sample import Sample
from tools.browser import CHROMIUM, Server, serving

PATIENCE_MS = 120_000
VISITED = "localStorage.setItem('croupier.guide', 'seen');"
Measured = ParamSpec("Measured")


def needs_chromium(measure: Callable[Measured, Sample]) -> Callable[Measured, Sample]:
    """Have a measurement say how to install Chromium where there is none."""

    @wraps(measure)
    def measure_with_chromium(*args: Measured.args, **options: Measured.kwargs) -> Sample:
        if CHROMIUM.exists():
            return measure(*args, **options)
        return Sample(measure.__module__, ["no Chromium: sudo apt-get install chromium"], {})

    return measure_with_chromium


def serving_checkout(root: Path, *arguments: str) -> AbstractContextManager[Server]:
    """Serve a virtual table of a checkout, in English."""
    program = ("env", "-C", str(root), sys.executable, "-m", "firmware.cli.main", "run")
    return serving("--lang", "en", *arguments, program=program)


def serving_people(
    root: Path, game: str, speed: int, *arguments: str
) -> AbstractContextManager[Server]:
    """Serve a table of a checkout at which people play, in the same way each time."""
    played = ("--seed", "1", "--game", game, "--speed", str(speed))
    return serving_checkout(root, *played, *arguments)


@contextmanager
def opened_page(browser: Browser, script: str = "") -> Iterator[Page]:
    """Open a page that offers no guided round and runs a script first, in a browser of its own."""
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context:
        context.add_init_script(VISITED + script)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        yield page
