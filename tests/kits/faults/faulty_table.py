"""A whole table, controller and far ends, whose wires can be made to misbehave."""

from collections.abc import Sequence

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled, Refused, Ruling
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.settings import Config
from firmware.shell.words.words import Words
from sim.play.virtual_table import VirtualTable
from sim.wires.memory_port import MemoryPort


class FaultyTable:
    """A table of baccarat, by default of seven spots and open, and all its rulings."""

    def __init__(self, config: Config | None = None, *, opened: bool = True) -> None:
        self.rulings: list[Ruling] = []
        self.virtual = VirtualTable(
            config or load_config(DEFAULT_TABLE), Words.load("fr"), self._take_rulings
        )
        self.sim, self.hands = self.virtual.sim_table, self.virtual.hands
        if opened:
            self.virtual.power_on()
            self.hands.press_key(Key.CONFIRM)

    def _take_rulings(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.rulings += rulings

    def port(self, part: str) -> MemoryPort:
        """The host's end of a part's serial wire."""
        return self.virtual.ports[part]

    def bet(self, spot: int = 1, on: str = "banker", cents: int = 2500) -> bytes:
        return self.hands.lay_chip(Place(spot, on), Cents(cents))

    def draw(self, names: str) -> None:
        for name in names.split():
            self.hands.draw_card(parse_card(name))

    def supervise(self, *keys: Key) -> None:
        self.hands.turn_key_switch(is_on=True)
        for key in keys:
            self.hands.press_key(key)
        self.hands.turn_key_switch(is_on=False)

    @property
    def phase(self) -> Phase | None:
        return self.virtual.core_table.state.running_phase

    @property
    def faults(self) -> list[tuple[str, str]]:
        trouble = self.virtual.core_table.state.device.trouble
        return [(fault.part, fault.code) for fault in trouble.faults]

    @property
    def cards(self) -> dict[str, list[str]]:
        return {
            h: [c.name for c in cs] for h, cs in self.virtual.core_table.state.game.cards.items()
        }

    def settled(self) -> Sequence[BetSettled]:
        return [ruling for ruling in self.rulings if isinstance(ruling, BetSettled)]

    def refusals(self) -> list[str]:
        return [ruling.why.key for ruling in self.rulings if isinstance(ruling, Refused)]

    def prompt(self) -> str:
        return self.virtual.panel.dealer[0].key

    def colours(self, *spots: int) -> list[tuple[int, int, int]]:
        return [self.sim.spot_colour(spot) for spot in spots]

    def deal_two(self) -> None:
        """Open the table if it is not, bet on the bank, close, and deal a card to each hand."""
        if self.phase is Phase.CLOSED:
            self.hands.press_key(Key.CONFIRM)
        self.bet()
        self.hands.press_key(Key.NO_MORE_BETS)
        self.draw("9S 2D")

    def lay_anew(self) -> None:
        """Lift every stack and lay it again."""
        for place in [place for place, tags in self.sim.felt.stacks.items() if tags]:
            self.sim.felt.sensors.cover(place, is_covered=False)
            self.hands.wait(2000)
            self.sim.felt.sensors.cover(place, is_covered=True)
            self.hands.wait(2000)

    def goes_on(self) -> None:
        """The round that stands is dealt to its end and settled: 9 against 2."""
        wanted = {"player": ["9S", "KH"], "banker": ["2D", "QC"]}
        while (due := self.virtual.core_table.state.game.due) is not None:
            self.draw(wanted[due.drawn.value][due.nth - 1])
        assert self.phase is Phase.ROUND
        assert [(line.outcome, line.paid) for line in self.settled()] == [("lose", 0)]
