"""A laptop's terminal connected to a serial port; only the key to leave is not passed on."""

import threading
from typing import Final

from firmware.console.wires.reader_thread import POLL_S
from firmware.console.wires.wire import Ended, Lost, PortWire, Wire

LEAVE: Final = b"\x1d"
"""Ctrl-], as in telnet and virsh."""


def relay(here: Wire, there: PortWire) -> bool:
    """Join them until LEAVE is typed; return False if the port has gone."""
    heard = _Heard(here, there)
    heard.start()
    try:
        while not heard.ended.is_set():
            typed, leave, _ = here.read(POLL_S).partition(LEAVE)
            there.write(typed)
            if leave:
                break
    except Lost:
        heard.lost = True
    except Ended:
        heard.ended.wait()
    finally:
        heard.leaving = True
        heard.join()
    return not heard.lost


class _Heard(threading.Thread):
    """Copies the port's output to the terminal."""

    def __init__(self, here: Wire, there: Wire) -> None:
        super().__init__(name="relay", daemon=True)
        self._here, self._there = here, there
        self.ended = threading.Event()
        self.leaving = self.lost = False

    def run(self) -> None:
        try:
            while not self.leaving:
                self._here.write(self._there.read(POLL_S))
        except Lost:
            self.lost = True
        self.ended.set()
