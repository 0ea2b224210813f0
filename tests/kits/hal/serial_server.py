"""The far end of a serial server: a TCP server that lets one client in, as a MOXA NPort does."""

import ctypes
import os
import select
import socket
import struct
import threading
from contextlib import suppress
from typing import Final

from sim.wires.far_end import FarEnd

POLL_S: Final = 0.005
"""As often as a pseudo-terminal's pump polls a far end that does not ring."""
SO_ATTACH_FILTER: Final = 26
"""socket(7), asm-generic: attach a classic BPF program."""
DROP_ALL: Final = struct.pack("HBBI", 0x06, 0, 0, 0)
"""One instruction, `ret #0`: of each packet nothing is taken."""


class SerialServer:
    """Carries a device's octets over TCP; what the device says while it is unplugged is lost."""

    def __init__(self, far_end: FarEnd) -> None:
        self._far_end = far_end
        self._tcp_port = 0
        self._client: socket.socket | None = None
        self.plug()

    @property
    def path(self) -> str:
        return f"socket://127.0.0.1:{self._tcp_port}"

    def plug(self) -> None:
        """Serve, at the same port as before."""
        self._listener = socket.create_server(("127.0.0.1", self._tcp_port), backlog=1)
        self._tcp_port = self._listener.getsockname()[1]
        self._far_end.transmit()
        self._stop_event = os.eventfd(0)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Hang up, and take no client."""
        if not self._thread.is_alive():
            return
        os.eventfd_write(self._stop_event, 1)
        self._thread.join()
        os.close(self._stop_event)

    def vanish(self) -> None:
        """Be cut off: no packet of the connection arrives here any more, and none is answered."""
        assert self._client is not None
        program = ctypes.create_string_buffer(DROP_ALL)
        filter_program = struct.pack("HxxxxxxP", 1, ctypes.addressof(program))
        self._client.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, filter_program)

    def _serve(self) -> None:
        with self._listener:
            news = [self._stop_event, self._listener]
            while self._stop_event not in select.select(news, [], [])[0]:
                self._client, _ = self._listener.accept()
                with self._client, suppress(ConnectionError):
                    self._carry(self._client)

    def _carry(self, client: socket.socket) -> None:
        """Carry octets both ways until the client hangs up or the server is unplugged."""
        while True:
            ready, _, _ = select.select([self._stop_event, client], [], [], POLL_S)
            if self._stop_event in ready:
                return
            if client in ready:
                received = client.recv(4096)
                if not received:
                    return
                self._far_end.receive(received)
            client.sendall(self._far_end.transmit())
