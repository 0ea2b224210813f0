"""A simulated table that survives its service: the server for a `RemoteBoard`."""

import os
import socket
import socketserver
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from hal.errors import BusStuck, DeviceSilent
from sim.bench.sim_table import SimTable
from sim.world.remote_wire import (
    PATIENCE_S,
    PLAYED,
    REPLY_HEADER,
    REQUEST_HEADER,
    RemoteCommand,
    RemoteRequest,
    RemoteResult,
    received,
)

MERE_READINGS: Final = (RemoteCommand.LEVEL, RemoteCommand.HEALTH)


def _accept_all(_request: RemoteRequest) -> bool:
    return True


class TableServer:
    """Serves a table's bus and lines at `path`, each client in a thread of its own.

    `should_execute` is called before each transfer: if it returns False, the transfer is not made
    and the client is disconnected, as when its power fails.
    """

    def __init__(
        self,
        sim_table: SimTable,
        path: Path,
        should_execute: Callable[[RemoteRequest], bool] = _accept_all,
    ) -> None:
        self.sim_table = sim_table
        self.should_execute = should_execute
        self.lines = sim_table.input_lines()
        self._no_clients = threading.Condition()
        self._clients: set[socket.socket] = set()
        self._socket_server = _SocketServer(self, path)
        self._socket_path = path
        self._thread = threading.Thread(target=self._socket_server.serve_forever, args=(0.05,))
        self._thread.start()

    def wait_for_disconnect(self, seconds: float) -> bool:
        """Return when no client is left, so that nothing moves any more; False if one stays."""
        with self._no_clients:
            return self._no_clients.wait_for(lambda: not self._clients, seconds)

    def close(self) -> None:
        """Drop every client and stop."""
        self._socket_server.shutdown()
        self._thread.join()
        self._socket_server.server_close()
        with self._no_clients:
            for client_socket in self._clients:
                with suppress(OSError):
                    client_socket.shutdown(socket.SHUT_RDWR)
        self.wait_for_disconnect(PATIENCE_S)
        self._socket_path.unlink(missing_ok=True)

    def client_connected(self, client_socket: socket.socket) -> None:
        """Count a client in."""
        with self._no_clients:
            self._clients.add(client_socket)

    def client_disconnected(self, client_socket: socket.socket) -> None:
        """Count a client out."""
        with self._no_clients:
            self._clients.discard(client_socket)
            self._no_clients.notify_all()

    def execute_request(self, request: RemoteRequest) -> tuple[RemoteResult, bytes]:
        """Execute a request."""
        try:
            return self._execute(request)
        except DeviceSilent:
            return RemoteResult.SILENT, b""
        except BusStuck as error:
            return RemoteResult.STUCK, str(error).encode()

    def _execute(self, request: RemoteRequest) -> tuple[RemoteResult, bytes]:
        match request.command:
            case RemoteCommand.LEVEL:
                return self._read_level(request.address_or_pin)
            case RemoteCommand.TONE:
                self.sim_table.sounds.tone.sound(request.amount)
            case RemoteCommand.PUT:
                self.sim_table.sounds.buzzer.put(high=bool(request.amount))
            case RemoteCommand.HEALTH:
                return RemoteResult.DONE, msgspec.json.encode(self.sim_table.pi.health)
            case RemoteCommand.SPEAK:
                return RemoteResult.DONE, self._play_phrase(request.data.decode())
            case _:
                return RemoteResult.DONE, self._transfer(request)
        return RemoteResult.DONE, b""

    def _transfer(self, request: RemoteRequest) -> bytes:
        command, address_or_pin, amount, data = request
        bus = self.sim_table.i2c
        match command:
            case RemoteCommand.READ:
                return bus.read(address_or_pin, amount)
            case RemoteCommand.WRITE_READ:
                return bus.write_read(address_or_pin, data, amount)
            case RemoteCommand.WRITE:
                bus.write(address_or_pin, data)
            case RemoteCommand.RECOVER:
                bus.recover()
        return b""

    def _read_level(self, pin: int) -> tuple[RemoteResult, bytes]:
        line = self.lines.get(pin)
        if line is None:
            return RemoteResult.NO_LINE, b""
        return RemoteResult.DONE, bytes((line.level(),))

    def _play_phrase(self, text: str) -> bytes:
        """Let the loudspeaker play it; return whether it is audible."""
        speaker = self.sim_table.sounds.speaker
        if text:
            speaker.play(text)
        return b"" if speaker.unplugged else PLAYED


class _SocketServer(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def __init__(self, table_server: TableServer, path: Path) -> None:
        self.table_server = table_server
        super().__init__(os.fspath(path), _TableClient)


class _TableClient(socketserver.BaseRequestHandler):
    server: _SocketServer

    def setup(self) -> None:
        self.server.table_server.client_connected(self.request)

    def handle(self) -> None:
        with suppress(OSError):
            self._serve_requests()

    def finish(self) -> None:
        self.server.table_server.client_disconnected(self.request)

    def _serve_requests(self) -> None:
        table_server = self.server.table_server
        while True:
            command, address_or_pin, amount, size = REQUEST_HEADER.unpack(
                received(self.request, REQUEST_HEADER.size)
            )
            request = RemoteRequest(
                RemoteCommand(command), address_or_pin, amount, received(self.request, size)
            )
            # A mere reading changes nothing, so a power cut there is like one before or after.
            if not (request.command in MERE_READINGS or table_server.should_execute(request)):
                return
            result, data = table_server.execute_request(request)
            self.request.sendall(REPLY_HEADER.pack(result.value, len(data)) + data)
