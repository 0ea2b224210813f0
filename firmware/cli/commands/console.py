"""`croupier console`: the technician's console, in a terminal, at a serial port, or one command."""

import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import UNFIT, UNWELL
from firmware.cli.args.signature import How, Language, apart
from firmware.cli.args.types import Folder, Socket
from firmware.cli.commands.status import default_socket
from firmware.console.access.accounts import Accounts
from firmware.console.session.session import IDLE_MINUTES, Session
from firmware.console.table.client import SocketTable
from firmware.console.terminal.terminal import Terminal
from firmware.console.wires.wire import Ended, Lost, PortWire, StdWire
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.device.directories import own_directory
from firmware.shell.words.hardware_words import hardware_failure
from firmware.shell.words.words import Words

BAUD: Final = 115_200
ACCOUNTS: Final = Path("/var/lib/croupier-console")
"""Where the unit's StateDirectory is."""
REAL: Final = Path("/run/croupier/control.sock")
CONFIG: Final = Path("/etc/croupier/table.toml")
PRIVATE: Final = 0o700


Begin = Callable[[Terminal, int], Session]


@apart("serve", "port")
def console(
    words: Words,
    *command: Annotated[str, How(value="command")],
    serve: bool = False,
    port: Annotated[str | None, How(value="port")] = None,
    config: Path = CONFIG,
    socket: Socket | None = None,
    state: Folder | None = None,
    lang: Language | None = None,
) -> int:
    """Serve this terminal, work off one command, serve the configured serial port, or join one."""
    if port:
        return _connect(port, words)

    def begin(terminal: Terminal, idle_minutes: int) -> Session:
        """Begin a session, in the table's language if none is asked for."""
        table = SocketTable(lambda: socket or _socket())
        accounts = cache(lambda: Accounts(state or accounts_folder(), terminal.name))
        return Session(terminal, table, accounts, lang, idle_minutes * 60, words)

    return _serve(config, words, begin) if serve else _here(command, begin)


def _here(command: Sequence[str], begin: Begin) -> int:
    logging.getLogger("firmware.console").addHandler(logging.NullHandler())
    with ExitStack() as stack:
        wire = stack.enter_context(closing(StdWire()))
        terminal = stack.enter_context(closing(Terminal(wire)))
        session = begin(terminal, IDLE_MINUTES)
        try:
            if command:
                return _one(session, command)
            wire.be_raw()  # what is typed from here on is the console's, and is not echoed
            return _all(session, terminal)
        except Lost:
            return UNFIT


def _serve(config: Path, words: Words, begin: Begin) -> int:
    """Serve the serial port that is configured, for ever; return at once where there is none."""
    from firmware.console.session.serving import Served
    from firmware.shell.config.config import load_console
    from hal.pi.board import PiBoard

    logging.basicConfig(format="%(message)s", level=logging.INFO)
    log = logging.getLogger(__name__)
    setting = load_console(config)
    if setting is None:
        log.info(words.say(Text("console.serve.off")))
        return 0
    _end_by_signals()
    minutes = setting.idle_minutes
    served = Served(
        PiBoard().serial(setting.port, BAUD),
        lambda terminal: begin(terminal, minutes),
        lambda news: log.info(words.say(news)),
    )
    while True:
        served.once()


def _connect(path: str, words: Words) -> int:
    """Join this terminal to a serial port, on which a console is served."""
    from firmware.console.wires.relay import relay
    from hal.errors import HardwareError
    from hal.pi.board import PiBoard

    port = PiBoard().serial(path, BAUD)
    try:
        port.reopen()
    except HardwareError as error:
        values: Values = {"path": path, "why": hardware_failure(error)}
        raise CannotServe(Text("console.relay.no_port", values)) from None
    begins = words.say(Text("console.relay.begin", {"path": path}))
    with closing(port), closing(StdWire()) as wire:
        try:
            wire.be_raw()  # what is typed from here on is the port's
            wire.write(f"{begins}\r\n".encode())
        except Lost:
            return UNFIT
        stayed = relay(wire, PortWire(port))
    if not stayed:
        raise CannotServe(Text("console.relay.lost", {"path": path}))
    print("\n" + words.say(Text("console.relay.left", {"path": path})))
    return 0


def _one(session: Session, words: Sequence[str]) -> int:
    session.learn()
    try:
        return session.do(words)
    except Ended:
        session.say("console.broken_off")
        return UNWELL


def _all(session: Session, terminal: Terminal) -> int:
    _end_by_signals()
    terminal.meet()
    session.run()
    return 0


def _socket() -> Path:
    """Return the socket of a running table; if there is none, that of the configured one."""
    found = default_socket()
    return REAL if CONFIG.exists() and not found.exists() else found


def accounts_folder() -> Path:
    """Return the folder of the accounts: the unit's, or the person's own where there is none."""
    given = os.environ.get("STATE_DIRECTORY")
    path = Path(given.partition(":")[0]) if given else ACCOUNTS
    if not path.is_dir():
        path = own_directory() / "console"
        path.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    return path


def _end_by_signals() -> None:
    """End in order when it is asked for; a terminal that is closed is noticed by reading it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
