"""The screens of `croupier tournament serve --port`, for browsers at the tournament."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.page_port import LOOPBACK, listening_at, parse_port
from firmware.cli.args.signature import Option
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.tournament.config import TournamentConfig
from firmware.tournament.service import TournamentService

SCREEN_LIBRARIES: Final = ("starlette", "uvicorn")


@dataclass(frozen=True, kw_only=True)
class ScreensAddress:
    """The address of the screens; without a port there are none."""

    host: Annotated[str, Option(value_key="command.value.address")] = LOOPBACK
    port: Annotated[
        int | None, Option(parse=parse_port, expected_key="command.wanted.port_number")
    ] = None


def start_screens(
    service: TournamentService, config: TournamentConfig, screen_address: ScreensAddress
) -> Text | None:
    """Serve the screens until the process ends; return their address in words.

    Raises CannotServe; RequestFailed if a host is given without a port.
    """
    if screen_address.port is None and screen_address.host != LOOPBACK:
        raise RequestFailed(Text("hall.no_screens_port"))
    if screen_address.port is None:
        return None
    if missing := [
        library_name for library_name in SCREEN_LIBRARIES if find_spec(library_name) is None
    ]:
        raise CannotServe(Text("hall.screens_lacking", {"names": ", ".join(missing)}))
    from firmware.pages.origin_guard import OriginGuard
    from firmware.pages.page_server import PageServer
    from firmware.tournament.screens.refresh import start_screens
    from firmware.tournament.screens.server import TournamentScreens

    tournament_screens = TournamentScreens(config)
    address = (screen_address.host, screen_address.port)
    with listening_at(*address):
        page_server = PageServer(
            OriginGuard(tournament_screens.app, (screen_address.host,)), address
        )
    start_screens(service, tournament_screens, page_server)
    return Text("hall.screens_at", {"address": page_server.address})
