"""The controller's processor time by thread, with the simulator's inside its threads kept apart."""

import threading
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from firmware.shell.journal import DirectoryCopy
from hal.ports import Clock, I2CAdapter, InputLine, Millis, OutputLine, SerialPort, ToneLine
from sim.bench.board import SimBoard

Result = TypeVar("Result")
Spent = dict[str, int]
"""Nanoseconds by the thread's name."""


class Transfer(NamedTuple):
    """An I2C transaction: to whom, its bytes with the addresses, and when it was done."""

    address: int
    size: int
    wall_ns: int
    spent: Spent


class Accounts:
    """Processor time of the threads that are followed, without what they do in `apart`."""

    def __init__(self) -> None:
        self._clocks: dict[int, tuple[str, int]] = {}
        self._apart: dict[int, int] = {}

    def follow(self, thread: threading.Thread) -> None:
        """Count a running thread as the controller's."""
        ident = thread.ident
        assert ident is not None
        self._clocks[ident] = thread.name, time.pthread_getcpuclockid(ident)
        self._apart.setdefault(ident, 0)

    def spent(self) -> Spent:
        """Return what each thread has spent on the controller's own work so far."""
        return {
            name: time.clock_gettime_ns(clock) - self._apart[ident]
            for ident, (name, clock) in self._clocks.items()
        }

    def apart(self, act: Callable[[], Result]) -> Result:
        """Do what is the simulator's or the measuring's, at no cost to the calling thread."""
        before = time.thread_time_ns()
        try:
            return act()
        finally:
            ident = threading.get_ident()
            self._apart[ident] = self._apart.get(ident, 0) + time.thread_time_ns() - before


class MeteredCopy(DirectoryCopy):
    """A copy of the journal that knows how much processor time its system calls have taken."""

    spent_ns = 0

    def write(self, segment: int, at: int, data: bytes) -> None:
        """Write."""
        before = time.thread_time_ns()
        super().write(segment, at, data)
        self.spent_ns += time.thread_time_ns() - before

    def sync(self, segment: int) -> None:
        """Sync."""
        before = time.thread_time_ns()
        super().sync(segment)
        self.spent_ns += time.thread_time_ns() - before


class ApartBus:
    """Implements `hal.ports.I2CBus` over another; notes each transaction once it records."""

    def __init__(self, bus: I2CAdapter, accounts: Accounts) -> None:
        self.noting = False
        self.noted: list[Transfer] = []
        self._bus = bus
        self._accounts = accounts

    def write(self, address: int, data: bytes) -> None:
        """Write, the far end's time apart."""
        self._accounts.apart(lambda: self._done(address, 1 + len(data), self._bus.write, data))

    def read(self, address: int, count: int) -> bytes:
        """Read, the far end's time apart."""
        return self._accounts.apart(lambda: self._done(address, 1 + count, self._bus.read, count))

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Write, then read, the far end's time apart."""
        size = 2 + len(data) + count
        return self._accounts.apart(
            lambda: self._done(address, size, self._bus.write_read, data, count)
        )

    def recover(self) -> None:
        """Free the bus."""
        self._bus.recover()

    def _done(
        self, address: int, size: int, transfer: Callable[..., Result], *arguments: object
    ) -> Result:
        if not self.noting:
            return transfer(address, *arguments)
        spent, wall = self._accounts.spent(), time.perf_counter_ns()
        result = transfer(address, *arguments)
        self.noted.append(Transfer(address, size, wall, spent))
        return result


class ApartInput:
    """Implements `hal.ports.InputLine` over another."""

    def __init__(self, line: InputLine, accounts: Accounts) -> None:
        self._line = line
        self._accounts = accounts

    def level(self) -> bool:
        """Look, the far end's time apart."""
        return self._accounts.apart(self._line.level)


class ApartClock:
    """Implements `hal.ports.Clock` over the time of a simulated world, which is no part of ours."""

    def __init__(self, clock: Clock, accounts: Accounts) -> None:
        self._clock = clock
        self._accounts = accounts

    def now(self) -> Millis:
        """Return the time, the world's reckoning of it apart."""
        return self._accounts.apart(self._clock.now)


class ApartBoard:
    """Implements `hal.ports.Board` over a simulated one whose far ends run in our threads."""

    simulated = True

    def __init__(self, board: SimBoard, accounts: Accounts) -> None:
        self.clock: Clock = ApartClock(board.clock, accounts)
        self.bus = ApartBus(board.i2c(1), accounts)
        self._board = board
        self._accounts = accounts

    def serial(self, path: str, baud: int) -> SerialPort:
        """Return the port; what is behind it runs elsewhere."""
        return self._board.serial(path, baud)

    def i2c(self, number: int) -> I2CAdapter:  # noqa: ARG002
        """Return the bus."""
        return self.bus

    def input(self, pin: int) -> InputLine:
        """Return the line."""
        return ApartInput(self._board.input(pin), self._accounts)

    def output(self, pin: int) -> OutputLine:
        """Return the line."""
        return self._board.output(pin)

    def tone(self, pin: int) -> ToneLine:
        """Return the line."""
        return self._board.tone(pin)

    def close(self) -> None:
        """Nothing is held."""
