"""A laptop's terminal connected to a serial port; only the key to leave is not forwarded."""

import threading
from typing import Final

from firmware.console.wires.reader_thread import READER_POLL_S
from firmware.console.wires.wire import InputEnded, LineLost, PortWire, Wire

LEAVE_KEY: Final = b"\x1d"
"""Ctrl-], as in telnet and virsh."""


def relay(terminal_wire: Wire, port_wire: PortWire) -> bool:
    """Copy both ways until LEAVE_KEY is typed; return False if the port was lost."""
    port_copier = _PortCopier(terminal_wire, port_wire)
    port_copier.start()
    try:
        while not port_copier.has_ended.is_set():
            typed_octets, leave_key, _ = terminal_wire.read(READER_POLL_S).partition(LEAVE_KEY)
            port_wire.write(typed_octets)
            if leave_key:
                break
    except LineLost:
        port_copier.is_lost = True
    except InputEnded:  # a script was sent whole: its answers are still to be copied
        port_copier.has_ended.wait()
    finally:
        port_copier.is_leaving = True
        port_copier.join()
    return not port_copier.is_lost


class _PortCopier(threading.Thread):
    """Copies the port's output to the terminal."""

    def __init__(self, terminal_wire: Wire, port_wire: Wire) -> None:
        super().__init__(name="relay", daemon=True)
        self._terminal_wire, self._port_wire = terminal_wire, port_wire
        self.has_ended = threading.Event()
        self.is_leaving = self.is_lost = False

    def run(self) -> None:
        try:
            while not self.is_leaving:
                self._terminal_wire.write(self._port_wire.read(READER_POLL_S))
        except LineLost:
            self.is_lost = True
        self.has_ended.set()
