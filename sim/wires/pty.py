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
from sim.wires.far_end_clock import NEVER_NS, FarEndClock

_BITS_A_BYTE: Final = 10
_ASK_INTERVAL_NS: Final = 5_000_000
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
        symlink_path: Path | None = None,
        holds_bytes: Callable[[], bool] = lambda: False,
    ) -> None:
        """`holds_bytes` returns whether the far end's bytes are held up on their way here."""
        self._far_end = far_end
        self._holds_bytes = holds_bytes
        self._baud = baud
        self._symlink_path = symlink_path
        self._pty_pump: _PtyPump | None = None
        self.own_time = FarEndClock(
            lambda: (pty_pump := self._pty_pump) is not None and pty_pump.has_input()
        )
        """The far end's own time; unlimited while it is unplugged."""
        self.plug()

    @property
    def path(self) -> str:
        """The name to open: the link, which outlives unplugging, or else the terminal's own."""
        return str(self._symlink_path or self._terminal)

    def plug(self) -> None:
        """Put the cable in: a new pseudo-terminal, under the link if there is one.

        The far end's output while it was unplugged is lost.
        """
        self.unplug()
        self._far_end.transmit()
        self._pty_pump = _PtyPump(
            self._far_end, LinePace(self._baud), self.own_time, self._holds_bytes
        )
        self._terminal = self._pty_pump.terminal
        if self._symlink_path:
            _replace_link(self._symlink_path, self._terminal)

    def unplug(self) -> None:
        """Pull the cable: the host sees a hang-up, and the name is gone."""
        if self._pty_pump is None:
            return
        if self._symlink_path:
            self._symlink_path.unlink(missing_ok=True)
        # Joined before a new one is made: two pumps would share one far end.
        self._pty_pump.stop()
        self._pty_pump = None

    def close(self) -> None:
        """Unplug for good; the thread has ended when this returns."""
        self.unplug()


class LinePace:
    """How fast a line of `baud` carries bytes, start and stop bit included."""

    def __init__(self, baud: int) -> None:
        self._byte_ns = _BITS_A_BYTE * 1_000_000_000 / baud
        self._line_free_at = 0.0

    def arrival_time(self, now: int, count: int) -> int:
        """Return when `count` bytes that are sent now have arrived, behind those sent before."""
        self._line_free_at = max(self._line_free_at, now) + count * self._byte_ns
        return round(self._line_free_at)


class _PtyPump:
    """One pseudo-terminal and the thread that serves it."""

    def __init__(
        self,
        far_end: FarEnd,
        line_pace: LinePace,
        own_time: FarEndClock,
        holds_bytes: Callable[[], bool],
    ) -> None:
        self._far_end = far_end
        self._holds_bytes = holds_bytes
        self._line_pace = line_pace
        self._far_end_time = own_time
        self._in_flight: deque[tuple[int, bytes]] = deque()
        """Bytes on the line, with their times of arrival."""
        # The slave stays open here, so that the host may close and open as it likes.
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.terminal = os.ttyname(self._slave)
        self._ring_event = os.eventfd(0, os.EFD_NONBLOCK)
        self._input_poll = select.poll()
        for each in (self._master, self._ring_event):
            self._input_poll.register(each, select.POLLIN)
        if isinstance(far_end, Ringing):
            far_end.bell.answered = self._ring_pump
        self._is_stopped = False
        self._thread = threading.Thread(target=self._pump_bytes, name=self.terminal, daemon=True)
        self._thread.start()

    def has_input(self) -> bool:
        """Return whether the host has sent something, or the far end has rung, unnoticed so far."""
        return self._thread.is_alive() and bool(self._input_poll.poll(0))

    def stop(self) -> None:
        if isinstance(self._far_end, Ringing):
            self._far_end.bell.answered = lambda: None
        self._is_stopped = True
        self._ring_pump()
        self._thread.join()
        for each in (self._master, self._slave, self._ring_event):
            os.close(each)

    def _ring_pump(self) -> None:
        os.eventfd_write(self._ring_event, 1)

    def _pump_bytes(self) -> None:
        try:
            while not self._is_stopped:
                self._serve_once()
        finally:
            self._far_end_time.rest_until()

    def _serve_once(self) -> None:
        until_ns = self._in_flight[0][0] if self._in_flight else self._next_ask_at()
        self._far_end_time.rest_until(until_ns)
        rest_seconds = max(until_ns - time.monotonic_ns(), 0) / 1e9 if until_ns < NEVER_NS else None
        ready_descriptors, _, _ = select.select(
            [self._master, self._ring_event], [], [], rest_seconds
        )
        self._far_end_time.end_rest()
        if self._ring_event in ready_descriptors:
            os.eventfd_read(self._ring_event)
        if self._master in ready_descriptors:
            self._far_end.receive(os.read(self._master, 4096))
        self._deliver()
        self._queue_bytes(self._far_end.transmit())

    def _next_ask_at(self) -> int:
        if isinstance(self._far_end, Ringing) and not self._holds_bytes():
            return NEVER_NS
        return time.monotonic_ns() + _ASK_INTERVAL_NS

    def _queue_bytes(self, data: bytes) -> None:
        if data:
            arrival_ns = self._line_pace.arrival_time(time.monotonic_ns(), len(data))
            self._in_flight.append((arrival_ns, data))

    def _deliver(self) -> None:
        while self._in_flight and self._in_flight[0][0] <= time.monotonic_ns():
            # The host does not read: the kernel's buffer is full, and the bytes are lost.
            with suppress(BlockingIOError):
                os.write(self._master, self._in_flight.popleft()[1])


def _replace_link(symlink_path: Path, target_path: str) -> None:
    """Point `symlink_path` at `target`, atomically."""
    new_link = symlink_path.with_name(symlink_path.name + ".new")
    new_link.unlink(missing_ok=True)
    new_link.symlink_to(target_path)
    new_link.replace(symlink_path)
