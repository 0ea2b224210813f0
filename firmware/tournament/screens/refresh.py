"""Refreshes the screens of a tournament in service every second."""

import threading
import time
from typing import Final

from firmware.pages.page_server import PageServer
from firmware.tournament.screens.server import TournamentScreens
from firmware.tournament.screens.view import screen_views
from firmware.tournament.service import TournamentService

REFRESH_INTERVAL_S: Final = 1.0


def refresh(service: TournamentService, screens: TournamentScreens) -> None:
    """Show the tournament as it is now. After the journal is lost nothing more is shown."""
    with service.lock:
        if service.failure is not None:
            return
        journaled, state = service.journaled, service.journaled.state
        views = screen_views(
            journaled.tournament,
            journaled.clock,
            state.unconfirmed_moves,
            time_known=not state.absences,
        )
    screens.update(views)


def start_screens(
    service: TournamentService, screens: TournamentScreens, page_server: PageServer
) -> None:
    """Serve and refresh the screens in daemon threads."""
    refresh(service, screens)
    threading.Thread(
        target=_refresh_forever, args=(service, screens), name="show", daemon=True
    ).start()
    threading.Thread(target=page_server.run, name="screens", daemon=True).start()


def _refresh_forever(service: TournamentService, screens: TournamentScreens) -> None:
    while True:
        time.sleep(REFRESH_INTERVAL_S)
        refresh(service, screens)
