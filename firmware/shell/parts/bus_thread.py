"""The thread that takes a bus's turns, and runs other threads' calls on the bus."""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.delay_tolerant_clock import DelayTolerantClock
from firmware.shell.parts.thread_call import ThreadCall
from firmware.shell.parts.wake_signal import WakeSignal
from hal.ports import NEVER, Clock, Millis, SerialPort

LONGEST_WAIT_MS: Final = 250
"""The longest sleep of a bus's thread: it then looks for calls and a new panel."""

LATE_CYCLE_MS: Final = 10
"""The delay of a turn that counts on a wire with unsolicited bytes; less than any frame's gap."""

LAST_CYCLE_S: Final = 2.0
"""How long the last turn may take; a thread that is still held then ends with the process."""

Result = TypeVar("Result")


class BusThread:
    """A bus and the thread that takes its turns; news from the wire ends its sleep.

    A serial wire signals them by its `port`. A wire without one only answers requests, so that
    nothing is missed, except for the interrupt lines of its parts, which are polled.
    """

    def __init__(self, bus: PartBus, clock: Clock, port: SerialPort | None) -> None:
        self.bus = bus
        self._thread_clock = DelayTolerantClock(clock, LATE_CYCLE_MS if port else NEVER)
        self._port = port
        self.cycle_count = 0
        """Counts on while the thread is not held in a transfer."""
        self._wake_signal = WakeSignal()
        self._stopping = False
        self._pending_calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run_cycles, name=bus.name, daemon=True)
        self._deliver: Callable[[list[Event]], None] = lambda _events: None

    @property
    def is_alive(self) -> bool:
        """Whether the thread still takes turns."""
        return self._thread.is_alive()

    def start(self, deliver: Callable[[list[Event]], None]) -> None:
        """Start taking turns; events go to `deliver`."""
        self._deliver = deliver
        self._thread.start()

    def set_panel(self, panel: Panel) -> None:
        """Have the bus show `panel` next."""
        if panel is not self.bus.target_panel and self.bus.set_panel(panel):
            self._wake_thread()

    def test_soon(self) -> None:
        """Have every part of the bus tested in the thread's next turn."""
        for attached in self.bus.attached:
            attached.test_soon()
        self._wake_thread()

    def call_on_bus(
        self, operation: Callable[[PartBus, Millis], Result], timeout_s: float = 2.0
    ) -> Result:
        """Run `operation` in the thread's next turn, and return its result; from any thread.

        Raises the errors of `operation`, and TimeoutError if the thread does not get to it.
        """
        thread_call = ThreadCall(lambda: operation(self.bus, self._thread_clock.now()))
        self._pending_calls.put(thread_call.run)
        self._wake_thread()
        return thread_call.result(timeout_s)

    def stop(self) -> None:
        """End the thread, then leave everything on the wire dark, unless a transfer holds it."""
        self._stopping = True
        self._wake_thread()
        if self._thread.ident is not None:
            self._thread.join(LAST_CYCLE_S)
        # a thread held in the kernel still owns the wire: two at once would garble it
        if not self._thread.is_alive():
            self.bus.blank()

    def _run_cycles(self) -> None:
        wire_active, rest_ms = False, 0
        while not self._stopping:
            self.cycle_count += 1
            now = self._thread_clock.now(rest_ms)
            events = self.bus.show(now) + self.bus.poll(now, wire_active=wire_active)
            if events:
                self._deliver(events)
            self._run_calls()
            rest_ms = max(min(self.bus.due_at() - self._thread_clock.now(), LONGEST_WAIT_MS), 0)
            wire_active = self._wait_for_news(rest_ms)

    def _run_calls(self) -> None:
        while not self._pending_calls.empty():
            # the caller gets the error from the future; this thread must go on
            with suppress(Exception):
                self._pending_calls.get()()

    def _wake_thread(self) -> None:
        self._wake_signal.wake()
        if self._port is not None:
            self._port.wake()

    def _wait_for_news(self, max_wait_ms: int) -> bool:
        """Wait; return whether a serial wire may have ended it."""
        if self._port is not None and all(attached.is_up for attached in self.bus.attached):
            if not self._wake_signal.wait_for_wake(0):
                # octets on the port end the wait at once, and so does a wake
                self._port.wait(Millis(max_wait_ms))
                self._wake_signal.wait_for_wake(0)
            return True
        interrupt_poll_ms = self.bus.interrupt_poll_ms
        while max_wait_ms > 0 and not self._wake_signal.wait_for_wake(
            min(interrupt_poll_ms, max_wait_ms) / 1000
        ):
            max_wait_ms = 0 if self.bus.requests_poll() else max_wait_ms - interrupt_poll_ms
        return False
