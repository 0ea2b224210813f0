"""Shows a hall in service on its screens."""

import threading
import time
from typing import Final

from firmware.pages.page_server import PageServer
from firmware.tournament.screens.server import Screens
from firmware.tournament.screens.view import hall_view
from firmware.tournament.service import HallService

EVERY_S: Final = 1.0


def look(service: HallService, screens: Screens) -> None:
    """Show the hall as it is now; a hall whose journal is lost shows nothing more."""
    with service.alone:
        if service.lost is not None:
            return
        kept, hall = service.kept, service.kept.hall
        view = hall_view(kept.room, kept.clock, hall.moves, sure=not hall.absences)
    screens.show(view)


def begin_showing(service: HallService, screens: Screens, server: PageServer) -> None:
    """Show it in threads of their own until the process ends."""
    look(service, screens)
    threading.Thread(target=_go_on, args=(service, screens), name="show", daemon=True).start()
    threading.Thread(target=server.run, name="screens", daemon=True).start()


def _go_on(service: HallService, screens: Screens) -> None:
    while True:
        time.sleep(EVERY_S)
        look(service, screens)
