"""The technician's console on the page of a simulated table."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from firmware.cli.commands.console import accounts_folder
from firmware.console.access.accounts import Accounts
from firmware.console.session.session import Session
from firmware.console.table.client import SocketTable
from firmware.console.terminal.terminal import Terminal
from firmware.console.wires.wire import LineLost, WireKind
from firmware.shell.words.languages import LANGUAGES
from sim.web.server.console import ConsoleLine, ServeConsole


class PageWire:
    """Implements `Wire`: a page prints, and sends whole lines."""

    kind: WireKind = "dumb"
    name = "page"

    def __init__(self, page_line: ConsoleLine) -> None:
        self._page_line = page_line

    def read(self, most_s: float) -> bytes:
        try:
            return self._page_line.read(most_s).encode()
        except ConnectionError as error:
            raise LineLost(str(error)) from error

    def write(self, written_octets: bytes) -> None:
        try:
            self._page_line.write(written_octets.decode(errors="replace"))
        except ConnectionError as error:
            raise LineLost(str(error)) from error


class PageTerminal(Terminal):
    """A terminal whose page hides the answers that are not echoed."""

    def __init__(self, page_line: ConsoleLine) -> None:
        super().__init__(PageWire(page_line))
        self._page_line = page_line

    def ask(self, question_text: str, *, hidden: bool) -> str:
        """Return the answer. Raises Interrupted, LineTooLong, LineLost."""
        try:
            self._page_line.set_hidden(hidden=hidden)
            answer = super().ask(question_text, hidden=hidden)
            self._page_line.set_hidden(hidden=False)
        except ConnectionError as error:
            raise LineLost(str(error)) from error
        return answer


def page_console(control_socket: Callable[[], Path]) -> ServeConsole:
    """Return the console of the table at `socket`, with the accounts of the user's other tables."""

    def serve_page(page_line: ConsoleLine) -> None:
        language = page_line.language if page_line.language in LANGUAGES else None
        terminal = PageTerminal(page_line)
        accounts = cache(lambda: Accounts(accounts_folder()))
        try:
            Session(terminal, SocketTable(control_socket), accounts, language).run()
        except LineLost:
            return
        finally:
            terminal.close()

    return serve_page
