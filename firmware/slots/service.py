"""Serves a bank: moves octets between its port and its host until it is stopped."""

import threading
import time
from collections.abc import Callable
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.hardware_words import hardware_failure
from firmware.slots.alarms import alarms
from firmware.slots.host import Host
from firmware.slots.journaled_bank import KeptBank
from hal.errors import HardwareError
from hal.ports import Clock, Millis, SerialPort

LONGEST_WAIT: Final = Millis(1000)


def wall_ms() -> int:
    """Return the time of day in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Service:
    """A bank at its port, used while `alone` is held. `say` is told each alarm when it begins."""

    def __init__(
        self,
        port: SerialPort,
        clock: Clock,
        bank: KeptBank,
        alone: threading.Lock,
        say: Callable[[Text], None],
    ) -> None:
        self._port, self._clock, self._bank = port, clock, bank
        self._alone, self._say = alone, say
        self._host = Host(bank, wall_ms, clock.now())
        self._said: list[Text] = []
        self._told: tuple[int, tuple[Text, ...]] = (-1, ())
        """After how many entries, and with which failures, alarms were said last."""
        self._open = False
        self._failure: Text | None = None
        """What is wrong with the port."""

    @property
    def failures(self) -> tuple[Text, ...]:
        """What is wrong with the port and the journal."""
        return (*([self._failure] if self._failure else ()), *self._bank.lost_copies)

    def once(self) -> None:
        """Wait for the next thing to do, and do it. Raises JournalLost."""
        try:
            if not self._open:
                self._port.reopen()
                self._open, self._failure = True, None
            self._move()
        except HardwareError as error:
            self._open, self._failure = False, hardware_failure(error)
            time.sleep(LONGEST_WAIT / 1000)
        self._tell()

    def _move(self) -> None:
        wait = Millis(self._host.due - self._clock.now())
        if wait > 0:
            self._port.wait(min(wait, LONGEST_WAIT))
        come = self._port.read()
        with self._alone:
            self._host.hear(come, self._clock.now())
            message = self._host.turn(self._clock.now())  # the journal's disk takes its time
        if message:
            self._port.write(message)
            self._host.sent(self._clock.now())

    def _tell(self) -> None:
        """Say the alarms that are new."""
        with self._alone:
            now = self._bank.taken, self.failures
            if now == self._told:
                return
            self._told = now
            found = [*self.failures, *alarms(self._bank.state)]
        for alarm in found:
            if alarm not in self._said:
                self._say(alarm)
        self._said = found
