"""A whole table in one thread, whose buses take turns on a clock that is steered."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from firmware.cli.assembly import buses
from firmware.core.events import Event
from firmware.core.panel import Panel
from firmware.core.table import Table
from firmware.shell.bus import Bus
from firmware.shell.ledger import Ledger
from firmware.shell.loop import Listener, Loop
from firmware.shell.wires import Wires
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
    """A bus that takes turns with others; `rests` says whether it would learn nothing new."""

    def __init__(self, bus: Bus, port: SerialPort | None, rests: Callable[[], bool] | None) -> None:
        self.bus = bus
        self._port = port
        self._rests = rests
        self._due = NEVER
        """When the bus wants a turn if its wire brings nothing before."""
        self._turned = Millis(0)

    def next_turn(self) -> Millis:
        """Return when the bus wants its next turn."""
        if self._rests is not None and self._rests():
            return Millis(self._turned + REST_MS)
        brings = self.bus.called() if self._port is None else self._port.readable()
        return min(self._due, Millis(self._turned + LOOK_MS)) if brings else self._due

    def poll(self, now: Millis) -> list[Event]:
        """Return what has happened; a bus that may rest goes on at once until it has an event."""
        self._turned = now
        port, rests = self._port, self._rests
        events = self.bus.poll(now, heard=port is not None)
        if port is None or rests is None:
            return events
        for _ in range(AT_ONCE):
            if events or rests() or not port.readable():
                break
            events = self.bus.poll(now, heard=True)
        return events

    def show(self, panel: Panel, now: Millis) -> list[Event]:
        """Show the panel on every part; return the faults that this raised."""
        self.bus.wanted = panel
        lost = self.bus.show(now)
        self.note_due()
        return lost

    def note_due(self) -> None:
        """Ask the bus when it wants a turn: that changes in its turns, and as people act."""
        self._due = self.bus.due()


class InlineTable:
    """A whole table in one thread, on a clock that is steered: the buses take turns in the loop.

    A bus has a turn when it is due, when its port brings something, when a part calls by its
    interrupt line, and when the panel changes: the time goes from one such moment to the next. One
    that `rests` has few: it would learn nothing new, however often it asked.
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
        self._shown: Panel | None = None
        self.loop.begin(clock.now())
        self.buses = buses(wires, table.trouble.lost_parts)
        self._takers = [
            _Taker(bus, wires.ports.get(bus.name), rests.get(bus.name)) for bus in self.buses
        ]
        self._turned: Millis = clock.now()

    def run_for(self, millis: int) -> None:
        """Let the time pass, turn by turn."""
        self.run_until(_never, millis)

    def run_until(self, done: Callable[[], bool], most: int) -> None:
        """Let the time pass until something has happened that makes `done`, or `most` ms."""
        end = Millis(self._clock.now() + most)
        for taker in self._takers:
            taker.note_due()
        while True:
            dues = [taker.next_turn() for taker in self._takers]
            next_at = min(self._deadline(), *dues)
            if next_at > end:
                break
            now = Millis(max(next_at, self._clock.now()))
            self._clock.advance_to(now)
            due = [taker for taker, at in zip(self._takers, dues, strict=True) if at <= now]
            if self._turn(due, now) and done():
                return
        self._clock.advance_to(end)

    def _deadline(self) -> Millis:
        """Return when the table's own time is up; NEVER once it has been told so."""
        deadline = self.loop.table.deadline
        passed = deadline is None or deadline <= self._turned
        return NEVER if passed or deadline is None else Millis(deadline)

    def _turn(self, due: Sequence[_Taker], now: Millis) -> bool:
        """Poll the buses that are due, handle and show; return whether anything has happened."""
        self._turned = now
        events = [event for taker in due for event in taker.poll(now)]
        before, shown = self._shown, self.loop.take(events, now)
        self._shown = shown
        showing = due if shown is before else self._takers
        lost = [event for taker in showing for event in taker.show(shown, now)]
        if lost:
            self.loop.take(lost, now)
        return bool(events or lost)


def _never() -> bool:
    return False
