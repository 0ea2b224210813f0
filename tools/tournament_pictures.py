"""Photograph a tournament's screens in the middle of an evening: docs/pictures/tournament-*.png."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Final

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import PlayerMoved
from firmware.core.tournament.terms import read_terms
from firmware.core.tournament.tournament import Tournament, new_tournament
from firmware.pages.page_server import PageServer
from firmware.tournament.config import TournamentConfig
from firmware.tournament.screens.server import TournamentScreens
from firmware.tournament.screens.view import ScreenViews, screen_views
from tools.browser import chromium

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
SIZE: Final = {"width": 1366, "height": 768}
LEVEL_S: Final = 1200
FIRST: Final = (
    *("Anne", "Benoît", "Chantal", "Denis", "Élise", "François", "Ginette", "Hugo"),
    *("Isabelle", "Jean", "Kim", "Luc", "Marie", "Normand", "Odette", "Paul"),
)
LAST: Final = ["Arsenault", "Cormier", "Savoie"]
LEFT: Final = 23
SHOWN_MOVES: Final = 3


def evening() -> tuple[Tournament, list[PlayerMoved]]:
    """Return a room of 48 players after three levels and a break, and the last moves."""
    levels = [{"seconds": LEVEL_S, "blinds": [25 << at, 50 << at], "ante": at} for at in range(9)]
    levels = [{**level, "ante": 0 if level["ante"] < 3 else 25} for level in levels]
    pause = {"seconds": 600, "break": True}
    given = {
        "entry_cents": 5000,
        "levels": [*levels[:3], pause, *levels[3:6], pause, *levels[6:]],
        "rebuy": {"cents": 5000, "chips": 10_000, "until_level": 3},
        "prizes": [40, 25, 15, 10, 6, 4],
        "managers": 1,
    }
    room, chance = new_tournament(read_terms("holdem-tournament", given, ())), Random(3)  # noqa: S311
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    for name in names:
        room.handle_act(acts.Register(name, 5000, 40))
    room.handle_act(acts.DrawSeats(tuple(chance.sample(names, len(names)))))
    room.handle_act(acts.StartPlay())
    for name in chance.sample(names, 14):
        room.handle_act(acts.RebuyChips(name, 5000))
    room.handle_act(acts.PassTime(3 * LEVEL_S + 600 + 335))
    moves = []
    while len(room.remaining) > LEFT:
        ruled = room.handle_act(
            acts.ReportEliminated((acts.EliminatedPlayer(chance.choice(room.remaining), 100),))
        )
        moves += [ruling for ruling in ruled if isinstance(ruling, PlayerMoved)]
    return room, moves[-SHOWN_MOVES:]


@contextmanager
def served(config: TournamentConfig, view: ScreenViews) -> Iterator[str]:
    """Serve screens that show a view; give their address."""
    screens = TournamentScreens(config)
    screens.update(view)
    server = PageServer(screens.app, ("127.0.0.1", 0))
    serving = Thread(target=server.run)
    serving.start()
    try:
        yield server.address
    finally:
        server.stop()
        serving.join()


def main() -> None:
    room, moves = evening()
    config = TournamentConfig("printemps", "holdem-tournament", room.terms, "Tournoi du printemps")
    with served(config, screen_views(room, room.clock, moves)) as address, chromium() as browser:
        page = browser.new_page(viewport=SIZE, locale="fr-CA", color_scheme="dark")
        for name, ready in (("clock", ".time:not(:empty)"), ("seats", ".tables > li")):
            page.goto(f"{address}{name}")
            page.wait_for_selector(ready)
            page.evaluate("document.fonts.ready")
            page.screenshot(path=PICTURES / f"tournament-{name}.png", animations="disabled")
        page.close()


if __name__ == "__main__":
    main()
