"""Listens for hosts, and serves each connection as a session until it ends."""

import logging
import os
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from sim.usb.port import UsbPort
from sim.usb.session import PATIENCE_S, ProtocolError
from sim.usb.usbip import exported, serve_host
from sim.usb.usbredir import UsbRedirSession

_LOG: Final = logging.getLogger(__name__)
_QUEUE: Final = 8
MOST_CONNECTIONS: Final = 32
_SILENCE_LIMITS: Final = {socket.TCP_KEEPIDLE: 3, socket.TCP_KEEPINTVL: 1, socket.TCP_KEEPCNT: 3}
"""Seconds of silence, seconds between questions, questions: a host without power is gone then."""


class Listener:
    """Calls `serve` with each connection, in a thread of its own.

    An error on a connection ends that connection only. More than MOST_CONNECTIONS are refused.
    """

    def __init__(self, listening: socket.socket, serve: Callable[[socket.socket], None]) -> None:
        self._listening = listening
        self._serve = serve
        self._is_closed = False
        self._connections: set[socket.socket] = set()
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._accept_all, daemon=True)
        self._thread.start()

    @property
    def tcp_port(self) -> int:
        """The port of a listener at a TCP address."""
        return int(self._listening.getsockname()[1])

    def close(self) -> None:
        """Listen no more, and hang up; no session is left when this returns."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        with self._change:
            self._is_closed = True
            for connection in self._connections:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            self._change.wait_for(lambda: not self._connections)
        self._thread.join()
        self._listening.close()

    def _accept_all(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:  # closed
                return
            if self._admit(connection):
                threading.Thread(target=self._serve_one, args=(connection,), daemon=True).start()
            else:
                connection.close()

    def _admit(self, connection: socket.socket) -> bool:
        with self._change:
            if self._is_closed or len(self._connections) == MOST_CONNECTIONS:
                return False
            self._connections.add(connection)
            return True

    def _serve_one(self, connection: socket.socket) -> None:
        try:
            self._serve(connection)
        except (ProtocolError, OSError) as error:
            _LOG.warning("a USB host's connection is closed: %s", error)
        finally:
            with self._change:
                self._connections.remove(connection)
                self._change.notify_all()
            connection.close()


def serve_usbredir(port: UsbPort, path: Path) -> Listener:
    """Serve a device to QEMU at a Unix socket. Raises OSError."""
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(os.fspath(path))
    listening.listen(_QUEUE)

    def serve(connection: socket.socket) -> None:
        with port.in_use:
            UsbRedirSession(connection, port).serve()

    return Listener(listening, serve)


def serve_usbip(ports: Sequence[UsbPort], address: str, tcp_port: int) -> Listener:
    """Serve devices by USB/IP at an address of this machine. Raises OSError."""
    exports = exported(ports)
    family, kind, protocol, _, place = socket.getaddrinfo(
        address, tcp_port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(place)
    listening.listen(_QUEUE)

    def serve(connection: socket.socket) -> None:
        connection.settimeout(PATIENCE_S)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in _SILENCE_LIMITS.items():
            connection.setsockopt(socket.IPPROTO_TCP, option, value)
        serve_host(connection, exports)

    return Listener(listening, serve)
