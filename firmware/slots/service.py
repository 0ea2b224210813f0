"""Serves a bank: moves octets between its serial port and its host until stopped."""

import threading
import time
from collections.abc import Callable
from typing import Final

from drivers.message_log import MessageLog
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.hardware_words import hardware_failure
from firmware.slots.alarms import bank_alarms
from firmware.slots.host import BankHost
from firmware.slots.journaled_bank import JournaledBank
from hal.errors import HardwareError
from hal.ports import Clock, Millis, SerialPort

MAX_WAIT_MS: Final = Millis(1000)


def unix_time_ms() -> int:
    """Return the Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class BankService:
    """A bank at its serial port. `bank_lock` is held while the bank is used; `report` gets each new
    alarm.
    """

    def __init__(
        self,
        serial_port: SerialPort,
        clock: Clock,
        bank: JournaledBank,
        bank_lock: threading.Lock,
        report: Callable[[Text], None],
    ) -> None:
        self._serial_port, self._clock, self._bank = serial_port, clock, bank
        self._bank_lock, self._report = bank_lock, report
        self._bank_host = BankHost(bank, unix_time_ms, clock.now())
        self._reported_alarms: list[Text] = []
        self._reported_state: tuple[int, tuple[Text, ...]] = (-1, ())
        """The entry count and the failures at the last report: without a change nothing is
        compared.
        """
        self._copies_checked_at: Millis = clock.now()
        self._is_port_open = False
        self._port_failure: Text | None = None
        """The failure of the serial port, if it has one."""

    @property
    def messages(self) -> dict[int, MessageLog]:
        """The messages of each machine since the start, by its address."""
        return self._bank_host.messages

    @property
    def failures(self) -> tuple[Text, ...]:
        """The failures of the port and of the journal."""
        return (*([self._port_failure] if self._port_failure else ()), *self._bank.lost_copies)

    def run_once(self) -> None:
        """Wait for octets or the next due message, and handle them. Raises JournalLost."""
        try:
            if not self._is_port_open:
                self._serial_port.reopen()
                self._is_port_open, self._port_failure = True, None
            self._exchange_octets()
        except HardwareError as error:
            self._is_port_open, self._port_failure = False, hardware_failure(error)
            # an unplugged adapter is retried once a second, without a busy loop
            time.sleep(MAX_WAIT_MS / 1000)
        self._check_copies(self._clock.now())
        self._report_new_alarms()

    def _exchange_octets(self) -> None:
        wait_ms = Millis(self._bank_host.due_at - self._clock.now())
        if wait_ms > 0:
            self._serial_port.wait(min(wait_ms, MAX_WAIT_MS))
        received = self._serial_port.read()
        with self._bank_lock:
            self._bank_host.receive(received, self._clock.now())
            # not the time from before `receive`: journaling a response waits for the disk
            outgoing_message = self._bank_host.next_message(self._clock.now())
        if outgoing_message:
            self._serial_port.write(outgoing_message)
            self._bank_host.message_sent(self._clock.now())

    def _check_copies(self, now: Millis) -> None:
        """Each second, look whether both copies of the journal are in their places."""
        if now - self._copies_checked_at >= MAX_WAIT_MS:
            self._copies_checked_at = now
            with self._bank_lock:
                self._bank.check_copies()

    def _report_new_alarms(self) -> None:
        """Report the alarms that were not active before."""
        with self._bank_lock:
            now = self._bank.entries_taken, self.failures
            if now == self._reported_state:
                return
            self._reported_state = now
            current_alarms = [*self.failures, *bank_alarms(self._bank.state)]
        for alarm in current_alarms:
            if alarm not in self._reported_alarms:
                self._report(alarm)
        self._reported_alarms = current_alarms
