"""Where the rooms are wired together: a configuration becomes a table, a loop and its buses."""

from collections.abc import Callable, Iterable
from typing import Protocol

from firmware.core.checkpoint import TableRules
from firmware.core.panel import Panel
from firmware.core.table import Table
from firmware.shell.bus import Bus
from firmware.shell.config import Config
from firmware.shell.ledger import Ledger
from firmware.shell.loop import Listener, Loop
from firmware.shell.parts import Wires
from firmware.shell.rules import open_game
from hal.ports import Millis
from sim.wiring import Wiring


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
        simulated=simulated,
    )
    return Table(game, rules)


def wiring(config: Config) -> Wiring:
    """Return what the simulated far ends of a configuration are wired to."""
    presence, keys, lights = config.presence, config.keys, config.lights
    return Wiring(
        presence=presence.places,
        presence_pin=presence.interrupt,
        keys=keys.keys,
        keys_address=keys.address,
        keys_pin=keys.interrupt,
        key_switch=keys.key_switch,
        doors=keys.doors,
        antennas=config.chips.antennas,
        light_addresses=lights.addresses,
        spot_channels=lights.spots,
        key_channels=lights.keys,
        dealer_display=config.dealer_display,
        payout_display=config.payout_display,
        figures=config.figures,
        tone_pin=config.sounder,
    )


def buses(wires: Wires, reported: Iterable[str] = ()) -> list[Bus]:
    """Return a bus for each wire; `reported` are the parts whose loss the table still knows."""
    known = tuple(reported)
    return [
        Bus("shoe", wires.shoe, known),
        Bus("i2c", wires.i2c, known),
        Bus("chips", wires.chips, known),
        Bus("lines", wires.lines, known),
    ]


class InlineTable:
    """A whole table in one thread, on a clock that is steered: the buses take turns in the loop."""

    def __init__(
        self,
        table: Table,
        ledger: Ledger,
        wires: Wires,
        clock: SteeredClock,
        listeners: Iterable[Listener] = (),
    ) -> None:
        self.loop = Loop(table, ledger, listeners)
        self.buses = buses(wires)
        self._clock = clock
        self._due: dict[Bus, Millis] = {}
        self._shown: Panel | None = None
        self.loop.begin(clock.now())

    def run_for(self, millis: int) -> None:
        """Let the time pass, turn by turn."""
        self.run_until(_never, millis)

    def run_until(self, done: Callable[[], bool], most: int) -> None:
        """Let the time pass until something has happened that makes `done`, or `most` ms."""
        end = Millis(self._clock.now() + most)
        while (due := self._next_due()) <= end:
            self._clock.advance_to(max(due, self._clock.now()))
            if self._turn() and done():
                return
        self._clock.advance_to(end)

    def _next_due(self) -> Millis:
        self._due = {bus: bus.due() for bus in self.buses}
        return min(self._due.values())

    def _turn(self) -> bool:
        """Poll what is due, handle what has happened, show what follows; say if anything has."""
        now = self._clock.now()
        due = [bus for bus, at in self._due.items() if at <= now]
        events = [event for bus in due for event in bus.poll(now)]
        before, self._shown = self._shown, self.loop.take(events, now)
        lost = []
        for bus in due if self._shown is before else self.buses:
            bus.wanted = self._shown
            lost += bus.show(now)
        if lost:
            self.loop.take(lost, now)
        return bool(events or lost)


def _never() -> bool:
    return False
