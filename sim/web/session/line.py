"""A connection to a service's socket that stays: a line each way, again and again."""

import os
import socket
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, TypeVar

import msgspec

from firmware.shell.sockets.line_client import ControlError, NoTable
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_reason

Answer = TypeVar("Answer")

PATIENCE_S: Final = 2.0
"""How long a service may take over an answer before it counts as one that gives none."""


class Line:
    """A client of the service at `path`, for one thread; it connects at the first request."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wire: _Wire | None = None

    def ask(self, request: msgspec.Struct, decoder: msgspec.json.Decoder[Answer]) -> Answer:
        """Return the service's answer. Raises ControlError.

        Reconnects if the service has closed the connection, as it does after a long silence.
        """
        try:
            told = self._wire.ask(request) if self._wire else b""
            if not told:
                self.close()
                self._wire = _connected(self._path)
                told = self._wire.ask(request)
            if told:
                return decoder.decode(told)
        except OSError as error:
            self.close()
            raise ControlError(self._path, os_reason(error)) from error
        except msgspec.DecodeError as error:
            self.close()
            raise ControlError(self._path, decode_reason(error)) from error
        self.close()
        raise NoTable(self._path)

    def close(self) -> None:
        """Hang up."""
        if self._wire is not None:
            self._wire.answers.close()
            self._wire.client.close()
            self._wire = None


class _Wire(NamedTuple):
    client: socket.socket
    answers: BinaryIO

    def ask(self, request: msgspec.Struct) -> bytes:
        """Return the line that comes back; b"" where the service has hung up. Raises OSError."""
        try:
            self.client.sendall(msgspec.json.encode(request) + b"\n")
            return self.answers.readline()
        except (BrokenPipeError, ConnectionResetError):
            return b""


def _connected(path: Path) -> _Wire:
    """Connect. Raises OSError if no service listens."""
    client = socket.socket(socket.AF_UNIX)
    try:
        client.settimeout(PATIENCE_S)
        client.connect(os.fspath(path))
    except OSError:
        client.close()
        raise
    return _Wire(client, client.makefile("rb"))
