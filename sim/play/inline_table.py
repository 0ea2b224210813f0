"""A whole table in one thread, whose buses take turns on a clock that is steered."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from firmware.cli.serving.assembly import buses
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.shell.history.ledger import Ledger
from firmware.shell.parts.bus import Bus
from firmware.shell.parts.wires import Wires
from firmware.shell.service.loop import Listener, Loop
from hal.ports import NEVER, Millis, SerialPort

LOOK_MS: Final = 5
"""How soon after its last turn a bus has another, if its wire brings something."""

REST_MS: Final = 250
"""How often a bus that rests has one all the same, so that its parts are known to answer."""

AT_ONCE: Final = 64
"""Answers that a bus takes in one turn at most, where its far end needs no time."""

NOTHING_RESTS: Final = MappingProxyType[str, Callable[[], bool]]({})


class SteeredClock(Protocol):
    """A clock whose time the caller sets."""

    def now(self) -> Millis:
        """Return the time."""
        ...

    def advance_to(self, now: Millis) -> None:
        """Go on to `now`."""
        ...


class _Taker:
    """A bus that takes turns with others; `rests` says whether a poll would bring nothing new."""

    def __init__(self, bus: Bus, port: SerialPort | None, rests: Callable[[], bool]) -> None:
        self.bus = bus
        self._brings = bus.called if port is None else port.readable
        self._heard = port is not None
        self._rests = rests
        self.next = Millis(0)
        """The time of its next turn, as last requested."""
        self._turned = self._looks_at = Millis(0)

    def ask(self) -> None:
        """Ask the bus when it wants its next turn: it had one."""
        if self._rests():
            self.next = Millis(self._turned + REST_MS)
            return
        self.next = self.bus.due()
        if self._brings():
            self.next = min(self.next, self._looks_at)

    def look_again(self) -> None:
        """Look what people may have done since."""
        if self._rests is not _never:
            self.ask()
        elif self._brings():
            self.next = min(self.next, self._looks_at)

    def poll(self, now: Millis) -> list[Event]:
        """Return the events; a bus that may rest is polled until it does."""
        self._turned = self._looks_at = now
        events = self.bus.poll(now, heard=self._heard)
        for _ in range(AT_ONCE if self._rests is not _never else 0):
            if self._rests() or not self._brings():
                return events
            events += self.bus.poll(now, heard=True)
        if self._brings():
            self._looks_at = Millis(now + LOOK_MS)
        return events

    def show(self, panel: Panel, now: Millis) -> list[Event]:
        """Show the panel on every part that it concerns; return the faults that this raised."""
        self.bus.wanted = panel
        lost = self.bus.show(now) if self.bus.shows else []
        self.ask()
        return lost


def _never() -> bool:
    return False


class InlineTable:
    """A whole table in one thread, on a virtual clock: the buses take turns in the loop.

    A bus has a turn when it is due, when its port has bytes, when a part calls by its interrupt
    line; the clock jumps from one such moment to the next. A panel is shown before the clock
    advances, so that only the last panel of a moment is shown. A bus that `rests` has few turns,
    since a poll would bring nothing new.
    """

    def __init__(
        self,
        table: Table,
        ledger: Ledger,
        wires: Wires,
        clock: SteeredClock,
        listeners: Iterable[Listener] = (),
        rests: Mapping[str, Callable[[], bool]] = NOTHING_RESTS,
    ) -> None:
        self.loop = Loop(table, ledger, listeners)
        self._clock = clock
        self.loop.begin(clock.now())
        self._shown = self.loop.panel
        self._deadline = NEVER
        """When the table's own time is up."""
        self._look_at_deadline()
        self.buses = buses(wires, table.state.device.trouble.losses)
        self._takers = [
            _Taker(bus, wires.ports.get(bus.name), rests.get(bus.name, _never))
            for bus in self.buses
        ]
        self._showing = [taker for taker in self._takers if taker.bus.shows]
        self._turned: Millis = clock.now()

    def run_for(self, millis: int) -> None:
        """Let the time pass, turn by turn."""
        self.run_until(_never, millis)

    def run_until(self, done: Callable[[], bool], most: int) -> None:
        """Let the time pass until something has happened that makes `done`, or `most` ms."""
        now = self._clock.now()
        end = Millis(now + most)
        for taker in self._takers:
            taker.look_again()
        while True:
            # it has heard of a deadline that has passed
            time_up = self._deadline if self._deadline > self._turned else NEVER
            next_at = time_up
            for taker in self._takers:
                if taker.next < next_at:
                    next_at = taker.next
            next_at = max(next_at, now)
            if next_at > now and self._shown is not self.loop.panel:
                self._shown = self.loop.panel
                happened = self._show(self._showing, now)
            elif next_at > end:
                self._clock.advance_to(end)
                return
            else:
                now = next_at
                self._clock.advance_to(now)
                happened = self._turn(now, time_up=now >= time_up)
            if happened and done():
                return

    def _turn(self, now: Millis, *, time_up: bool) -> bool:
        """Poll the buses that are due and handle the events; return whether there was any.

        `time_up`: the table's own deadline is now.
        """
        due = [taker for taker in self._takers if taker.next <= now]
        events: list[Event] = []
        for taker in due:
            events += taker.poll(now)
        if events or time_up:
            self._handle(events, now)
        self._turned = now
        return self._show(due, now) or bool(events)

    def _show(self, takers: Sequence[_Taker], now: Millis) -> bool:
        """Show the panel on these buses; return whether a part was lost by it."""
        lost: list[Event] = []
        for taker in takers:
            lost += taker.show(self._shown, now)
        if lost:
            self._handle(lost, now)
        return bool(lost)

    def _handle(self, events: Sequence[Event], now: Millis) -> None:
        self.loop.handle(events, now)
        self.loop.follow_up(now)
        self._look_at_deadline()

    def _look_at_deadline(self) -> None:
        deadline = self.loop.table.deadline
        self._deadline = NEVER if deadline is None else Millis(deadline)
