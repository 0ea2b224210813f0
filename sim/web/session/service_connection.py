"""A connection to a service's socket that stays: a line each way, again and again."""

import os
import socket
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, TypeVar

import msgspec

from firmware.shell.sockets.line_client import ControlError, NoServiceError
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_reason

Answer = TypeVar("Answer")

PATIENCE_S: Final = 2.0
"""How long a service may take over an answer before it counts as one that gives none."""


class ServiceConnection:
    """A client of the service at `path`, for one thread; it connects at the first request."""

    def __init__(self, path: Path) -> None:
        self._socket_path = path
        self._open_socket: _OpenSocket | None = None

    def send_request(
        self, request: msgspec.Struct, decoder: msgspec.json.Decoder[Answer]
    ) -> Answer:
        """Return the service's answer. Raises ControlError.

        Reconnects if the service has closed the connection, as it does after a long silence.
        """
        try:
            answer_line = self._open_socket.send_request(request) if self._open_socket else b""
            if not answer_line:
                self.close()
                self._open_socket = _connect(self._socket_path)
                answer_line = self._open_socket.send_request(request)
            if answer_line:
                return decoder.decode(answer_line)
        except OSError as error:
            self.close()
            raise ControlError(self._socket_path, os_reason(error)) from error
        except msgspec.DecodeError as error:
            self.close()
            raise ControlError(self._socket_path, decode_reason(error)) from error
        self.close()
        raise NoServiceError(self._socket_path)

    def close(self) -> None:
        """Hang up."""
        if self._open_socket is not None:
            self._open_socket.answers.close()
            self._open_socket.client.close()
            self._open_socket = None


class _OpenSocket(NamedTuple):
    client: socket.socket
    answers: BinaryIO

    def send_request(self, request: msgspec.Struct) -> bytes:
        """Return the line that comes back; b"" where the service has hung up. Raises OSError."""
        try:
            self.client.sendall(msgspec.json.encode(request) + b"\n")
            return self.answers.readline()
        except (BrokenPipeError, ConnectionResetError):
            return b""


def _connect(path: Path) -> _OpenSocket:
    """Connect. Raises OSError if no service listens."""
    client = socket.socket(socket.AF_UNIX)
    try:
        client.settimeout(PATIENCE_S)
        client.connect(os.fspath(path))
    except OSError:
        client.close()
        raise
    return _OpenSocket(client, client.makefile("rb"))
