"""A whole table in one thread on virtual time: controller, wires, far ends and hands."""

from collections.abc import Callable
from typing import Final

from drivers.inputs.debounce import STABLE_MS
from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from firmware.cli.serving.assembly import configured_table, journal_setting, ticket_desk
from firmware.core.table.amount_entry import place_being_keyed
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import CardRead, ChipsSwept, CutCardSeen, Event, FaultRaised
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.config.settings import Config
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.wires import TableWires
from firmware.shell.service.loop import Listener
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from sim.bench.board import SimBoard, memory_ports
from sim.bench.seats import seat_tags
from sim.bench.sim_table import SimTable
from sim.bench.tagged_decks import game_tags
from sim.machines.blower import BlowerPace
from sim.machines.fortune_sensors import FortuneWheelSource
from sim.machines.rfid_shoe import SimRfidShoe
from sim.machines.slingshot import SimSlingShot
from sim.machines.wheel_source import RouletteWheel
from sim.people.hands import KEY_PRESS_MS, TableHands
from sim.play.idle_buses import idle_tests_of
from sim.play.inline_table import InlineTable
from sim.world.virtual_clock import VirtualClock

CHIP_READ_MS: Final = 500
PLACE_READ_MS: Final = 30
"""Long enough, on virtual time, for two sweeps of the antennas: at least, and for each of them."""


class VirtualTable:
    """A table that a script is played at. `listener` is called with every event and its rulings."""

    def __init__(self, config: Config, words: Words, listener: Listener) -> None:
        """Raise OptionRefused on a table that the regulation or the wiring forbids."""
        table = configured_table(config, simulated=True)
        tags = game_tags(config.wiring.shoe, table.state.game)
        clock = VirtualClock()
        self.sim_table = SimTable(config.wiring, tags, clock.now)
        _speed_up(self.sim_table)
        registered_chips: dict[bytes, RegisteredChip] = {}
        ports = memory_ports(self.sim_table)
        self.ports = {name: ports[part.port] for name, part in config.wiring.serial_parts().items()}
        """The host's end of each serial wire, by section."""
        board = SimBoard(self.sim_table, clock, ports)
        stock = Registries(
            ChipRegistry(registered_chips),
            DeckRegistry(tags | seat_tags(config.wiring.seats)),
            DisplayScreens(words),
        )
        self.desk = ticket_desk(config)
        wires = TableWires(config.wiring, board, stock, self.desk)
        stamp = JournalStamp("sim", "", "", "", config.table.game)
        ledger = Ledger(
            Journal.open((MemoryCopy("a"), MemoryCopy("b")), stamp), journal_setting(config, table)
        )
        self.meter_by_part, self.kind_by_section = wires.meter_by_part, wires.kind_by_section
        self.now = clock.now
        self._events: list[Event] = []
        self.inline_table = InlineTable(
            table,
            ledger,
            wires,
            clock,
            [listener, self._add_event],
            idle_tests_of(self.sim_table, wires, self.ports),
            # a script's journal is in memory: there is nothing to wait for
            shared_commit_ms=0,
        )
        chips = config.wiring.chips
        self._settled_ms = max(CHIP_READ_MS, PLACE_READ_MS * len(chips.antennas if chips else ()))
        self.hands = _VirtualHands(self.sim_table, registered_chips, self, self._settled_ms)

    def power_on(self) -> None:
        """Switch everything on and let it come up."""
        self.sim_table.shoe.power_on()
        self.wait_for_event(lambda event: isinstance(event, ChipsSwept), self._settled_ms)
        self.hands.wait(KEY_PRESS_MS)

    def wait_for(self, is_done: Callable[[], bool], max_ms: int) -> None:
        """Let the time pass until the condition is met, at most `max_ms`."""
        self.inline_table.run_until(is_done, max_ms)

    def wait_for_event(self, matches: Callable[[Event], bool], max_ms: int) -> None:
        """Let the time pass until such an event, at most `max_ms`."""
        self._events.clear()
        self.inline_table.run_until(lambda: any(map(matches, self._events)), max_ms)

    def report_event(self, event: Event) -> None:
        """Report an event that comes over no wire: an act of people at the console."""
        self.inline_table.report_event(event)

    @property
    def buses(self) -> list[PartBus]:
        """The wires with their parts."""
        return self.inline_table.buses

    @property
    def core_table(self) -> Table:
        """The controller's table."""
        return self.inline_table.loop.table

    @property
    def panel(self) -> Panel:
        return self.inline_table.loop.panel

    def _add_event(self, event: Event, _rulings: tuple[Ruling, ...]) -> None:
        self._events.append(event)


def _speed_up(sim_table: SimTable) -> None:
    """Shorten card gaps, spins and draws to the time that their messages take on the wire."""
    if isinstance(sim_table.shoe, SimRfidShoe):
        sim_table.shoe.gap_ms = 0
    match sim_table.wheel:
        case RouletteWheel(far_end=SimSlingShot() as wheel):
            wheel.pace.durations_ms = dict.fromkeys(wheel.pace.durations_ms, WHEEL_STATE_MS)
            wheel.pace.status_every = STATUS_MS
        case FortuneWheelSource() as wheel:
            wheel.min_spin_ms = 0
    if sim_table.blower:
        sim_table.blower.pace = BlowerPace(BALL_DRAW_MS, BALL_DRAW_MS)


STATUS_MS: Final = 30
"""A line of status takes 21 ms at the wheel's 9600 baud."""
WHEEL_STATE_MS: Final = 2 * STATUS_MS
"""Long enough for two lines of status in each state of a wheel."""
BALL_DRAW_MS: Final = 50


class _VirtualHands(TableHands):
    """Hands that wait no longer than the table needs to read a key, the chips or a card."""

    key_press_ms = STABLE_MS

    def __init__(
        self,
        sim_table: SimTable,
        registered_chips: dict[bytes, RegisteredChip],
        virtual_table: VirtualTable,
        chip_read_ms: int,
    ) -> None:
        super().__init__(
            sim_table,
            registered_chips,
            virtual_table.inline_table.run_for,
            chip_read_ms,
            virtual_table.core_table.state.game.pack,
        )
        self._virtual_table = virtual_table
        self._released_last: Key | None = None
        """A key whose release the table may not have felt yet."""

    def press_key(self, key: Key) -> None:
        """Press a key, one that was just let go not before the table has felt that."""
        if self.table.buttons.long_press_keys.get(key, key) is self._released_last:
            self._pass_time(self.key_press_ms)
        super().press_key(key)

    def lay_chip(self, place: Place, cents: Cents, bettor: str | None = None) -> bytes:
        """Put one chip on a place, and key the place's amount if amounts are keyed."""
        tag = super().lay_chip(place, cents, bettor)
        if (
            self._core_table.state.rules.amounts.by_dealer
            and self._core_table.state.running_phase is Phase.OPEN
        ):
            self._key_place(place)
        return tag

    def _await_release(self, key: Key) -> None:
        """Return at once, unless the key acts on its release."""
        self._released_last = key
        if key in self.table.buttons.long_press_keys.values():
            super()._await_release(key)

    def await_chip_read(self) -> None:
        """Wait, but no longer than it takes to read every place twice."""
        self._virtual_table.wait_for(self._is_felt_read, self._chip_read_ms)

    def _await_card_read(self) -> None:
        """Wait, at most until the shoe has sent the card."""
        self._virtual_table.wait_for_event(_is_card_event, self.table.shoe.dwell_ms)

    @property
    def _core_table(self) -> Table:
        return self._virtual_table.core_table

    def _key_place(self, place: Place) -> None:
        # NEXT turns through the places: after as many presses as there are, each has been prompted.
        for _ in self.table.felt.stacks:
            if place_being_keyed(self._core_table.state) == place:
                break
            self.press_key(Key.NEXT_PLACE)
        has_amount = self._core_table.state.felt.amount((place, None)) > 0
        place_cents = sum(
            cents
            for (stack_place, _), cents in self.amounts_on_felt().items()
            if stack_place == place
        )
        self.key_amount(
            Cents(place_cents), self._core_table.state.rules.denominations, has_amount=has_amount
        )

    def _is_felt_read(self) -> bool:
        felt, rules = self._core_table.state.felt, self._core_table.state.rules
        if rules.sensed:
            covered = {place for place, tags in self.table.felt.stacks.items() if tags}
            if felt.covered != covered:
                return False
        return not rules.amounts.by_reader or felt.stacks == self.amounts_on_felt()


def _is_card_event(event: Event) -> bool:
    shoe_at_fault = isinstance(event, FaultRaised) and event.part == "shoe"
    return shoe_at_fault or isinstance(event, CardRead | CutCardSeen)
