"""Where the rooms are wired together: a configuration becomes a table, a loop and its buses."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol

from drivers.wiring import meanings
from firmware import __version__
from firmware.core.checkpoint import TableRules
from firmware.core.events import OPTIONAL, Event
from firmware.core.panel import Panel
from firmware.core.shoe import ONE_ROUND
from firmware.core.table import Table
from firmware.shell.bus import Bus
from firmware.shell.config import Config
from firmware.shell.desk import Desk
from firmware.shell.entries import Setting
from firmware.shell.ledger import Ledger
from firmware.shell.loop import Listener, Loop
from firmware.shell.program import program_digest
from firmware.shell.rules import PACK, game_kind, open_game, rules_digest
from firmware.shell.wires import I2C, Wires
from hal.ports import NEVER, Millis


class SteeredClock(Protocol):
    """A clock that goes where it is told."""

    def now(self) -> Millis:
        """Return the time."""
        ...

    def advance_to(self, now: Millis) -> None:
        """Go on to `now`."""
        ...


def seat_table(config: Config, *, simulated: bool) -> Table:
    """Return the table that a configuration describes. Raises OptionRefused or RulesError."""
    game = open_game(config.table.game, dict(config.game_options))
    rules = TableRules(
        spots=config.table.spots,
        limits=dict(config.limits),
        late_entry=config.table.late_entry,
        denominations=config.table.denominations,
        amounts=config.table.amounts,
        keys=tuple(sorted(OPTIONAL & meanings(config.wiring.keys))),
        sensed=config.wiring.presence is not None,
        shuffled_by_hand=config.wiring.shuffler is None and game.decks <= ONE_ROUND,
        simulated=simulated,
        implausible=config.table.implausible,
    )
    return Table(game, rules)


def setting_of(config: Config, table: Table) -> Setting:
    """Return by what a table decides, as the journal keeps it."""
    return Setting(
        version=__version__,
        program=program_digest(),
        rules=rules_digest(),
        pack=PACK,
        game=config.table.game,
        options=dict(config.game_options),
        table=table.rules,
    )


def desk_of(config: Config) -> Desk | None:
    """Return the desk where tickets are sold, if the game sells any."""
    instrument = game_kind(config.table.game).INSTRUMENT
    if instrument is None or instrument.step != "balls":
        return None
    return Desk(draws=config.wiring.balls is None)


def buses(wires: Wires, reported: Iterable[str] = ()) -> list[Bus]:
    """Return a bus for each wire; `reported` are the parts whose loss the table still knows."""
    known, settle_ms = tuple(reported), wires.settle_ms()
    recover = {I2C: wires.i2c.recover}
    return [
        Bus(name, parts, known, settle_ms, recover.get(name)) for name, parts in wires.parts.items()
    ]


LOOK_MS: Final = 5
"""How soon after its last turn a bus has another, if its wire brings something: as on metal."""


REST_MS: Final = 250
"""How often a bus that rests has one all the same, so that its parts are known to answer."""


AT_ONCE: Final = 64
"""Answers that a bus takes in one turn at most, where its far end needs no time."""

NOTHING_RESTS: Final = MappingProxyType[str, Callable[[], bool]]({})


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
        self._rests = rests
        self._ports = wires.ports
        self._turns: dict[str, Millis] = {}
        """When each bus has had its last turn."""
        self._turned: Millis = clock.now()
        self._dues: dict[str, Millis] = {}
        """When each bus wants a turn if its wire brings nothing before."""

    def run_for(self, millis: int) -> None:
        """Let the time pass, turn by turn."""
        self.run_until(_never, millis)

    def run_until(self, done: Callable[[], bool], most: int) -> None:
        """Let the time pass until something has happened that makes `done`, or `most` ms."""
        end = Millis(self._clock.now() + most)
        self._note_dues(self.buses)
        while True:
            due = [(self._due(bus), bus) for bus in self.buses]
            next_at = min(self._deadline(), *(at for at, _ in due))
            if next_at > end:
                break
            now = Millis(max(next_at, self._clock.now()))
            self._clock.advance_to(now)
            if self._turn([bus for at, bus in due if at <= now], now) and done():
                return
        self._clock.advance_to(end)

    def _deadline(self) -> Millis:
        """Return when the table's own time is up; NEVER once it has been told so."""
        deadline = self.loop.table.deadline
        passed = deadline is None or deadline <= self._turned
        return NEVER if passed or deadline is None else Millis(deadline)

    def _due(self, bus: Bus) -> Millis:
        """Return when the bus wants its next turn."""
        name = bus.name
        if name in self._rests and self._rests[name]():
            return Millis(self._turns.get(name, 0) + REST_MS)
        port, due = self._ports.get(name), self._dues[name]
        brings = bus.called() if port is None else port.readable()
        return min(due, Millis(self._turns.get(name, 0) + LOOK_MS)) if brings else due

    def _note_dues(self, buses: Iterable[Bus]) -> None:
        self._dues.update((bus.name, bus.due()) for bus in buses)

    def _turn(self, turning: Sequence[Bus], now: Millis) -> bool:
        """Poll what is due, handle what has happened, show what follows; say if anything has."""
        self._turned = now
        events = [event for bus in turning for event in self._poll(bus, now)]
        before, self._shown = self._shown, self.loop.take(events, now)
        lost, showing = [], turning if self._shown is before else self.buses
        for bus in showing:
            bus.wanted = self._shown
            lost += bus.show(now)
        self._note_dues(showing)
        if lost:
            self.loop.take(lost, now)
        return bool(events or lost)

    def _poll(self, bus: Bus, now: Millis) -> list[Event]:
        """Return what has happened; a bus that may rest goes on at once until it has an event."""
        name = bus.name
        self._turns[name] = now
        events = bus.poll(now, heard=name in self._ports)
        for _ in range(AT_ONCE if name in self._rests else 0):
            if events or self._rests[name]() or not self._ports[name].readable():
                break
            events = bus.poll(now, heard=True)
        return events


def _never() -> bool:
    return False
