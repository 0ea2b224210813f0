"""The page speaks with the table's voice, once somebody has clicked, and at his next visit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from sim.web.bench.table_dir import Seating
from sim.web.messages.messages_out import EventMessage, EventsMessage
from tests.kits.hal.programs import WAVE, Programs
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.paged_table import PagedTable
from tests.kits.sim.web.person import DRAWN, MOUNTED, Person

pytestmark = needs_chromium

PHRASES = {"fr": "Rien ne va plus", "en": "No more bets"}
LOUDSPEAKER = Path("examples/odds-only.toml")
SOUNDS = "**/voice/*"


@pytest.fixture(scope="module", autouse=True)
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Programs]:
    """A machine that can render phrases, whichever it is."""
    folder = tmp_path_factory.mktemp("programs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{folder}:/usr/bin:/bin")
        yield Programs(folder)


class Voice:
    """The server's voice: what the page has asked it for."""

    def __init__(self, table: PagedTable) -> None:
        self.asked: list[str] = []
        self.table, self.page = table, table.page
        self.page.route(SOUNDS, self._answer)

    def announce(self, record: int) -> None:
        """Have the table announce something, and the page draw it."""
        self.table.say(EventsMessage((EventMessage(record, "", "ruling", "Announced", PHRASES),)))
        self.page.evaluate(DRAWN)

    def speak(self, record: int) -> None:
        """Announce something, and wait until the page has its sound."""
        with self.page.expect_response(f"**/voice/{record}"):
            self.announce(record)

    def _answer(self, route: Route) -> None:
        self.asked.append(route.request.url.rpartition("/")[2])
        route.fulfill(body=WAVE, content_type="audio/wav")


@pytest.fixture
def voice(paged: PagedTable, alone: Person) -> Iterator[Voice]:
    yield Voice(paged)
    alone.page.unroute(SOUNDS)
    alone.page.evaluate("localStorage.removeItem('croupier.sound')")
    reloaded(alone.page)


def reloaded(page: Page) -> None:
    page.reload()
    page.wait_for_selector(MOUNTED)
    expect(page.locator("html")).to_have_attribute("data-link", "live")


def switch(page: Page, *, on: bool) -> None:
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", str(on).lower())


def test_announcement_is_spoken_once(voice: Voice) -> None:
    voice.announce(1)
    switch(voice.page, on=True)
    voice.speak(2)
    switch(voice.page, on=False)
    voice.announce(3)
    switch(voice.page, on=True)
    voice.speak(4)
    assert voice.asked == ["2", "4"]


def test_sound_setting_is_remembered(voice: Voice) -> None:
    switch(voice.page, on=True)
    reloaded(voice.page)
    expect(voice.page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    voice.announce(1)
    voice.speak(2)
    assert voice.asked[-1] == "2"


def test_unplugged_speaker_is_silent(voice: Voice, alone: Person) -> None:
    voice.table.seat(Seating(config=LOUDSPEAKER, language="en"))
    switch(voice.page, on=True)
    alone.turn_to("break")
    alone.breaks("voice", "unplug")
    voice.announce(1)
    alone.cures("voice", "unplug")
    voice.speak(2)
    assert voice.asked == ["2"]
