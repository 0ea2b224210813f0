"""The browser of the tests of the page, where Debian's Chromium is installed."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from sim.web.bench.table_dir import Seating
from tests.kits.sim.web.page_files import page_files
from tests.kits.sim.web.paged_table import PagedTable
from tests.kits.sim.web.person import Person
from tests.kits.sim.web.shared_browser import shared_browser
from tests.kits.sim.web.web_kit import Host, hosted
from tests.kits.waiting import PATIENCE_S
from tools.browser import CHROMIUM

PATIENCE_MS = 1000 * PATIENCE_S
VISITED = "localStorage.setItem('croupier.guide', 'seen')"
"""Keeps the page from offering the first minute."""
TABLE = ("--idle", "--seed", "1", "--lang", "en")

needs_chromium = pytest.mark.skipif(
    not CHROMIUM.exists(), reason=f"{CHROMIUM} is not there: apt-get install chromium"
)


class Pages:
    """Opens pages, each in a context of its own, and collects their errors."""

    def __init__(self, browser: Browser, stack: ExitStack) -> None:
        self.wrong: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        """Parts of expected error messages."""
        self._browser, self._stack = browser, stack
        self._open: list[Page] = []

    def open(self, address: str, **look: Any) -> Page:
        """Open a page; `look` is how its reader has set his browser up."""
        page = self.blank_page(**look)
        page.goto(address)
        return page

    def blank_page(self, **look: Any) -> Page:
        """Return an empty page whose errors are collected."""
        page = self.blank(**look).new_page()
        self._open.append(page)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else 0)
        return page

    def blank(self, *, visited: bool = True, **look: Any) -> BrowserContext:
        context = self._browser.new_context(
            **{"viewport": {"width": 1366, "height": 768}, "reduced_motion": "reduce", **look}
        )
        context.set_default_timeout(PATIENCE_MS)
        if visited:
            context.add_init_script(VISITED)
        self._stack.callback(context.close)
        return context

    def photographed(self) -> list[str]:
        """Take a picture of each page that still draws; return where they are."""
        folder = Path(tempfile.mkdtemp(prefix="pages-"))
        paths = [folder / f"{number}.png" for number in range(len(self._open))]
        for page, path in zip(self._open, paths, strict=True):
            with suppress(Error):
                page.screenshot(path=path)
        return [str(path) for path in paths if path.exists()]


@pytest.fixture(scope="module")
def browser() -> Browser:
    """The browser of this process, which the next file may use too."""
    expect.set_options(timeout=PATIENCE_MS)
    return shared_browser()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Pages]:
    """Pages for one test, which fails if one of them reported an error."""
    with ExitStack() as stack:
        pages = Pages(browser, stack)
        yield pages
    wrong = [said for said in pages.wrong if not any(part in said for part in pages.forgiven)]
    assert not wrong, wrong


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One server for the tests of a module, each of which seats its own table."""
    with hosted(tmp_path_factory.mktemp("t"), *TABLE) as host:
        yield host


@pytest.fixture
def person(pages: Pages, server: Host) -> Person:
    """Somebody at a page of his own, which shows its table: before, a key finds no button."""
    person = Person(pages.open(server.address))
    person.expect_live()
    return person


@pytest.fixture(scope="module")
def beside(browser: Browser) -> Iterator[Pages]:
    """The one page of a module."""
    with ExitStack() as stack:
        yield Pages(browser, stack)


@pytest.fixture(scope="module")
def paged(beside: Pages) -> Iterator[PagedTable]:
    """A table on virtual time at that page, in this process."""
    page, seating = beside.blank_page(), Seating(language="en")
    with page_files() as host, closing(PagedTable(page, host, seating)) as table:
        yield table


@pytest.fixture
def alone(beside: Pages, paged: PagedTable) -> Iterator[Person]:
    """A person at that page; the test fails if the page reported an error."""
    beside.wrong.clear()
    person = Person(paged.page)
    person.turn_to("table")
    yield person
    assert beside.wrong == []
