"""`croupier console`: the technician's console, in a terminal, at a serial port, or one command."""

import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from firmware.cli.commands.exits import BAD_INPUT, INTERRUPTED, UNFIT, UNWELL
from firmware.cli.commands.reading import default_socket
from firmware.console.access.accounts import Accounts
from firmware.console.session.session import IDLE_MINUTES, Session
from firmware.console.table.client import SocketTable
from firmware.console.terminal.terminal import Terminal
from firmware.console.wires.wire import Ended, Lost, PortWire, StdWire
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.directories import state_directory
from firmware.shell.words.words import LANGUAGES, Words

BAUD: Final = 115_200
ACCOUNTS: Final = Path("/var/lib/croupier-console")
"""Where the unit's StateDirectory is."""
REAL: Final = Path("/run/croupier/control.sock")
CONFIG: Final = Path("/etc/croupier/table.toml")
PRIVATE: Final = 0o700


@dataclass(frozen=True)
class ConsoleOptions:
    """What the command line asks for."""

    words: Sequence[str]
    """One command, or none for a session."""
    language: str | None
    socket: Path | None
    state: Path | None


def here(options: ConsoleOptions) -> int:
    """Serve the terminal this was started in, or work off one command."""
    logging.getLogger("firmware.console").addHandler(logging.NullHandler())
    with ExitStack() as stack:
        wire = stack.enter_context(closing(StdWire()))
        terminal = stack.enter_context(closing(Terminal(wire)))
        session = _session(options, terminal)
        try:
            if options.words:
                return _one(session, options.words)
            wire.be_raw()  # or the terminal's answer to `meet` would be echoed, and held back
            return _all(session, terminal)
        except KeyboardInterrupt:
            return INTERRUPTED
        except Lost:
            return UNFIT


def serve(options: ConsoleOptions, config: Path) -> int:
    """Serve the serial port that is configured, for ever; return at once where there is none."""
    from firmware.console.session.serving import Served
    from firmware.shell.config.config import ConfigError, load_console
    from hal.pi.board import PiBoard

    logging.basicConfig(format="%(message)s", level=logging.INFO)
    log, words = logging.getLogger(__name__), Words.load(options.language or LANGUAGES[0])
    try:
        setting = load_console(config)
    except ConfigError as error:
        return _complain(BAD_INPUT, *error.lines(words))
    if setting is None:
        log.info(words.say(Text("console.serve.off")))
        return 0
    _end_by_signals()
    minutes = setting.idle_minutes
    served = Served(
        PiBoard().serial(setting.port, BAUD),
        lambda terminal: _session(options, terminal, minutes),
        lambda news: log.info(words.say(news)),
    )
    while True:
        served.once()


def connect(path: str, language: str) -> int:
    """Join this terminal to a serial port, on which a console is served."""
    from firmware.console.wires.relay import relay
    from hal.errors import HardwareError
    from hal.pi.board import PiBoard

    words = Words.load(language)
    port = PiBoard().serial(path, BAUD)
    try:
        port.reopen()
    except HardwareError as error:
        why = words.say(Text("console.relay.no_port", {"path": path, "why": str(error)}))
        return _complain(UNFIT, why)
    begins = words.say(Text("console.relay.begin", {"path": path}))
    with closing(port), closing(StdWire()) as wire:
        try:
            wire.be_raw()  # what is typed from here on is the port's
            wire.write(f"{begins}\r\n".encode())
        except Lost:
            return UNFIT
        stayed = relay(wire, PortWire(port))
    if not stayed:
        return _complain(UNFIT, words.say(Text("console.relay.lost", {"path": path})))
    print("\n" + words.say(Text("console.relay.left", {"path": path})))  # noqa: T201
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


def _session(
    options: ConsoleOptions, terminal: Terminal, idle_minutes: int = IDLE_MINUTES
) -> Session:
    table = SocketTable(lambda: options.socket or _socket())
    state = options.state or _state()
    return Session(
        terminal,
        table,
        cache(lambda: Accounts(state, terminal.name)),
        options.language,
        idle_minutes * 60,
    )


def _socket() -> Path:
    """Return where a table answers; where none does, where the configured one would."""
    found = default_socket()
    return REAL if CONFIG.exists() and not found.exists() else found


def _state() -> Path:
    """Return the folder of the accounts: the unit's, or the person's own where there is none."""
    given = os.environ.get("STATE_DIRECTORY")
    path = Path(given.partition(":")[0]) if given else ACCOUNTS
    if not path.is_dir():
        path = state_directory(simulated=True).with_name("console")
        path.mkdir(mode=PRIVATE, exist_ok=True)
    return path


def _end_by_signals() -> None:
    """End in order when it is asked for; a terminal that is closed is noticed by reading it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _complain(status: int, *lines: str) -> int:
    for line in lines:
        print(f"croupier console: {line}", file=sys.stderr)  # noqa: T201
    return status
