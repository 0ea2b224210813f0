"""The desk's socket: a clerk's terminal asks for tickets and presents them, one JSON object a line.

Unlike the control socket it acts: only the service's own user and group may open it.
"""

import os
import socket
import socketserver
import threading
from pathlib import Path

import msgspec

from firmware.core.rulings import Refused, TicketIssued, TicketPaid
from firmware.shell.control import LONGEST_REQUEST, POLL_S, ControlError, NoTable, clear_away
from firmware.shell.desk import NUMBERS, Desk, quick_pick
from firmware.shell.words import Words

ANSWERED_WITHIN_S = 10.0
SOCKET = "desk"
"""Its name, beside the control socket."""


class Sale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket that is asked for: numbers, or how many are to be picked by chance."""

    spot: int
    cents: int
    draws: int = 1
    numbers: tuple[int, ...] = ()
    quick_pick: int = 0
    paid: bool = True


class DeskRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sale, or the control number of a ticket that is presented."""

    sell: Sale | None = None
    claim: str | None = None


class DeskAnswer(msgspec.Struct, frozen=True):
    """What came of it, as it is said to the clerk; `done` is whether the table took it."""

    done: bool
    control: str = ""
    cents: int = 0
    why: str = ""


class DeskSocket:
    """Serves the desk; every clerk has a thread of its own."""

    def __init__(self, path: Path, desk: Desk, words: Words) -> None:
        """Take the socket. Raises ControlError if another service has it."""
        clear_away(path)
        try:
            self._server = _Server(path, desk, words)
        except OSError as error:
            raise ControlError(f"{path}: {error.strerror or error}") from error
        self._path = path
        path.chmod(0o660)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(POLL_S,), name="desk", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Let the socket go."""
        self._server.shutdown()
        self._server.server_close()
        self._path.unlink(missing_ok=True)


def ask_desk(path: Path, request: DeskRequest) -> DeskAnswer:
    """Return the table's answer. Raises ControlError."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(ANSWERED_WITHIN_S)
            client.connect(os.fspath(path))
            client.sendall(msgspec.json.encode(request) + b"\n")
            with client.makefile("rb") as answer:
                return msgspec.json.decode(answer.readline(), type=DeskAnswer)
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoTable(path) from None
    except OSError as error:
        raise ControlError(f"{path}: {error.strerror or error}") from error
    except msgspec.DecodeError as error:
        raise ControlError(f"{path}: {error}") from error


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def __init__(self, path: Path, desk: Desk, words: Words) -> None:
        self.desk = desk
        self.words = words
        super().__init__(os.fspath(path), _Clerk)

    def handle_error(self, _request: object, _client_address: object) -> None:
        """A clerk's terminal went away."""


class _Clerk(socketserver.StreamRequestHandler):
    timeout = ANSWERED_WITHIN_S
    server: _Server

    def handle(self) -> None:
        while line := self.rfile.readline(LONGEST_REQUEST):
            self.wfile.write(msgspec.json.encode(self._answer(line)) + b"\n")
            if not line.endswith(b"\n"):
                return

    def _answer(self, line: bytes) -> DeskAnswer:
        try:
            request = msgspec.json.decode(line, type=DeskRequest)
        except msgspec.DecodeError as error:
            return DeskAnswer(done=False, why=str(error))
        if request.sell is not None:
            return self._sell(request.sell)
        return self._said(self._claimed(request.claim or ""))

    def _sell(self, sale: Sale) -> DeskAnswer:
        if bool(sale.numbers) is bool(sale.quick_pick) or sale.quick_pick not in (0, *NUMBERS):
            return DeskAnswer(done=False, why="numbers, or quick_pick from 1 to 80")
        numbers = sale.numbers or quick_pick(sale.quick_pick)
        desk = self.server.desk
        return self._said(desk.ask(sale.spot, numbers, sale.cents, sale.draws, paid=sale.paid))

    def _claimed(self, written: str) -> str:
        """Present a ticket; its number may be read with dashes and in small letters."""
        control = written.replace("-", "").upper()
        self.server.desk.claim(control)
        return control

    def _said(self, control: str) -> DeskAnswer:
        match self.server.desk.answer_to(control):
            case TicketIssued(ticket):
                return DeskAnswer(done=True, control=control, cents=ticket.cents)
            case TicketPaid(_, cents):
                return DeskAnswer(done=True, control=control, cents=cents)
            case Refused(why):
                return DeskAnswer(done=False, control=control, why=self.server.words.say(why))
        return DeskAnswer(done=False, control=control, why="the table does not answer")
