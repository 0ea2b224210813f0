"""`croupier pit`: one screen for the floor that a ledger holds, in a browser."""

import signal
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.page_port import LOOPBACK, PagePort, served_at
from firmware.cli.args.signature import How
from firmware.cli.args.types import Folder
from firmware.cli.commands.console import accounts_folder
from firmware.cli.commands.engine import Engine, sayer
from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no engine
    from firmware.floor.connection import Servers

LIBRARIES: Final = ("alembic", "nats", "sqlalchemy", "starlette", "uvicorn")
PORT: Final = 8070
USUAL: Final = (6, 14, 22)


def hour(text: str) -> int:
    """Return an hour of the day. Raises ValueError."""
    number = int(text)
    if not 0 <= number <= 23:
        raise ValueError(text)
    return number


Hour = Annotated[int, How(read=hour)]


def pit(
    words: Words,
    *,
    ledger: Annotated[str, How(value="url")],
    host: Annotated[str, How(value="address")] = LOOPBACK,
    port: PagePort = PORT,
    accounts: Folder | None = None,
    shifts: tuple[Hour, ...] = USUAL,
    engine: Engine,
) -> int:
    """Serve the pit's page until stopped."""
    if lacking := [name for name in LIBRARIES if find_spec(name) is None]:
        raise CannotServe(Text("pit.lacking", {"names": ", ".join(lacking)}))
    from firmware.cli.commands.floor import store_at
    from firmware.floor.pit.edges import find_edges
    from firmware.floor.pit.monitor import Watch
    from firmware.floor.pit.process import serve
    from firmware.floor.pit.server import Pit
    from firmware.floor.pit.subscribe import begin_hearing
    from firmware.pages.guard import Guard

    folder = accounts or accounts_folder()
    known = Accounts(folder, "pit")
    if known.empty:
        _say(words, Text("pit.nobody", {"folder": str(folder)}))
    watch, servers = Watch(store_at(ledger), find_edges, shifts), _servers(engine)

    def begun(address: str) -> None:
        _say(words, Text("pit.at", {"address": address}))
        begin_hearing(watch.sights, servers, sayer(words))

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    app = Guard(Pit(watch, known.check).app, (host,))
    with served_at(host, port):
        serve(watch, app, (host, port), begun)
    return 0


def _servers(engine: Engine) -> "Servers":
    """Return the servers. Raises CannotServe if the certificates can't be read."""
    from firmware.floor.connection import Servers, secret

    try:
        secret(engine.certificates)
    except OSError as error:
        raise CannotServe(os_failure(error, error.filename or "")) from None
    return Servers(engine.server, engine.certificates)


def _say(words: Words, said: Text) -> None:
    print(words.say(said), flush=True)
