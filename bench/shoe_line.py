"""A shoe's pseudo-terminal, into which the bench itself writes, byte by byte."""

import os
import select
import time
import tty

from sim.wires.far_end_clock import FarEndClock

BITS = 10


class ShoeLine:
    """The line of a shoe that the bench plays at so many baud."""

    def __init__(self, baud: int) -> None:
        self.byte_s = BITS / baud
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self.time = FarEndClock()
        """What the shoe has had to act in: a bench that the machine holds up tears no frame."""
        self.time.rest_until()

    def send(self, data: bytes, *, ends: bool = True) -> None:
        """Write, each byte when the wire would have carried it; `ends` is false amid a frame."""
        due = time.perf_counter()
        for byte in data:
            due += self.byte_s
            time.sleep(max(0.0, due - time.perf_counter()))
            os.write(self._master, bytes([byte]))
            self.time.end_rest()
        if ends:
            self.time.rest_until()

    def end(self, data: bytes) -> None:
        """Write the end of a frame at once."""
        os.write(self._master, data)
        self.time.rest_until()

    def receive(self) -> bytes:
        """Return what the driver has written."""
        readable, _, _ = select.select([self._master], [], [], 0)
        return os.read(self._master, 4096) if readable else b""

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)
