"""A whole table in one thread on virtual time, and the croupier who plays at it."""

from random import Random

from drivers.chips import Chip, ChipRegistry
from drivers.decks import DeckRegistry
from firmware.cli.assembly import InlineTable, seat_table
from firmware.core.events import Event
from firmware.core.rulings import Ruling
from firmware.shell.config import DEFAULT_TABLE, load
from firmware.shell.journal import Journal, MemoryFile, Stamp
from firmware.shell.ledger import Ledger
from firmware.shell.parts import Stock
from firmware.shell.screens import Screens
from firmware.shell.status import Reporter, Status
from firmware.shell.wires import Wires
from firmware.shell.words import Words
from sim.board import SimBoard
from sim.clock import VirtualClock
from sim.croupier import SimCroupier
from sim.hands import Hands
from sim.players import Layout
from sim.table import SimTable

CHIPS_MS = 200
RESULTS = 40


class PlayedTable:
    """The default table with its croupier; `files` hold its journal."""

    def __init__(
        self,
        files: tuple[MemoryFile, MemoryFile] | None = None,
        *,
        seed: int = 1,
        speed: float = 1.0,
        mishaps: float = 0.0,
        deals: bool = True,
        language: str = "fr",
    ) -> None:
        config = load(DEFAULT_TABLE)
        self.words = Words.load(language)
        self.sim = SimTable(config.wiring)
        self.clock = VirtualClock()
        self.files = files or (MemoryFile("a"), MemoryFile("b"))
        self.heard: list[Ruling] = []
        self.results: list[str] = []
        cage: dict[bytes, Chip] = {}
        board = SimBoard(self.sim, self.clock)
        stock = Stock(ChipRegistry(cage), DeckRegistry({}), Screens(self.words))
        wires = Wires(config.wiring, board, stock)
        ledger = Ledger(Journal.open(self.files, Stamp("sim", "", "", "", config.table.game)))
        self.core = seat_table(config, simulated=True)
        self.table = InlineTable(self.core, ledger, wires, self.clock, [self._hear])
        self._reporter = Reporter(config.table.name, config.table.game, self.words)
        self._seen: tuple[object, Status] | None = None
        self.hands = Hands(self.sim, cage, self.table.run_for, CHIPS_MS)
        layout = Layout(
            config.table.spots, config.limits, config.table.denominations, self.core.shoe.decks
        )
        self.croupier = SimCroupier(
            self.hands, self.look, Random(seed), layout, speed=speed, deals=deals, mishaps=mishaps
        )

    def look(self) -> Status:
        """Return the latest status."""
        panel = self.table.loop.panel
        if self._seen is None or self._seen[0] is not panel:
            status = self._reporter.status(self.core, panel, tuple(self.results[-RESULTS:]))
            self._seen = panel, status
        return self._seen[1]

    def _hear(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.heard += rulings
