"""Replays a capture to the driver of a part on I2C, which reads it in its own turns."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from firmware.shell.conformance.exchanges import Exchange
from firmware.shell.conformance.line_result import Fate, LineResult
from firmware.shell.conformance.observed_part import ObservedPart
from firmware.shell.conformance.replay_bus import ReplayBus
from firmware.shell.conformance.replay_clock import START_AT, ReplayClock
from hal.ports import Millis

READ_PATIENCE: Final = Millis(2000)
"""How long a line waits for the driver to read or send it."""
WINDOW: Final = 256
"""The exchanges among which a register's next value is sought."""


class BusReplay:
    """One replay. A line that the driver neither reads nor sends in time is passed over."""

    def __init__(
        self,
        part: ObservedPart,
        bus: ReplayBus,
        clock: ReplayClock,
        exchanges: Iterator[Exchange],
    ) -> None:
        self._part, self._bus, self._clock = part, bus, clock
        self._exchanges = exchanges
        self._went_on_at = START_AT

    def results(self) -> Iterator[LineResult]:
        """Replay, and yield what became of each line."""
        while self._fill_window():
            yield from self._take_turn()
            yield from self._pass_over()
            self._clock.advance_to(self._next_turn())
        yield from self._take_turn()

    def _fill_window(self) -> bool:
        window = self._bus.window
        window += islice(self._exchanges, WINDOW - len(window))
        return bool(window)

    def _next_turn(self) -> Millis:
        now = self._clock.now()
        moments = [self._part.due_at(), Millis(now + READ_PATIENCE)]
        if self._bus.is_due():
            moments.append(Millis(now + self._part.interrupt_poll_ms))
        elif self._bus.window:
            moments.append(self._bus.due_at(self._bus.window[0]))
        return Millis(max(min(moments), now + 1))

    def _take_turn(self) -> Iterator[LineResult]:
        now = self._clock.now()
        if now < self._part.due_at() and not self._part.requests_poll():
            return
        has_news = self._part.turn(now)
        taken, self._bus.taken = self._bus.taken, []
        if taken:
            self._went_on_at = now
        elif not has_news:
            return
        since_start = Millis(now - START_AT)
        last_read = next((line for line in reversed(taken) if line.direction == "in"), None)
        reaction = self._part.reaction()
        for line in taken:
            fate = Fate.DELIVERED if line.direction == "in" else Fate.SENT
            result = LineResult(line, since_start, fate)
            yield result._replace(reaction=reaction) if line is last_read else result
        if reaction and last_read is None:
            yield LineResult(None, since_start, Fate.PASSED, reaction)

    def _pass_over(self) -> Iterator[LineResult]:
        """Yield the next exchange if the driver has left it for too long."""
        window, now = self._bus.window, self._clock.now()
        if not window:
            return
        since = max(self._went_on_at, self._bus.due_at(window[0]))
        if now - since < READ_PATIENCE:
            return
        passed, self._went_on_at = window.popleft(), now
        since_start = Millis(now - START_AT)
        if passed.request and not passed.is_sent:
            yield LineResult(passed.request, since_start, Fate.NOT_SENT)
        for reply in passed.replies:
            yield LineResult(reply, since_start, Fate.UNREAD)
