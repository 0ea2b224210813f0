"""The other side of a USB session, octet by octet."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 60.0


class OctetClient:
    """A connection to a session; what is read and written is in hexadecimal."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        connection.settimeout(PATIENCE_S)

    @classmethod
    def at_path(cls, path: Path) -> "OctetClient":
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(path))
        return cls(connection)

    @classmethod
    def at_address(cls, address: tuple[str, int]) -> "OctetClient":
        return cls(socket.create_connection(address))

    def write(self, octets: str) -> None:
        self.write_bytes(bytes.fromhex(octets))

    def write_bytes(self, data: bytes) -> None:
        self._connection.sendall(data)

    def read(self, count: int) -> str:
        return self.read_bytes(count).hex()

    def read_bytes(self, count: int) -> bytes:
        """Return exactly so many. Raises ConnectionError if the session ends before."""
        data = b""
        while len(data) < count:
            piece = self._connection.recv(count - len(data))
            if not piece:
                raise ConnectionError(f"ended after {data.hex()}")
            data += piece
        return data

    def read_to_end(self) -> bytes:
        """Return all that comes until the session ends."""
        data = b""
        try:
            while piece := self._connection.recv(4096):
                data += piece
        except ConnectionResetError:
            return data
        return data

    def close(self) -> None:
        """Hang up; the session has ended, and lets its device go, when this returns."""
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_WR)
        self.read_to_end()
        self._connection.close()
