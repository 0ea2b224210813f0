"""What is said between a board and its table in another process, over a Unix socket.

A request is one transfer, one look at a line, one tone, one level put out or one phrase; it is
answered when it has been done.
"""

import os
import socket
import struct
import threading
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from hal.errors import BoardUnfit, BusStuck, DeviceSilent

REQUEST: Final = struct.Struct("!cHHH")
ANSWER: Final = struct.Struct("!cH")
PATIENCE_S: Final = 5.0
HEARD: Final = b"\x01"
"""The answer of a loudspeaker that is there."""


class Ask(Enum):
    """A request to the table."""

    WRITE = b"W"
    READ = b"R"
    WRITE_READ = b"X"
    LEVEL = b"L"
    TONE = b"T"
    PUT = b"P"
    SAY = b"S"
    RECOVER = b"C"


class Said(Enum):
    """How it went."""

    DONE = b"="
    SILENT = b"?"
    STUCK = b"!"
    NO_LINE = b"-"


class Request(NamedTuple):
    """The kind, the address or pin, the amount (bytes to read, hertz, a level), the bytes to write.

    Text is in UTF-8; an empty one is silence, which tries a loudspeaker.
    """

    ask: Ask
    where: int
    amount: int = 0
    data: bytes = b""


class RemoteWire:
    """The connection: one request at a time, from any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None

    def ask(self, request: Request) -> bytes:
        """Return the answer. Raises BusStuck, DeviceSilent, BoardUnfit."""
        with self._lock:
            try:
                said, data = self._exchange(request)
            except OSError as error:
                self._hang_up()
                raise BusStuck(f"{self._path}: {error}") from error
        match said:
            case Said.SILENT:
                raise DeviceSilent(request.where)
            case Said.STUCK:
                raise BusStuck(data.decode())
            case Said.NO_LINE:
                raise BoardUnfit(f"nothing is simulated at pin {request.where}")
        return data

    def close(self) -> None:
        with self._lock:
            self._hang_up()

    def _exchange(self, request: Request) -> tuple[Said, bytes]:
        wire = self._socket = self._socket or self._connected()
        wire.sendall(_packed(request))
        said, size = ANSWER.unpack(received(wire, ANSWER.size))
        return Said(said), received(wire, size)

    def _connected(self) -> socket.socket:
        wire = socket.socket(socket.AF_UNIX)
        wire.settimeout(PATIENCE_S)
        try:
            wire.connect(os.fspath(self._path))
        except OSError:
            wire.close()
            raise
        return wire

    def _hang_up(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _packed(request: Request) -> bytes:
    ask, where, amount, data = request
    return REQUEST.pack(ask.value, where, amount, len(data)) + data


def received(wire: socket.socket, size: int) -> bytes:
    """Return exactly `size` bytes. Raises ConnectionError when the other end is gone."""
    data = b""
    while len(data) < size:
        piece = wire.recv(size - len(data))
        if not piece:
            raise ConnectionError("the other end is gone")
        data += piece
    return data
