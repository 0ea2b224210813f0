"""The screens of `croupier room serve --port`, for browsers in the hall."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated, Final

from firmware.cli.commands.board import LOOPBACK, port_number
from firmware.cli.line.answering import CannotServe
from firmware.cli.line.signature import How
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.hall.service import HallService
from firmware.shell.words.os_words import os_reason

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
    from firmware.hall.screens.server import Screens
    from firmware.hall.screens.showing import begin_showing
    from firmware.pages.guard import Guard
    from firmware.pages.page_server import PageServer

    screens, place = Screens(name), (on.host, on.port)
    try:
        server = PageServer(Guard(screens.app, (on.host,)), place)
    except OSError as error:
        at: Values = {"address": f"{on.host}:{on.port}", "why": os_reason(error)}
        raise CannotServe(Text("hall.no_port", at)) from None
    begin_showing(service, screens, server)
    return Text("hall.screens_at", {"address": server.address})
