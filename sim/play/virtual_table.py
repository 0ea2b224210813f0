"""A whole table in one thread on virtual time: controller, wires, far ends and hands."""

from collections.abc import Callable
from typing import Final

from drivers.inputs.debounce import STABLE_MS
from drivers.kind import Stock
from drivers.tags.chips import Chip, ChipRegistry
from drivers.tags.decks import DeckRegistry
from firmware.cli.serving.assembly import desk_of, seat_table, setting_of
from firmware.core.table.keying import place_being_keyed
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
from firmware.shell.journal import Journal, MemoryCopy, Stamp
from firmware.shell.parts.bus import Bus
from firmware.shell.parts.wires import Wires
from firmware.shell.service.loop import Listener
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words
from sim.bench.bench import SimTable
from sim.bench.board import SimBoard, memory_ports
from sim.bench.seats import seat_tags
from sim.bench.tagged import tags_of
from sim.machines.blower import Pace
from sim.machines.fortune_sensors import FortuneWheelSource
from sim.machines.rfid_shoe import SimRfidShoe
from sim.machines.slingshot import SimSlingShot
from sim.machines.wheel_source import RouletteWheel
from sim.people.hands import KEY_MS, Hands
from sim.play.inline_table import InlineTable
from sim.play.resting import resting
from sim.world.clock import VirtualClock

CHIPS_MS: Final = 500
PLACE_MS: Final = 30
"""Long enough, on virtual time, for two sweeps of the antennas: at least, and for each of them."""


class VirtualTable:
    """A table that a script is played at. `heard` is called with every event and its rulings."""

    def __init__(self, config: Config, words: Words, heard: Listener) -> None:
        """Raise OptionRefused on a table that the regulation or the wiring forbids."""
        table = seat_table(config, simulated=True)
        tags = tags_of(config.wiring.shoe, table.state.game)
        clock = VirtualClock()
        self.sim = SimTable(config.wiring, tags, clock.now)
        _hasten(self.sim)
        cage: dict[bytes, Chip] = {}
        ports = memory_ports(self.sim)
        self.ports = {name: ports[part.port] for name, part in config.wiring.ports().items()}
        """The host's end of each serial wire, by section."""
        board = SimBoard(self.sim, clock, ports)
        stock = Stock(
            ChipRegistry(cage), DeckRegistry(tags | seat_tags(config.wiring.seats)), Screens(words)
        )
        self.desk = desk_of(config)
        wires = Wires(config.wiring, board, stock, self.desk)
        stamp = Stamp("sim", "", "", "", config.table.game)
        ledger = Ledger(
            Journal.open((MemoryCopy("a"), MemoryCopy("b")), stamp), setting_of(config, table)
        )
        self.meters, self.kinds, self.now = wires.meters, wires.kinds, clock.now
        self._told: list[Event] = []
        self.inline = InlineTable(
            table,
            ledger,
            wires,
            clock,
            [heard, self._hear],
            resting(self.sim, wires, self.ports),
        )
        chips = config.wiring.chips
        self._settled_ms = max(CHIPS_MS, PLACE_MS * len(chips.antennas if chips else ()))
        self.hands = _Hands(self.sim, cage, self, self._settled_ms)

    def power_on(self) -> None:
        """Switch everything on and let it come up."""
        self.sim.shoe.power_on()
        self.wait_for_event(lambda event: isinstance(event, ChipsSwept), self._settled_ms)
        self.hands.wait(KEY_MS)

    def wait_for(self, come: Callable[[], bool], most: int) -> None:
        """Let the time pass until something has come, or `most` ms."""
        self.inline.run_until(come, most)

    def wait_for_event(self, wanted: Callable[[Event], bool], most: int) -> None:
        """Let the time pass until such an event has come, or `most` ms."""
        self._told.clear()
        self.inline.run_until(lambda: any(map(wanted, self._told)), most)

    @property
    def buses(self) -> list[Bus]:
        """The wires with their parts."""
        return self.inline.buses

    @property
    def core(self) -> Table:
        """The controller's table."""
        return self.inline.loop.table

    @property
    def panel(self) -> Panel:
        return self.inline.loop.panel

    def _hear(self, event: Event, _rulings: tuple[Ruling, ...]) -> None:
        self._told.append(event)


def _hasten(sim: SimTable) -> None:
    """Have cards, wheels and balls take no longer than it takes to tell of them."""
    if isinstance(sim.shoe, SimRfidShoe):
        sim.shoe.gap_ms = 0
    match sim.wheel:
        case RouletteWheel(far_end=SimSlingShot() as wheel):
            wheel.pace.lasts = dict.fromkeys(wheel.pace.lasts, SPIN_MS)
            wheel.pace.status_every = STATUS_MS
        case FortuneWheelSource() as wheel:
            wheel.least_ms = 0
    if sim.blower:
        sim.blower.pace = Pace(BALL_MS, BALL_MS)


STATUS_MS: Final = 30
"""A line of status takes 21 ms at the wheel's 9600 baud."""
SPIN_MS: Final = 2 * STATUS_MS
"""Long enough for two lines of status in each state of a wheel."""
BALL_MS: Final = 50


class _Hands(Hands):
    """Hands that go on as soon as the table has felt a press, or seen how chips and cards lie."""

    key_ms = STABLE_MS

    def __init__(
        self, sim: SimTable, cage: dict[bytes, Chip], at: VirtualTable, chips_ms: int
    ) -> None:
        super().__init__(sim, cage, at.inline.run_for, chips_ms, at.core.state.game.pack)
        self._at = at
        self._let_go_last: Key | None = None
        """A key whose release the table may not have felt yet."""

    def press(self, key: Key) -> None:
        """Press a key, one that was just let go not before the table has felt that."""
        if self.table.buttons.held.get(key, key) is self._let_go_last:
            self._pass(self.key_ms)
        super().press(key)

    def put(self, place: Place, cents: Cents, bettor: str | None = None) -> bytes:
        """Lay one chip on a place, and key what lies there now if amounts are keyed."""
        tag = super().put(place, cents, bettor)
        if self._core.state.rules.amounts.by_dealer and self._core.state.going is Phase.OPEN:
            self._key(place)
        return tag

    def _let_go(self, key: Key) -> None:
        """Go on at once, unless the key counts as it is let go."""
        self._let_go_last = key
        if key in self.table.buttons.held.values():
            super()._let_go(key)

    def let_read(self) -> None:
        """Wait, but no longer than it takes to read every place twice."""
        self._at.wait_for(self._seen, self._chips_ms)

    def _let_see(self) -> None:
        """Wait, at most until the shoe has sent the card."""
        self._at.wait_for_event(_tells_of_card, self.table.shoe.dwell_ms)

    @property
    def _core(self) -> Table:
        return self._at.core

    def _key(self, place: Place) -> None:
        for _ in self.table.felt.stacks:
            if place_being_keyed(self._core.state) == place:
                break
            self.press(Key.PLACE)
        lying = self._core.state.felt.amount((place, None)) > 0
        worth = sum(cents for (at, _), cents in self.amounts().items() if at == place)
        self.key_amount(Cents(worth), self._core.state.rules.denominations, lying=lying)

    def _seen(self) -> bool:
        felt, rules = self._core.state.felt, self._core.state.rules
        if rules.sensed:
            covered = {place for place, tags in self.table.felt.stacks.items() if tags}
            if felt.covered != covered:
                return False
        return not rules.amounts.by_reader or felt.stacks == self.amounts()


def _tells_of_card(event: Event) -> bool:
    shoe_at_fault = isinstance(event, FaultRaised) and event.part == "shoe"
    return shoe_at_fault or isinstance(event, CardRead | CutCardSeen)
