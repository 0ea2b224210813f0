"""A simulated table that survives its service: the server for `sim.world.remote.RemoteBoard`."""

import os
import socket
import socketserver
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from hal.errors import BusStuck, DeviceSilent
from sim.bench.bench import SimTable
from sim.world.remote_wire import ANSWER, HEARD, PATIENCE_S, REQUEST, Ask, Request, Said, received


def _always(_request: Request) -> bool:
    return True


class TableServer:
    """Serves a table's bus and lines at `path`, each client in a thread of its own.

    `carries` is called before each transfer: if it returns False, the transfer is not made and the
    client is disconnected, as when its power fails.
    """

    def __init__(
        self, table: SimTable, path: Path, carries: Callable[[Request], bool] = _always
    ) -> None:
        self.table = table
        self.carries = carries
        self.lines = table.input_lines()
        self._alone = threading.Condition()
        self._clients: set[socket.socket] = set()
        self._server = _Server(self, path)
        self._path = path
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def wait_alone(self, seconds: float) -> bool:
        """Return when no client is left, so that nothing moves any more; False if one stays."""
        with self._alone:
            return self._alone.wait_for(lambda: not self._clients, seconds)

    def close(self) -> None:
        """Drop every client and stop."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        with self._alone:
            for client in self._clients:
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)
        self.wait_alone(PATIENCE_S)
        self._path.unlink(missing_ok=True)

    def came(self, client: socket.socket) -> None:
        """Count a client in."""
        with self._alone:
            self._clients.add(client)

    def left(self, client: socket.socket) -> None:
        """Count a client out."""
        with self._alone:
            self._clients.discard(client)
            self._alone.notify_all()

    def answer(self, request: Request) -> tuple[Said, bytes]:
        """Execute a request."""
        try:
            return self._do(request)
        except DeviceSilent:
            return Said.SILENT, b""
        except BusStuck as error:
            return Said.STUCK, str(error).encode()

    def _do(self, request: Request) -> tuple[Said, bytes]:
        match request.ask:
            case Ask.LEVEL:
                return self._level(request.where)
            case Ask.TONE:
                self.table.sounds.tone.sound(request.amount)
            case Ask.PUT:
                self.table.sounds.buzzer.put(high=bool(request.amount))
            case Ask.SAY:
                return Said.DONE, self._heard(request.data.decode())
            case _:
                return Said.DONE, self._transfer(request)
        return Said.DONE, b""

    def _transfer(self, request: Request) -> bytes:
        ask, where, amount, data = request
        bus = self.table.i2c
        match ask:
            case Ask.READ:
                return bus.read(where, amount)
            case Ask.WRITE_READ:
                return bus.write_read(where, data, amount)
            case Ask.WRITE:
                bus.write(where, data)
            case Ask.RECOVER:
                bus.recover()
        return b""

    def _level(self, pin: int) -> tuple[Said, bytes]:
        line = self.lines.get(pin)
        if line is None:
            return Said.NO_LINE, b""
        return Said.DONE, bytes((line.level(),))

    def _heard(self, text: str) -> bytes:
        """Let the loudspeaker play it; return whether it is audible."""
        speaker = self.table.sounds.speaker
        if text:
            speaker.play(text)
        return b"" if speaker.unplugged else HEARD


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def __init__(self, served: TableServer, path: Path) -> None:
        self.served = served
        super().__init__(os.fspath(path), _Client)


class _Client(socketserver.BaseRequestHandler):
    server: _Server

    def setup(self) -> None:
        self.server.served.came(self.request)

    def handle(self) -> None:
        with suppress(OSError):
            self._serve()

    def finish(self) -> None:
        self.server.served.left(self.request)

    def _serve(self) -> None:
        served = self.server.served
        while True:
            ask, where, amount, size = REQUEST.unpack(received(self.request, REQUEST.size))
            request = Request(Ask(ask), where, amount, received(self.request, size))
            if not (request.ask is Ask.LEVEL or served.carries(request)):
                return
            said, data = served.answer(request)
            self.request.sendall(ANSWER.pack(said.value, len(data)) + data)
