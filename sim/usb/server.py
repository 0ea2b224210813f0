"""Listens for hosts, and serves each connection as a session until it ends."""

import logging
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from sim.usb.port import UsbPort
from sim.usb.session import ProtocolError
from sim.usb.usbredir import UsbRedirSession

_LOG: Final = logging.getLogger(__name__)
_QUEUE: Final = 8


class Listener:
    """Calls `serve` with each connection, one after the other or, if `threaded`, at once.

    Whatever a connection brings ends that connection only.
    """

    def __init__(
        self, listening: socket.socket, serve: Callable[[socket.socket], None], *, threaded: bool
    ) -> None:
        self._listening = listening
        self._serve = serve
        self._is_threaded = threaded
        self._connections: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hang up, and listen no more."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        for connection in [*self._connections]:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:  # closed
                return
            self._connections.add(connection)
            if self._is_threaded:
                threading.Thread(target=self._serve_one, args=(connection,), daemon=True).start()
            else:
                self._serve_one(connection)

    def _serve_one(self, connection: socket.socket) -> None:
        try:
            with connection:
                self._serve(connection)
        except (ProtocolError, OSError) as error:
            _LOG.warning("a USB host's connection is closed: %s", error)
        finally:
            self._connections.discard(connection)


def serve_usbredir(port: UsbPort, path: Path) -> Listener:
    """Serve a device to QEMU at a Unix socket. Raises OSError."""
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(os.fspath(path))
    listening.listen(_QUEUE)

    def serve(connection: socket.socket) -> None:
        with port.in_use:
            UsbRedirSession(connection, port).serve()

    return Listener(listening, serve, threaded=False)
