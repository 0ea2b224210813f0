"""A table of wheels, dice or balls without parts, and its rulings."""

from collections.abc import Mapping
from typing import Any

from firmware.core.display.panel import table_panel
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event, KeyPressed, KeySwitchTurned, StackRead
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Announced, BetSettled, FaultShown, Refused, Ruling
from tests.kits.quebec import open_game

DENOMINATIONS = (Cents(10000), Cents(2500), Cents(500), Cents(100))


class Felt:
    """An open table; `now` is the time, which a test moves."""

    def __init__(self, game: str, options: Mapping[str, Any] | None = None, **rules: Any) -> None:
        self.now = 0
        self.rulings: list[Ruling] = []
        settings = {"sensed": False, "denominations": DENOMINATIONS, "keys": tuple(Key), **rules}
        self.table = Table(open_game(game, dict(options or {})), TableRules(**settings))
        self.press(Key.CONFIRM)

    def tell(self, *events: Event) -> list[Ruling]:
        """Handle events; return the rulings on the last one."""
        for event in events:
            self.last = list(self.table.handle(event, self.now))
            self.rulings += self.last
        return self.last

    def press(self, *keys: Key) -> list[Ruling]:
        return self.tell(*map(KeyPressed, keys))

    def key(self, *symbols: int) -> list[Ruling]:
        return self.press(*(DIGIT_KEYS[symbol] for symbol in symbols))

    def key_switch(self, *, on: bool) -> list[Ruling]:
        return self.tell(KeySwitchTurned(on))

    def bet(self, spot: int, on: str, cents: int, bettor: str | None = None) -> list[Ruling]:
        return self.tell(StackRead(Place(spot, on), Cents(cents), bettor))

    def sweep(self) -> None:
        """Take and pay all settled bets, and move the carried-over ones."""
        state = self.table.state
        carried = state.round.bets.carried_stacks
        for stack in [stack for stack in state.felt.stacks if stack not in carried]:
            self.bet(stack[0].spot, stack[0].on, 0, stack[1])
        for (place, bettor), cents in carried.items():
            self.bet(place.spot, place.on, cents, bettor)

    @property
    def phase(self) -> Phase | None:
        return self.table.state.running_phase

    @property
    def settled(self) -> list[tuple[str, str, int]]:
        lines = [r for r in self.rulings if isinstance(r, BetSettled)]
        return [(line.bet.place.on, line.outcome, line.paid) for line in lines]

    @property
    def refused(self) -> list[str]:
        return [r.why.key for r in self.rulings if isinstance(r, Refused)]

    @property
    def announced(self) -> list[str]:
        return [r.words.key for r in self.rulings if isinstance(r, Announced)]

    @property
    def alarms(self) -> list[str]:
        return [r.why.key for r in self.rulings if isinstance(r, FaultShown)]

    @property
    def prompt(self) -> list[str]:
        return [text.key for text in table_panel(self.table).dealer]

    @property
    def lit(self) -> frozenset[Key]:
        return table_panel(self.table).keys
