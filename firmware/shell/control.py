"""The control socket: one JSON object a line each way. Reading needs no rights."""

import logging
import os
import socket
import socketserver
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from firmware.shell.status import PartStatus, Status

LONGEST_REQUEST = 4096
POLL_S = 0.1
"""How soon it is noticed that the service ends."""
PATIENCE_S = 5.0
"""How long a client may keep silent before it is let go."""

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


class ControlError(Exception):
    """The socket can't be served or reached; the message says why and what to do."""


class NoTable(ControlError):
    """Nothing answers at `path`: no table is running."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: no table is running there")
        self.path = path


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be asked: `{"get": "status"}`, or `{"get": "test"}` for a self-test of the parts."""

    get: str


class Parts(msgspec.Struct, frozen=True):
    """How every part is, after its self-test."""

    parts: tuple[PartStatus, ...]


class Refusal(msgspec.Struct, frozen=True):
    """The answer to what can't be answered."""

    error: str


class Control:
    """Serves the latest status; every client has a thread of its own and can't hold the table."""

    def __init__(
        self,
        path: Path,
        status: Callable[[], Status],
        test: Callable[[], tuple[PartStatus, ...]],
    ) -> None:
        """Take the socket. Raises ControlError if another service has it."""
        clear_away(path)
        answers: dict[str, Callable[[], Status | Parts]] = {
            "status": status,
            "test": lambda: Parts(test()),
        }
        try:
            self._server = _Server(path, answers)
        except OSError as error:
            raise ControlError(f"{path}: {error.strerror or error}") from error
        self._path = path
        path.chmod(0o666)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(POLL_S,), name="control", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Let the socket go."""
        self._server.shutdown()
        self._server.server_close()
        self._path.unlink(missing_ok=True)


def ask(path: Path) -> Status:
    """Return the status of the service at `path`. Raises ControlError."""
    return _ask(path, "status", Status)


def ask_test(path: Path) -> tuple[PartStatus, ...]:
    """Have the service at `path` test its parts, and return how they are. Raises ControlError."""
    return _ask(path, "test", Parts).parts


def _ask(path: Path, what: str, kind: type[Answer]) -> Answer:
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE_S)
            client.connect(os.fspath(path))
            client.sendall(msgspec.json.encode(Request(what)) + b"\n")
            with client.makefile("rb") as answer:
                return msgspec.json.decode(answer.readline(), type=kind)
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoTable(path) from None
    except OSError as error:
        raise ControlError(f"{path}: {error.strerror or error}") from error
    except msgspec.DecodeError as error:
        raise ControlError(f"{path}: {error}") from error


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def __init__(self, path: Path, answers: Mapping[str, Callable[[], Status | Parts]]) -> None:
        self.answers = answers
        super().__init__(os.fspath(path), _Client)

    def handle_error(self, _request: object, _client_address: object) -> None:
        log.info("control: a client went away")


class _Client(socketserver.StreamRequestHandler):
    timeout = PATIENCE_S
    server: _Server

    def handle(self) -> None:
        while line := self.rfile.readline(LONGEST_REQUEST):
            self.wfile.write(msgspec.json.encode(self._answer(line)) + b"\n")
            if not line.endswith(b"\n"):
                return

    def _answer(self, line: bytes) -> Status | Parts | Refusal:
        try:
            request = msgspec.json.decode(line, type=Request)
        except msgspec.DecodeError as error:
            return Refusal(str(error))
        answers = self.server.answers
        if request.get not in answers:
            return Refusal(f"nothing is called {request.get!r}; there is: {', '.join(answers)}")
        return answers[request.get]()


def clear_away(path: Path) -> None:
    """Remove a socket that a killed service has left; never one that somebody serves."""
    if not path.is_socket():
        return
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(os.fspath(path))
        except OSError:
            path.unlink(missing_ok=True)
        else:
            raise ControlError(f"{path}: another croupier is running there")
