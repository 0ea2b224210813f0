"""Photograph docs/pictures/pit*.png: a quiet and a busy evening, a bad night, and the wall.

    python -m tools.pit_pictures [--only NAME …] [--folder FOLDER]

One evening of each game is the play of all tables; the pit is the real one, on virtual time.
"""

import argparse
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page

from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.pit.monitor import FloorMonitor
from firmware.pages.connection_limits import ConnectionLimits
from firmware.pages.page_server import PageServer
from tests.kits.floor.evening_floor import EveningFloor, EveningPlace, EveningTable
from tests.kits.floor.pit_people import PeoplePit, passphrase_of
from tests.kits.floor.played_evening import GAMES, PlayedEvening, played_evening
from tests.kits.floor.stores import empty_store
from tools.browser import chromium

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
EVENING_MINUTES: Final = 12
PATIENCE_MS: Final = 120_000
MISHAPS: Final = 0.005
LAPTOP: Final = (1440, 900)
WALL: Final = (1920, 1080)
LARGE_WALL: Final = (3840, 2160)
PITS: Final = ("A", "B", "VIP")


class Night(NamedTuple):
    """How many tables there are, and what happens to them before the picture."""

    tables: int
    happen: Callable[["ShownPit"], None]


class ShownPit:
    """A pit whose time goes on by a second each second."""

    def __init__(self, folder: Path, evenings: list[PlayedEvening], tables: int) -> None:
        store = empty_store(folder / "ledger.db")
        self.floor = EveningFloor(store, [_table(n, evenings, tables) for n in range(tables)])
        self.silent: tuple[str, ...] = ()
        self.behind_s = 0
        self.monitor = FloorMonitor(
            store, (6, 14, 22), self.floor.wall_clock, self.floor.heartbeats
        )
        self.people = PeoplePit(store, folder, monitor=self.monitor)
        self._stopped, self._moving = threading.Event(), threading.Lock()

    def pass_time(self, seconds: int) -> None:
        with self._moving:
            self.floor.advance(1_000 * seconds, self.silent, self.behind_s)
            self.monitor.refresh()

    def names(self, pit: str) -> tuple[str, ...]:
        return tuple(t.place.name for t in self.floor.tables if t.place.pit == pit)

    def raise_alarm(self, kind: str, table: str) -> None:
        journal = next(t.journal for t in self.floor.tables if t.place.name == table)
        with self.floor.store.begin() as connection:
            raise_new_alarms(connection, [LedgerAlarm(kind, table, journal, "17")])

    @contextmanager
    def served(self) -> Iterator[str]:
        server = PageServer(self.people.app, ("127.0.0.1", 0), ConnectionLimits())
        threads = [threading.Thread(target=work) for work in (server.run, self._run)]
        for thread in threads:
            thread.start()
        try:
            yield server.address
        finally:
            self._stopped.set()
            server.stop()
            for thread in threads:
                thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(1.0):
            with self._moving:
                self.floor.advance(1_000, self.silent, self.behind_s)
                self.monitor.refresh()


def _table(number: int, evenings: list[PlayedEvening], tables: int) -> EveningTable:
    pit = PITS[number * len(PITS) // tables]
    place = EveningPlace(f"TBL-{number + 1}", pit)
    return EveningTable(place, number, evenings[number % len(evenings)])


def quiet(pit: ShownPit) -> None:
    pit.pass_time(600)


def busy(pit: ShownPit) -> None:
    pit.pass_time(600)
    pit.raise_alarm("nearly_full", "TBL-9")
    pit.raise_alarm("two_journals", "TBL-31")
    pit.silent = ("TBL-14",)
    pit.pass_time(20)


def bad(pit: ShownPit) -> None:
    """A pit's network fails, records are altered at a table, and an old alarm waits."""
    pit.pass_time(500)
    pit.raise_alarm("chain_broken", "TBL-3")
    pit.raise_alarm("new_journal", "TBL-3")
    pit.raise_alarm("rejected", "TBL-22")
    pit.raise_alarm("nearly_full", "TBL-40")
    pit.silent = (*pit.names("B"), "TBL-48")
    pit.pass_time(20)
    pit.pass_time(140)
    anne, tom = pit.people.visitor("anne"), pit.people.visitor("tom")
    alarms = {s.alarm.alarm_kind: s.alarm.id for s in pit.monitor.screen.alarms}  # type: ignore[union-attr]
    shelved = {"alarm": alarms["nearly_full"], "minutes": 240, "reason": "Disque commandé : Tom"}
    anne.post("/shelve", shelved)
    tom.post("/acknowledge", {"alarm": alarms["rejected"], "words": "clé révoquée"})


NIGHTS: Final = {"quiet": Night(12, quiet), "busy": Night(50, busy), "bad": Night(50, bad)}


class Shot(NamedTuple):
    """A picture: of which night, at which view, in which language and theme."""

    night: str
    view: str
    language: str
    theme: str
    size: tuple[int, int]


SHOTS: Final = {
    "pit": Shot("bad", "tables", "fr", "dark", LAPTOP),
    "pit-quiet": Shot("quiet", "tables", "en", "light", LAPTOP),
    "pit-busy": Shot("busy", "tables", "en", "dark", LAPTOP),
    "pit-bad-light": Shot("bad", "tables", "en", "light", LAPTOP),
    "pit-wall": Shot("bad", "wall", "fr", "dark", WALL),
    "pit-wall-quiet": Shot("busy", "wall", "en", "light", WALL),
    "pit-wall-4k": Shot("bad", "wall", "fr", "dark", LARGE_WALL),
}
IN_THE_DOCS: Final = ("pit", "pit-quiet", "pit-busy", "pit-wall")


def photograph(browser: Browser, address: str, shot: Shot, path: Path) -> str:
    """Take a picture; return the height of the wall's capitals in mm, "" of another view."""
    page = signed_in_page(browser, address, shot)
    page.wait_for_timeout(2_500)
    page.screenshot(path=path)
    cells = page.locator(".cells")
    capitals = cells.get_attribute("data-capital-mm") if cells.count() else ""
    page.close()
    return capitals or ""


def signed_in_page(browser: Browser, address: str, shot: Shot) -> Page:
    width, height = shot.size
    page = browser.new_page(viewport={"width": width, "height": height})
    page.add_init_script(
        f"localStorage.setItem('croupier.pit-theme', '{shot.theme}');"
        f"localStorage.setItem('croupier.pit-language', '{shot.language}');"
    )
    page.goto(f"{address}#{shot.view}")
    page.locator("dialog input").first.fill("anne")
    page.locator("dialog input[type=password]").fill(passphrase_of("anne"))
    page.keyboard.press("Enter")
    page.locator(".tile, .cell").first.wait_for(timeout=PATIENCE_MS)
    return page


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=[*SHOTS], default=[*IN_THE_DOCS])
    parser.add_argument("--folder", type=Path, default=PICTURES)
    asked = parser.parse_args()
    evenings = [
        played_evening(game, seed, EVENING_MINUTES, MISHAPS) for seed, game in enumerate(GAMES)
    ]
    for night_name, night in NIGHTS.items():
        shots = {name: SHOTS[name] for name in asked.only if SHOTS[name].night == night_name}
        if shots:
            with tempfile.TemporaryDirectory() as folder:
                pit = ShownPit(Path(folder), evenings, night.tables)
                night.happen(pit)
                photograph_night(pit, shots, asked.folder)


def photograph_night(pit: ShownPit, shots: dict[str, Shot], folder: Path) -> None:
    with chromium() as browser, pit.served() as address:
        for name, shot in shots.items():
            capitals = photograph(browser, address, shot, folder / f"{name}.png")
            print(name, f"capitals of {capitals} mm" if capitals else "")  # noqa: T201


if __name__ == "__main__":
    main()
