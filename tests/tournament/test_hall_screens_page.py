"""The screens of a tournament in a browser: they count by themselves, and say that it is lost."""

from collections.abc import Iterator
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from firmware.core.tournament import acts
from firmware.pages.page_server import PageServer
from firmware.tournament.screens.server import TournamentScreens
from firmware.tournament.screens.view import screen_views
from tests.kits.sim.web.browser import browser, needs_chromium  # noqa: F401
from tests.kits.tournament.hall_machine import config_of
from tests.kits.tournament_kit import gone, playing

pytestmark = needs_chromium


class Hall:
    """A hall's screens, and one browser's page on a clock that only the test turns."""

    def __init__(self, page: Page) -> None:
        self.page, self.now = page, 0.0
        self.screens = TournamentScreens(config_of(title="Tournoi de la salle"), lambda: self.now)
        self.server = PageServer(self.screens.app, ("127.0.0.1", 0))

    def open(self, view: str) -> None:
        self.page.goto(f"{self.server.address}{view}?lang=fr")

    def pass_s(self, seconds: int) -> None:
        self.now += seconds
        self.page.clock.run_for(1000 * seconds)


@pytest.fixture(scope="module")
def hall(browser: Browser) -> Iterator[Hall]:  # noqa: F811
    context = browser.new_context(locale="fr-CA")
    page = context.new_page()
    page.clock.install()
    hall = Hall(page)
    serving = Thread(target=hall.server.run)
    serving.start()
    yield hall
    context.close()
    hall.server.stop()
    serving.join()


def test_countdown_stops_at_zero_and_pause(hall: Hall) -> None:
    time, away, page = hall.page.locator(".time"), hall.page.locator("#away"), hall.page
    room = playing(9, acts.PassTime(597), seats=5)
    hall.screens.update(screen_views(room, room.clock))
    hall.open("clock")
    expect(time).to_have_text("0:03")
    expect(page.locator("#view h2").first).to_have_text("Niveau 1")
    hall.pass_s(2)
    expect(time).to_have_text("0:01")
    expect(away).to_be_hidden()
    hall.pass_s(10)
    expect(time).to_have_text("0:00")
    expect(away).to_contain_text("L'horloge du tournoi ne répond plus")

    room.handle_act(acts.PassTime(3))
    room.handle_act(acts.PauseClock())
    hall.screens.update(screen_views(room, room.clock))
    expect(away).to_be_hidden()
    expect(page.locator("#state")).to_have_text("Horloge arrêtée")
    hall.pass_s(4)
    expect(time).to_have_text("10:00")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#view h2").first).to_have_text("Level 2")


def test_moves_and_prizes_appear_as_they_arrive(hall: Hall) -> None:
    room, page = playing(6, seats=3, rebuy=None), hall.page
    hall.screens.update(screen_views(room, room.clock))
    hall.open("seats")
    expect(page.locator(".tables > li")).to_have_count(2)
    moved = [each for act in (gone("A"), gone("B"), gone("C")) for each in room.handle_act(act)]
    hall.screens.update(
        screen_views(room, room.clock, [one for one in moved if hasattr(one, "origin")])
    )
    expect(page.locator(".moves li").first).to_contain_text("→ table 1, place")
    expect(page.locator(".tables > li")).to_have_count(1)
    room.handle_act(gone("D"))
    hall.screens.update(screen_views(room, room.clock))
    hall.open("payouts")
    expect(page.locator(".payouts li").nth(2)).to_have_text("330,00\u00a0$D")
