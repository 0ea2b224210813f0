"""A far end behind a real pseudo-terminal, for a host that opens its serial port by name."""

import os
import select
import threading
import time
import tty
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from sim.far_end import FarEnd

_BITS_A_BYTE = 10
_BUSY_S = 0.001
_IDLE_S = 0.005
"""How often a far end is asked for more while it speaks, and while it is silent."""


class PtyWire:
    """A serial cable that ends at a pseudo-terminal, with a thread that carries its bytes.

    What the far end sends is paced at `baud`; what nobody reads is lost when the kernel's buffer
    is full, as on a wire. Not modelled: parity, framing errors, modem lines, the pace of the
    host's own bytes.
    """

    def __init__(self, far_end: FarEnd, baud: int, link: Path | None = None) -> None:
        self._far_end = far_end
        self._baud = baud
        self._link = link
        self._pump: _Pump | None = None
        self.plug()

    @property
    def path(self) -> str:
        """The name to open: the link, which outlives unplugging, or else the terminal's own."""
        return str(self._link or self._terminal)

    def acted(self) -> int:
        """Return since when the far end has acted, in ns of CLOCK_MONOTONIC; now, unplugged."""
        pump = self._pump
        return pump.acted if pump and pump.carries else time.monotonic_ns()

    def plug(self) -> None:
        """Put the cable in: a new pseudo-terminal, under the link if there is one.

        What the far end has said to nobody is lost.
        """
        self.unplug()
        self._far_end.transmit()
        self._pump = _Pump(self._far_end, Pace(self._baud))
        self._terminal = self._pump.terminal
        if self._link:
            _point(self._link, self._terminal)

    def unplug(self) -> None:
        """Pull the cable: the host sees a hang-up, and the name is gone."""
        if self._pump is None:
            return
        if self._link:
            self._link.unlink(missing_ok=True)
        self._pump.stop()
        self._pump = None

    def close(self) -> None:
        """Unplug for good; the thread has ended when this returns."""
        self.unplug()


class Pace:
    """How fast a line of `baud` carries bytes, start and stop bit included."""

    def __init__(self, baud: int) -> None:
        self._byte_s = _BITS_A_BYTE / baud
        self._carried_until = 0.0

    def due(self, now_s: float, waiting: int) -> int:
        """Return how many of the bytes `waiting` since the last call have been carried by now."""
        carried = int((now_s - self._carried_until) / self._byte_s)
        if carried >= waiting:
            self._carried_until = now_s
            return waiting
        self._carried_until += carried * self._byte_s
        return carried


class _Pump:
    """One pseudo-terminal and the thread that serves it."""

    def __init__(self, far_end: FarEnd, pace: Pace) -> None:
        self._far_end = far_end
        self._pace = pace
        # The slave stays open here, so that the host may close and open as it likes.
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.terminal = os.ttyname(self._slave)
        self.acted = time.monotonic_ns()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=self.terminal, daemon=True)
        self._thread.start()

    @property
    def carries(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _run(self) -> None:
        waiting = b""
        while not self._ended.is_set():
            self._hear(_BUSY_S if waiting else _IDLE_S)
            due = self._pace.due(time.monotonic(), len(waiting))
            self._say(waiting[:due])
            waiting = waiting[due:] + self._far_end.transmit()
            self.acted = time.monotonic_ns()

    def _hear(self, most_s: float) -> None:
        readable, _, _ = select.select([self._master], [], [], most_s)
        if readable:
            self._far_end.receive(os.read(self._master, 4096))

    def _say(self, data: bytes) -> None:
        with suppress(BlockingIOError):
            os.write(self._master, data)


def _point(link: Path, target: str) -> None:
    """Let `link` name `target` without a moment in which it names nothing."""
    fresh = link.with_name(link.name + ".new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    fresh.replace(link)


def all_acted(wires: Iterable[PtyWire]) -> int:
    """Return since when the far ends of all these wires have acted (see `PtyWire.acted`)."""
    return min((wire.acted() for wire in wires), default=time.monotonic_ns())
