"""`croupier pit`: one screen for the floor of a ledger, in a browser."""

import signal
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.page_port import LOOPBACK, PagePort, listening_at
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath
from firmware.cli.commands.console import accounts_folder
from firmware.cli.commands.floor_engine import EngineOptions, log_writer
from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no engine
    from firmware.floor.connection import EngineServers

REQUIRED_LIBRARIES: Final = ("alembic", "nats", "sqlalchemy", "starlette", "uvicorn")
DEFAULT_PORT: Final = 8070
USUAL_SHIFTS: Final = (6, 14, 22)


def parse_hour(typed_text: str) -> int:
    """Parse an hour of the day. Raises ValueError."""
    hour_number = int(typed_text)
    if not 0 <= hour_number <= 23:
        raise ValueError(typed_text)
    return hour_number


HourOfDay = Annotated[int, Option(parse=parse_hour, expected_key="command.wanted.hour")]


def pit(
    words: Words,
    *,
    ledger: Annotated[str, Option(value_key="command.value.url")],
    host: Annotated[str, Option(value_key="command.value.address")] = LOOPBACK,
    port: PagePort = DEFAULT_PORT,
    accounts: FolderPath | None = None,
    shifts: tuple[HourOfDay, ...] = USUAL_SHIFTS,
    engine: EngineOptions,
) -> int:
    """Serve the pit's page until stopped."""
    if missing_libraries := [
        library for library in REQUIRED_LIBRARIES if find_spec(library) is None
    ]:
        raise CannotServe(Text("pit.lacking", {"names": ", ".join(missing_libraries)}))
    words.load_all()
    from firmware.cli.commands.floor import open_store
    from firmware.floor.pit.edges import find_edges
    from firmware.floor.pit.monitor import FloorMonitor
    from firmware.floor.pit.pit_process import serve_pit
    from firmware.floor.pit.server import PitServer
    from firmware.floor.pit.subscribe import start_subscriber
    from firmware.pages.origin_guard import OriginGuard

    account_folder = accounts or accounts_folder()
    known_accounts = Accounts(account_folder, "pit")
    if known_accounts.is_empty:
        _print_text(words, Text("pit.nobody", {"folder": str(account_folder)}))
    monitor, engine_servers = (
        FloorMonitor(open_store(ledger), find_edges, shifts),
        _engine_servers(engine),
    )

    def on_serving(address: str) -> None:
        _print_text(words, Text("pit.at", {"address": address}))
        start_subscriber(monitor.heartbeats, engine_servers, log_writer(words))

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    guarded_app = OriginGuard(PitServer(monitor, known_accounts.authenticate).app, (host,))
    with listening_at(host, port):
        serve_pit(monitor, guarded_app, (host, port), on_serving)
    return 0


def _engine_servers(engine: EngineOptions) -> "EngineServers":
    """Return the servers. Raises CannotServe if the certificates can't be read."""
    from firmware.floor.connection import EngineServers, tls_context

    try:
        tls_context(engine.certificates)
    except OSError as error:
        raise CannotServe(os_failure(error, error.filename or "")) from None
    return EngineServers(engine.server, engine.certificates)


def _print_text(words: Words, text: Text) -> None:
    print(words.render(text), flush=True)
