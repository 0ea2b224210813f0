"""A baccarat table whose journal, felt and far ends outlive the program that is started at it."""

from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import BetSettled, FaultShown, Refused, Ruling
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy
from firmware.shell.parts.wires import TableWires
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from sim.bench.board import SimBoard, memory_ports
from sim.bench.sim_table import SimTable
from sim.people.hands import TableHands
from sim.play.inline_table import InlineTable
from sim.world.virtual_clock import VirtualClock

CHIPS_MS = 500
STAMP = JournalStamp("sim", "", "", "", "baccarat")


class LastingTable:
    """The table, its program not started yet; `events` and `rulings` are of its last run."""

    def __init__(self, language: str = "fr") -> None:
        self._config = load_config(DEFAULT_TABLE)
        self._files = MemoryCopy("a"), MemoryCopy("b")
        self._clock = VirtualClock()
        self._cage: dict[bytes, RegisteredChip] = {}
        self.words = Words.load(language)
        self.sim = SimTable(self._config.wiring, {}, self._clock.now)
        ports = memory_ports(self.sim)
        self.ports = {
            name: ports[part.port] for name, part in self._config.wiring.serial_parts().items()
        }
        self._board = SimBoard(self.sim, self._clock, ports)
        self.hands = TableHands(self.sim, self._cage, self.run_for, CHIPS_MS)
        self.events: list[Event] = []
        self.rulings: list[Ruling] = []

    def start(self) -> None:
        """Start the program; one that ran before ends here without a word."""
        self.events.clear()
        self.rulings.clear()
        core = configured_table(self._config, simulated=True)
        stock = Registries(ChipRegistry(self._cage), DeckRegistry({}), DisplayScreens(self.words))
        wires = TableWires(self._config.wiring, self._board, stock)
        ledger = Ledger(Journal.open(self._files, STAMP), journal_setting(self._config, core))
        self._inline = InlineTable(core, ledger, wires, self._clock, [self._take_rulings])

    def run_for(self, millis: int) -> None:
        self._inline.run_for(millis)

    @property
    def core(self) -> Table:
        return self._inline.loop.table

    def prompt(self) -> str:
        """Return the dealer's one next act, as his display says it, any space as a plain one."""
        return " ".join(self.words.render(self._inline.loop.panel.dealer[0]).split())

    def faults(self) -> list[tuple[str, str]]:
        """Return the faults that were shown, over or not."""
        return [(said.part, said.code) for said in self.rulings if isinstance(said, FaultShown)]

    def refusals(self) -> list[str]:
        return [said.why.key for said in self.rulings if isinstance(said, Refused)]

    def outcomes(self) -> list[str]:
        return [said.outcome for said in self.rulings if isinstance(said, BetSettled)]

    def _take_rulings(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.events.append(event)
        self.rulings += rulings
