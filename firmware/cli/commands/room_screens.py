"""The screens of `croupier room serve --port`, for browsers in the hall."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.page_port import LOOPBACK, port_number, served_at
from firmware.cli.args.signature import How
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.tournament.service import HallService

LIBRARIES: Final = ("starlette", "uvicorn")


@dataclass(frozen=True, kw_only=True)
class On:
    """Where the screens are served; without a port they are not."""

    host: Annotated[str, How(value="address")] = LOOPBACK
    port: Annotated[int | None, How(read=port_number)] = None


def begin_screens(service: HallService, name: str, on: On) -> Text | None:
    """Serve the screens until the process ends; return where they are. Raises CannotServe;
    CannotBeDone if only their address is given.
    """
    if on.port is None and on.host != LOOPBACK:
        raise CannotBeDone(Text("hall.no_screens_port"))
    if on.port is None:
        return None
    if lacking := [library for library in LIBRARIES if find_spec(library) is None]:
        raise CannotServe(Text("hall.screens_lacking", {"names": ", ".join(lacking)}))
    from firmware.pages.guard import Guard
    from firmware.pages.page_server import PageServer
    from firmware.tournament.screens.refresh import begin_showing
    from firmware.tournament.screens.server import Screens

    screens, place = Screens(name), (on.host, on.port)
    with served_at(*place):
        server = PageServer(Guard(screens.app, (on.host,)), place)
    begin_showing(service, screens, server)
    return Text("hall.screens_at", {"address": server.address})
