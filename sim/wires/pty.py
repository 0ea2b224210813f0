"""A far end behind a real pseudo-terminal, for a host that opens its serial port by name."""

import os
import select
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from sim.wires.far_end import FarEnd, Ringing
from sim.wires.own_time import NEVER_NS, OwnTime

_BITS_A_BYTE: Final = 10
_ASKED_NS: Final = 5_000_000
"""The polling period of a far end that can't ring, or whose bytes are held up."""


class PtyWire:
    """A serial cable that ends at a pseudo-terminal, with a thread that carries its bytes.

    All bytes that the far end sends in one go arrive together, when `baud` has carried the last
    one; unread bytes are lost when the kernel's buffer is full, as on a wire. Not modelled: bytes
    that arrive one by one, parity, framing errors, modem lines, the pace of the host's own bytes.
    """

    def __init__(
        self,
        far_end: FarEnd,
        baud: int,
        link: Path | None = None,
        holds: Callable[[], bool] = lambda: False,
    ) -> None:
        """`holds` returns whether the far end's bytes are held up on their way here."""
        self._far_end = far_end
        self._holds = holds
        self._baud = baud
        self._link = link
        self._pump: _Pump | None = None
        self.time = OwnTime(lambda: (pump := self._pump) is not None and pump.has_come())
        """The far end's own time; unlimited while it is unplugged."""
        self.plug()

    @property
    def path(self) -> str:
        """The name to open: the link, which outlives unplugging, or else the terminal's own."""
        return str(self._link or self._terminal)

    def plug(self) -> None:
        """Put the cable in: a new pseudo-terminal, under the link if there is one.

        The far end's output while it was unplugged is lost.
        """
        self.unplug()
        self._far_end.transmit()
        self._pump = _Pump(self._far_end, Pace(self._baud), self.time, self._holds)
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
        self._byte_ns = _BITS_A_BYTE * 1_000_000_000 / baud
        self._free = 0.0

    def carried(self, now: int, count: int) -> int:
        """Return when `count` bytes that are sent now have arrived, behind those sent before."""
        self._free = max(self._free, now) + count * self._byte_ns
        return round(self._free)


class _Pump:
    """One pseudo-terminal and the thread that serves it."""

    def __init__(
        self, far_end: FarEnd, pace: Pace, own_time: OwnTime, holds: Callable[[], bool]
    ) -> None:
        self._far_end = far_end
        self._holds = holds
        self._pace = pace
        self._time = own_time
        self._under_way: deque[tuple[int, bytes]] = deque()
        """Bytes on the line, with their times of arrival."""
        # The slave stays open here, so that the host may close and open as it likes.
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.terminal = os.ttyname(self._slave)
        self._rung = os.eventfd(0, os.EFD_NONBLOCK)
        self._come = select.poll()
        for each in (self._master, self._rung):
            self._come.register(each, select.POLLIN)
        if isinstance(far_end, Ringing):
            far_end.bell.answered = self._ring
        self._ended = False
        self._thread = threading.Thread(target=self._run, name=self.terminal, daemon=True)
        self._thread.start()

    def has_come(self) -> bool:
        """Return whether the host has sent something, or the far end has rung, unnoticed so far."""
        return self._thread.is_alive() and bool(self._come.poll(0))

    def stop(self) -> None:
        if isinstance(self._far_end, Ringing):
            self._far_end.bell.answered = lambda: None
        self._ended = True
        self._ring()
        self._thread.join()
        for each in (self._master, self._slave, self._rung):
            os.close(each)

    def _ring(self) -> None:
        os.eventfd_write(self._rung, 1)

    def _run(self) -> None:
        try:
            while not self._ended:
                self._turn()
        finally:
            self._time.rest()

    def _turn(self) -> None:
        until = self._under_way[0][0] if self._under_way else self._asked_at()
        self._time.rest(until)
        rest_s = max(until - time.monotonic_ns(), 0) / 1e9 if until < NEVER_NS else None
        come, _, _ = select.select([self._master, self._rung], [], [], rest_s)
        self._time.work()
        if self._rung in come:
            os.eventfd_read(self._rung)
        if self._master in come:
            self._far_end.receive(os.read(self._master, 4096))
        self._deliver()
        self._send(self._far_end.transmit())

    def _asked_at(self) -> int:
        if isinstance(self._far_end, Ringing) and not self._holds():
            return NEVER_NS
        return time.monotonic_ns() + _ASKED_NS

    def _send(self, data: bytes) -> None:
        if data:
            arrives = self._pace.carried(time.monotonic_ns(), len(data))
            self._under_way.append((arrives, data))

    def _deliver(self) -> None:
        while self._under_way and self._under_way[0][0] <= time.monotonic_ns():
            with suppress(BlockingIOError):
                os.write(self._master, self._under_way.popleft()[1])


def _point(link: Path, target: str) -> None:
    """Point `link` at `target`, atomically."""
    fresh = link.with_name(link.name + ".new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    fresh.replace(link)
