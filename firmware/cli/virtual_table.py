"""A whole table in one thread on virtual time: controller, wires, far ends and hands."""

from collections.abc import Callable
from typing import Final

from drivers.chips import Chip, ChipRegistry
from drivers.debounce import STABLE_MS
from drivers.decks import DeckRegistry
from firmware.cli.assembly import desk_of, seat_table, setting_of
from firmware.cli.inline_table import InlineTable
from firmware.cli.resting import resting
from firmware.core.events import CardRead, ChipsSwept, CutCardSeen, Event, FaultRaised, Key, Place
from firmware.core.keying import place_being_keyed
from firmware.core.money import Cents
from firmware.core.panel import Panel
from firmware.core.phase import Phase
from firmware.core.rulings import Ruling
from firmware.core.table import Table
from firmware.shell.bus import Bus
from firmware.shell.config import Config
from firmware.shell.journal import Journal, MemoryCopy, Stamp
from firmware.shell.ledger import Ledger
from firmware.shell.loop import Listener
from firmware.shell.parts import Stock
from firmware.shell.screens import Screens
from firmware.shell.wires import Wires
from firmware.shell.words import Words
from sim.board import SimBoard, memory_ports
from sim.clock import VirtualClock
from sim.hands import KEY_MS, Hands
from sim.rfid_shoe import SimRfidShoe
from sim.slingshot import SimSlingShot
from sim.table import SimTable
from sim.tagged import tags_of
from sim.wheels import FortuneWheelSource, RouletteWheel

CHIPS_MS: Final = 500
PLACE_MS: Final = 30
"""Long enough, on virtual time, for two sweeps of the antennas: at least, and for each of them."""


class VirtualTable:
    """A table that a script is played at. `heard` is told every event with its rulings."""

    def __init__(self, config: Config, words: Words, heard: Listener) -> None:
        """Raise OptionRefused on a table that the regulation or the wiring forbids."""
        table = seat_table(config, simulated=True)
        tags = tags_of(config.wiring.shoe, table.game)
        clock = VirtualClock()
        self.sim = SimTable(config.wiring, tags, clock.now)
        _hasten(self.sim)
        cage: dict[bytes, Chip] = {}
        ports = memory_ports(self.sim)
        self.ports = {name: ports[part.port] for name, part in config.wiring.ports().items()}
        """The host's end of each serial wire, by section."""
        board = SimBoard(self.sim, clock, ports)
        stock = Stock(ChipRegistry(cage), DeckRegistry(tags), Screens(words))
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
        """What the table shows."""
        return self.inline.loop.panel

    def _hear(self, event: Event, _rulings: tuple[Ruling, ...]) -> None:
        self._told.append(event)


def _hasten(sim: SimTable) -> None:
    """Have cards, wheels and balls take no longer than it takes to tell of them."""
    if isinstance(sim.shoe, SimRfidShoe):
        sim.shoe.gap_ms = 0
    match sim.wheel:
        case RouletteWheel(far_end=SimSlingShot() as wheel):
            wheel.lasts, wheel.status_every = dict.fromkeys(wheel.lasts, SPIN_MS), STATUS_MS
        case FortuneWheelSource() as wheel:
            wheel.least_ms = 0
    if sim.blower:
        sim.blower.first_ms = sim.blower.every_ms = BALL_MS


STATUS_MS: Final = 30
"""A line of status takes 21 ms at the wheel's 9600 baud."""
SPIN_MS: Final = 2 * STATUS_MS
"""Long enough for two lines of status in each state of a wheel."""
BALL_MS: Final = 50


class _Hands(Hands):
    """Hands that go on as soon as the table has felt a key, or seen how chips and cards lie."""

    key_ms = STABLE_MS

    def __init__(
        self, sim: SimTable, cage: dict[bytes, Chip], at: VirtualTable, chips_ms: int
    ) -> None:
        super().__init__(sim, cage, at.inline.run_for, chips_ms, at.core.game.pack)
        self._at = at

    def put(self, place: Place, cents: Cents, bettor: str | None = None) -> bytes:
        """Lay one chip on a place, and key what lies there now if amounts are keyed."""
        tag = super().put(place, cents, bettor)
        if self._core.rules.amounts == "keyed" and self._core.phase is Phase.OPEN:
            self._key(place)
        return tag

    def let_read(self) -> None:
        """Wait, but no longer than it takes to read every place twice."""
        self._at.wait_for(self._seen, self._chips_ms)

    def _let_see(self) -> None:
        """Wait, but no longer than until the shoe has told of the card."""
        self._at.wait_for_event(_tells_of_card, self.table.shoe.dwell_ms)

    @property
    def _core(self) -> Table:
        return self._at.core

    def _key(self, place: Place) -> None:
        for _ in self.table.stacks:
            if place_being_keyed(self._core) == place:
                break
            self.press(Key.PLACE)
        lying = self._core.felt.amount((place, None)) > 0
        worth = sum(cents for (at, _), cents in self.amounts().items() if at == place)
        self.key_amount(Cents(worth), self._core.rules.denominations, lying=lying)

    def _seen(self) -> bool:
        felt, rules = self._core.felt, self._core.rules
        covered = {place for place, tags in self.table.stacks.items() if tags}
        felt_right = felt.covered == covered or not rules.sensed
        return felt_right and (rules.amounts != "read" or felt.stacks == self.amounts())


def _tells_of_card(event: Event) -> bool:
    shoe_at_fault = isinstance(event, FaultRaised) and event.part == "shoe"
    return shoe_at_fault or isinstance(event, CardRead | CutCardSeen)
