"""A Unix socket that is spoken to in lines: one JSON object each way."""

import logging
import os
import socket
import socketserver
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

LONGEST_REQUEST = 4096
POLL_S = 0.1
"""How soon it is noticed that the service ends."""
PATIENCE_S = 5.0
"""How long a client may keep silent before it is let go, and a service may take to answer."""

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


class ControlError(Exception):
    """The socket can't be served or reached; the message says why and what to do."""


class NoTable(ControlError):
    """Nothing answers at `path`: no table is running."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: no table is running there")
        self.path = path


class LineSocket:
    """Serves `answer`; every client has a thread of its own and can't hold the table."""

    def __init__(self, path: Path, mode: int, answer: Callable[[bytes], msgspec.Struct]) -> None:
        """Take the socket. Raises ControlError if another service has it."""
        _clear_away(path)
        try:
            self._server = _Server(path, answer)
        except OSError as error:
            raise ControlError(f"{path}: {error.strerror or error}") from error
        self._path = path
        path.chmod(mode)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(POLL_S,), name=path.name, daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Let the socket go."""
        self._server.shutdown()
        self._server.server_close()
        self._path.unlink(missing_ok=True)


def ask_line(path: Path, request: msgspec.Struct, kind: type[Answer]) -> Answer:
    """Return what the service at `path` answers. Raises ControlError."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE_S)
            client.connect(os.fspath(path))
            client.sendall(msgspec.json.encode(request) + b"\n")
            with client.makefile("rb") as answer:
                return msgspec.json.decode(answer.readline(), type=kind)
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoTable(path) from None
    except OSError as error:
        raise ControlError(f"{path}: {error.strerror or error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ControlError(f"{path}: {error}") from error


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def __init__(self, path: Path, answer: Callable[[bytes], msgspec.Struct]) -> None:
        self.answer = answer
        super().__init__(os.fspath(path), _Client)

    def handle_error(self, _request: object, _client_address: object) -> None:
        log.info("%s: a client went away", self.server_address)


class _Client(socketserver.StreamRequestHandler):
    timeout = PATIENCE_S
    server: _Server

    def handle(self) -> None:
        while line := self.rfile.readline(LONGEST_REQUEST):
            self.wfile.write(msgspec.json.encode(self.server.answer(line)) + b"\n")
            if not line.endswith(b"\n"):
                return


def _clear_away(path: Path) -> None:
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
