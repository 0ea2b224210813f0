"""A port of a serial server, such as a MOXA NPort in TCP server mode: raw octets over TCP.

A cable that is pulled shows at once, a connection whose other end is gone does not: TCP waits for
hours in silence. So the kernel asks the server each second that nothing arrives (keep-alive), and
gives the connection up after three questions without an answer, or three seconds in which it has
not confirmed what was sent. Every later call then raises PortLost, as with a pulled cable.

The server converts; rate and frame are set there, and no ninth bit crosses. Nothing is encrypted
and nobody proves who he is: docs/en/parts/serial-server.md says which network it may be on.
"""

import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from hal.errors import NoPort, PortLost, PortTaken
from hal.pi.port_wait import PortWait, is_readable
from hal.ports import Millis
from hal.server_address import server_address

CONNECT_TIMEOUT_S: Final = 0.5
"""Only the part's own thread waits; a server of the same network answers within milliseconds."""
_WRITE_TIMEOUT_S: Final = 0.5
_READ_CHUNK_OCTETS: Final = 4096
_PROBE_INTERVAL_S: Final = 1
_PROBES: Final = 3
_SOCKET_OPTIONS: Final = (
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, _PROBE_INTERVAL_S),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, _PROBE_INTERVAL_S),
    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, _PROBES),
    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * _PROBES * _PROBE_INTERVAL_S),
    # A command leaves at once and whole, as on a wire.
    (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
)


class ServerPort:
    """Implements `hal.ports.SerialPort`. Untried on real hardware.

    No other program of this machine can open it meanwhile; other machines are kept off by the
    server, which must let one client in.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._connection: socket.socket | None = None
        self._lock: socket.socket | None = None
        self._port_wait = PortWait()

    def reopen(self) -> None:
        """Close and connect again, within half a second. Raises PortLost or PortTaken."""
        self._disconnect()
        address = server_address(self.path)
        if address is None:
            raise NoPort(self.path)
        self._lock = _locked(self.path)
        with self._loss_converted():
            self._connection = connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            for option in _SOCKET_OPTIONS:
                connection.setsockopt(*option)
            connection.settimeout(CONNECT_TIMEOUT_S)
            connection.connect((str(address.host), address.tcp_port))
            connection.settimeout(0)
        self._port_wait.open()

    def read(self) -> bytes:
        """Return the received bytes. Raises PortLost, also where the server has hung up."""
        connection = self._opened()
        with self._loss_converted():
            try:
                received = connection.recv(_READ_CHUNK_OCTETS)
            except BlockingIOError:
                return b""
            if not received:
                raise ConnectionResetError("the server has hung up")
        return received

    def write(self, data: bytes) -> None:
        """Hand `data` to the kernel; raises PortLost if it is not taken within half a second."""
        connection = self._opened()
        with self._loss_converted():
            connection.settimeout(_WRITE_TIMEOUT_S)
            connection.sendall(data)
            connection.settimeout(0)

    def readable(self) -> bool:
        """Return whether a byte has arrived or the port is lost."""
        return self._connection is None or is_readable(self._connection.fileno())

    def wait(self, timeout_ms: Millis) -> None:
        """Sleep until a byte, the port's loss or `wake`, at most `timeout_ms`; not if closed."""
        if self._connection is not None:
            self._port_wait.wait(self._connection.fileno(), timeout_ms)

    def wake(self) -> None:
        """End a `wait` of another thread."""
        self._port_wait.wake()

    def close(self) -> None:
        """Hang up; closing twice is no error."""
        self._disconnect()
        self._port_wait.close()

    def _opened(self) -> socket.socket:
        if self._connection is None:
            raise PortLost(f"{self.path} is not open")
        return self._connection

    def _disconnect(self) -> None:
        for each in (self._connection, self._lock):
            if each is not None:
                each.close()
        self._connection = self._lock = None

    @contextmanager
    def _loss_converted(self) -> Iterator[None]:
        """Hang up and raise PortLost at any error of the connection: it does not come back."""
        try:
            yield
        except OSError as error:
            self._disconnect()
            raise PortLost(f"{self.path}: {error}") from error


def _locked(path: str) -> socket.socket:
    """Return a lock against other programs of this machine; it ends with the program.

    It is a name in the abstract namespace (unix(7)), which no file system holds. Raises PortTaken.
    """
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        lock.bind(f"\0croupier {path}")
    except OSError as error:
        lock.close()
        if error.errno != errno.EADDRINUSE:
            raise PortLost(f"{path}: {error}") from error
        raise PortTaken(f"{path} is held by another program") from error
    return lock
