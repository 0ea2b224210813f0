"""Protocol between a board and its table in another process, over a Unix socket.

A request is one transfer, one reading of a line or of the board, one tone, one level put out or one
phrase; it is answered when it has been done.
"""

import os
import socket
import struct
import threading
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from hal.errors import BoardUnfit, BusStuck, DeviceSilent

REQUEST_HEADER: Final = struct.Struct("!cHHH")
REPLY_HEADER: Final = struct.Struct("!cH")
PATIENCE_S: Final = 5.0
PLAYED: Final = b"\x01"
"""The answer of a loudspeaker that is there."""


class RemoteCommand(Enum):
    """A request to the table."""

    WRITE = b"W"
    READ = b"R"
    WRITE_READ = b"X"
    LEVEL = b"L"
    TONE = b"T"
    PUT = b"P"
    SPEAK = b"S"
    RECOVER = b"C"
    HEALTH = b"H"


class RemoteResult(Enum):
    """How it went."""

    DONE = b"="
    SILENT = b"?"
    STUCK = b"!"
    NO_LINE = b"-"


class RemoteRequest(NamedTuple):
    """The kind, the address or pin, the amount (bytes to read, hertz, a level), the bytes to write.

    Text is in UTF-8; an empty one is silence, which tries a loudspeaker.
    """

    command: RemoteCommand
    address_or_pin: int
    amount: int = 0
    data: bytes = b""


class RemoteWire:
    """The connection: one request at a time, from any thread."""

    def __init__(self, path: Path) -> None:
        self._socket_path = path
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None

    def send_request(self, request: RemoteRequest) -> bytes:
        """Return the answer. Raises BusStuck, DeviceSilent, BoardUnfit."""
        with self._lock:
            try:
                result, data = self._exchange(request)
            except OSError as error:
                self._disconnect()
                # To the service a missing table is a stuck bus: it recovers from that by itself.
                raise BusStuck(f"{self._socket_path}: {error}") from error
        match result:
            case RemoteResult.SILENT:
                raise DeviceSilent(request.address_or_pin)
            case RemoteResult.STUCK:
                raise BusStuck(data.decode())
            case RemoteResult.NO_LINE:
                raise BoardUnfit(f"nothing is simulated at pin {request.address_or_pin}")
        return data

    def close(self) -> None:
        with self._lock:
            self._disconnect()

    def _exchange(self, request: RemoteRequest) -> tuple[RemoteResult, bytes]:
        connection = self._socket = self._socket or self._connected()
        connection.sendall(_pack_request(request))
        result, size = REPLY_HEADER.unpack(received(connection, REPLY_HEADER.size))
        return RemoteResult(result), received(connection, size)

    def _connected(self) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE_S)
        try:
            connection.connect(os.fspath(self._socket_path))
        except OSError:
            connection.close()
            raise
        return connection

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _pack_request(request: RemoteRequest) -> bytes:
    command, address_or_pin, amount, data = request
    return REQUEST_HEADER.pack(command.value, address_or_pin, amount, len(data)) + data


def received(connection: socket.socket, size: int) -> bytes:
    """Return exactly `size` bytes. Raises ConnectionError when the other end is gone."""
    data = b""
    while len(data) < size:
        piece = connection.recv(size - len(data))
        if not piece:
            raise ConnectionError("the other end is gone")
        data += piece
    return data
