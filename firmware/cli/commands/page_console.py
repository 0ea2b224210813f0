"""The technician's console on the page of a simulated table."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from firmware.cli.commands.console import accounts_folder
from firmware.console.access.accounts import Accounts
from firmware.console.session.session import Session
from firmware.console.table.client import SocketTable
from firmware.console.terminal.terminal import Terminal
from firmware.console.wires.wire import Kind, Lost
from firmware.shell.words.words import LANGUAGES
from sim.web.server.console import Console, Line


class PageWire:
    """Implements `Wire`: a page prints, and sends whole lines."""

    kind: Kind = "dumb"
    name = "page"

    def __init__(self, line: Line) -> None:
        self._line = line

    def read(self, most_s: float) -> bytes:
        try:
            return self._line.read(most_s).encode()
        except ConnectionError as error:
            raise Lost(str(error)) from error

    def write(self, data: bytes) -> None:
        try:
            self._line.write(data.decode(errors="replace"))
        except ConnectionError as error:
            raise Lost(str(error)) from error


class PageTerminal(Terminal):
    """A terminal whose page hides the answers that are not echoed."""

    def __init__(self, line: Line) -> None:
        super().__init__(PageWire(line))
        self._line = line

    def ask(self, question: str, *, hidden: bool) -> str:
        """Return the answer. Raises Interrupted, TooLong, Lost."""
        try:
            self._line.hide(hidden=hidden)
            answer = super().ask(question, hidden=hidden)
            self._line.hide(hidden=False)
        except ConnectionError as error:
            raise Lost(str(error)) from error
        return answer


def page_console(socket: Callable[[], Path]) -> Console:
    """Return the console of the table at `socket`, with the accounts of the user's other tables."""

    def serve(line: Line) -> None:
        language = line.language if line.language in LANGUAGES else None
        terminal = PageTerminal(line)
        accounts = cache(lambda: Accounts(accounts_folder(), terminal.name))
        try:
            Session(terminal, SocketTable(socket), accounts, language).run()
        except Lost:
            return
        finally:
            terminal.close()

    return serve
