"""`croupier console`: the technician's console, in a terminal, at a serial port, or one command."""

import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS, EXIT_UNAVAILABLE
from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import FolderPath, SocketPath
from firmware.cli.commands.journal_sources import STATE_DIRECTORY
from firmware.cli.commands.status import CONFIG_FILE, default_socket
from firmware.console.access.accounts import ACCOUNTS_FILE, Accounts
from firmware.console.session.session import IDLE_MINUTES, Session
from firmware.console.table.client import SocketTable
from firmware.console.terminal.terminal import Terminal
from firmware.console.wires.wire import InputEnded, LineLost, PortWire, StandardWire
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.accounts_folder import ACCOUNTS_LINK
from firmware.shell.device.directories import user_directory
from firmware.shell.words.hardware_words import hardware_failure
from firmware.shell.words.languages import Language
from firmware.shell.words.words import Words

CONSOLE_BAUD: Final = 115_200
ACCOUNTS_DIRECTORY: Final = Path("/var/lib/croupier-console")
"""The unit's StateDirectory."""
ACCOUNTS_BACKUP: Final = STATE_DIRECTORY / ACCOUNTS_LINK / ACCOUNTS_FILE
PRIVATE_MODE: Final = 0o700


BeginSession = Callable[[Terminal, int], Session]


@mutually_exclusive("serve", "port")
def console(
    words: Words,
    *command: Annotated[str, Option(value_key="command.value.command")],
    serve: bool = False,
    port: Annotated[str | None, Option(value_key="command.value.port")] = None,
    config: Path = CONFIG_FILE,
    socket: SocketPath | None = None,
    state: FolderPath | None = None,
    lang: Language | None = None,
) -> int:
    """Serve this terminal, run one command, serve the configured serial port, or join one."""
    if port:
        return _join_port(port, words)

    def begin_session(terminal: Terminal, idle_minutes: int) -> Session:
        """Begin a session, in the table's language unless `--lang` names one."""
        socket_table = SocketTable(lambda: socket or default_socket())
        accounts = cache(lambda: _open_accounts(state or accounts_folder()))
        return Session(terminal, socket_table, accounts, lang, idle_minutes * 60, words)

    return (
        _serve_port(config, words, begin_session)
        if serve
        else _serve_terminal(command, begin_session)
    )


def _open_accounts(folder: Path) -> Accounts:
    """Open the accounts; those of a real table have a backup on its stick."""
    is_real = folder == ACCOUNTS_DIRECTORY
    accounts = Accounts(folder, backup_path=ACCOUNTS_BACKUP if is_real else None)
    with suppress(RequestFailed):  # accounts that are damaged: the session says so
        accounts.back_up()
    return accounts


def _serve_terminal(command: Sequence[str], begin_session: BeginSession) -> int:
    # a fault of a command is printed by the session; its log has no reader on this terminal
    logging.getLogger("firmware.console").addHandler(logging.NullHandler())
    with ExitStack() as exit_stack:
        terminal_wire = exit_stack.enter_context(closing(StandardWire()))
        terminal = exit_stack.enter_context(closing(Terminal(terminal_wire)))
        session = begin_session(terminal, IDLE_MINUTES)
        try:
            if command:
                return _run_one_command(session, command)
            terminal_wire.set_raw_mode()  # before any output: early typing must not be echoed
            return _run_session(session, terminal)
        except LineLost:
            return EXIT_UNAVAILABLE


def _serve_port(config: Path, words: Words, begin_session: BeginSession) -> int:
    """Serve the configured serial port for ever; return at once if none is configured."""
    from firmware.console.session.port_console import PortConsole
    from firmware.shell.config.config import load_console
    from hal.pi.board import PiBoard

    logging.basicConfig(format="%(message)s", level=logging.INFO)
    logger = logging.getLogger(__name__)
    console_config = load_console(config)
    if console_config is None:
        logger.info(words.render(Text("console.serve.off")))
        return 0
    _end_by_signals()
    idle_limit = console_config.idle_minutes
    port_console = PortConsole(
        PiBoard().serial(console_config.port, CONSOLE_BAUD),
        lambda terminal: begin_session(terminal, idle_limit),
        lambda log_text: logger.info(words.render(log_text)),
    )
    while True:
        port_console.serve_connection()


def _join_port(port_path: str, words: Words) -> int:
    """Join this terminal to a serial port at whose far end a console is served."""
    from firmware.console.wires.relay import relay
    from hal.errors import HardwareError
    from hal.pi.board import PiBoard

    serial_port = PiBoard().serial(port_path, CONSOLE_BAUD)
    try:
        serial_port.reopen()
    except HardwareError as error:
        placeholders: TextValues = {"path": port_path, "why": hardware_failure(error)}
        raise CannotServe(Text("console.relay.no_port", placeholders)) from None
    greeting = words.render(Text("console.relay.begin", {"path": port_path}))
    with closing(serial_port), closing(StandardWire()) as terminal_wire:
        try:
            # Keys go to the port unechoed: the far console echoes them.
            terminal_wire.set_raw_mode()
            terminal_wire.write(f"{greeting}\r\n".encode())
        except LineLost:
            return EXIT_UNAVAILABLE
        is_connected = relay(terminal_wire, PortWire(serial_port))
    if not is_connected:
        raise CannotServe(Text("console.relay.lost", {"path": port_path}))
    print("\n" + words.render(Text("console.relay.left", {"path": port_path})))
    return 0


def _run_one_command(session: Session, command_words: Sequence[str]) -> int:
    session.learn_table()
    try:
        return session.execute(command_words)
    except InputEnded:
        session.print_words("console.broken_off")
        return EXIT_FINDINGS


def _run_session(session: Session, terminal: Terminal) -> int:
    _end_by_signals()
    terminal.wait_for_person()
    session.run()
    return 0


def accounts_folder() -> Path:
    """Return the accounts' directory: the unit's, else the user's own, which is made if missing."""
    state_variable = os.environ.get("STATE_DIRECTORY")
    accounts_path = Path(state_variable.partition(":")[0]) if state_variable else ACCOUNTS_DIRECTORY
    if not accounts_path.is_dir():
        accounts_path = user_directory() / "console"
        accounts_path.mkdir(mode=PRIVATE_MODE, parents=True, exist_ok=True)
    return accounts_path


def _end_by_signals() -> None:
    """End in order by SIGTERM. SIGHUP is ignored: a closed terminal is noticed by reading it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
