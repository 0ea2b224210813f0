"""The thread that takes a bus's turns, and runs other threads' calls on the bus."""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.bell import Bell
from firmware.shell.parts.bus import Bus
from firmware.shell.parts.call_in_turn import CallInTurn
from firmware.shell.parts.patient_clock import PatientClock
from hal.ports import NEVER, Clock, Millis, SerialPort

LONGEST_WAIT_MS: Final = 250
"""How soon at the latest a bus looks whether somebody wants something of it."""

LATE_MS: Final = 10
"""The delay of a turn that counts on a wire with unsolicited bytes; less than any frame's gap."""

LAST_TURN_S: Final = 2.0
"""How long the last turn may take; a thread that is still held then ends with the process."""

Result = TypeVar("Result")


class BusThread:
    """A bus and the thread that takes its turns; news from the wire ends its sleep.

    A serial wire signals them by its `port`. A wire without one only answers requests, so that
    nothing is missed, except for the interrupt lines of its parts, which are polled.
    """

    def __init__(self, bus: Bus, clock: Clock, port: SerialPort | None) -> None:
        self.bus = bus
        self._time = PatientClock(clock, LATE_MS if port else NEVER)
        self._port = port
        self.turns = 0
        """Counts on while the thread is not held in a transfer."""
        self._bell = Bell()
        self._stopping = False
        self._errands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=bus.name, daemon=True)
        self._deliver: Callable[[list[Event]], None] = lambda _events: None

    @property
    def alive(self) -> bool:
        """Whether the thread still takes turns."""
        return self._thread.is_alive()

    def start(self, deliver: Callable[[list[Event]], None]) -> None:
        """Start taking turns; events go to `deliver`."""
        self._deliver = deliver
        self._thread.start()

    def want(self, panel: Panel) -> None:
        """Have the bus show `panel` next."""
        if panel is not self.bus.wanted and self.bus.want(panel):
            self._wake()

    def test(self) -> None:
        """Have every part of the bus tested in the thread's next turn."""
        for attached in self.bus.attached:
            attached.test_soon()
        self._wake()

    def do(self, act: Callable[[Bus, Millis], Result], patience_s: float = 2.0) -> Result:
        """Run `act` in the thread's next turn, and return its result; from any thread.

        Raises the errors of `act`, and TimeoutError if the thread does not get to it.
        """
        call = CallInTurn(lambda: act(self.bus, self._time.now()))
        self._errands.put(call.run)
        self._wake()
        return call.result(patience_s)

    def stop(self) -> None:
        """End the thread, then leave everything on the wire dark, unless a transfer holds it."""
        self._stopping = True
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(LAST_TURN_S)
        if not self._thread.is_alive():
            self.bus.blank()

    def _run(self) -> None:
        heard, rest_ms = False, 0
        while not self._stopping:
            self.turns += 1
            now = self._time.now(rest_ms)
            events = self.bus.show(now) + self.bus.poll(now, heard=heard)
            if events:
                self._deliver(events)
            self._run_errands()
            rest_ms = max(min(self.bus.due() - self._time.now(), LONGEST_WAIT_MS), 0)
            heard = self._rest(rest_ms)

    def _run_errands(self) -> None:
        while not self._errands.empty():
            with suppress(Exception):
                self._errands.get()()

    def _wake(self) -> None:
        self._bell.ring()
        if self._port is not None:
            self._port.wake()

    def _rest(self, most_ms: int) -> bool:
        """Wait; return whether a serial wire may have ended it."""
        if self._port is not None and all(attached.up for attached in self.bus.attached):
            if not self._bell.wait(0):
                self._port.wait(Millis(most_ms))
                self._bell.wait(0)
            return True
        look_ms = self.bus.look_ms
        while most_ms > 0 and not self._bell.wait(min(look_ms, most_ms) / 1000):
            most_ms = 0 if self.bus.called() else most_ms - look_ms
        return False
