"""A whole table in one thread on virtual time, and the croupier who plays at it."""

from collections.abc import Callable
from random import Random

import pytest

from drivers.kind import Stock
from drivers.tags.chips import Chip, ChipRegistry
from drivers.tags.decks import DeckRegistry
from firmware.cli.serving.assembly import desk_of, seat_table, setting_of
from firmware.core.game.card_game import CardGame
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import Announced, Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, MemoryCopy, Stamp
from firmware.shell.parts.wires import Wires
from firmware.shell.service.reporter import Reporter
from firmware.shell.words.screens import Screens
from firmware.shell.words.words import Words
from sim.bench.bench import SimTable
from sim.bench.board import SimBoard, memory_ports
from sim.bench.tagged import tags_of
from sim.people.actor import Body
from sim.people.by_chance.make_croupier import croupier_at
from sim.people.deal import Deal
from sim.people.hands import Hands
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.play.inline_table import InlineTable
from sim.play.resting import resting
from sim.world.clock import VirtualClock

CHIPS_MS = 200
RESULTS = 40
MOST_STEPS = 150
"""Steps that no round needs."""


class PlayedTable:
    """A table, by default that of its game, with its croupier; `files` hold its journal."""

    def __init__(
        self,
        files: tuple[MemoryCopy, MemoryCopy] | None = None,
        *,
        seed: int = 1,
        speed: float = 1.0,
        mishaps: float = 0.0,
        deals: bool = True,
        language: str = "fr",
        game: str = "baccarat",
        config: Config | None = None,
    ) -> None:
        config = config or default_table(game)
        self.words = Words.load(language)
        self.core = seat_table(config, simulated=True)
        tags = tags_of(config.wiring.shoe, self.core.state.game)
        self.clock = VirtualClock()
        self.sim = SimTable(config.wiring, tags, self.clock.now)
        self.sim.quicken(speed)
        self.files = files or (MemoryCopy("a"), MemoryCopy("b"))
        self.heard: list[Ruling] = []
        self.results: list[str] = []
        cage: dict[bytes, Chip] = {}
        paths = memory_ports(self.sim)
        ports = {name: paths[part.port] for name, part in config.wiring.ports().items()}
        board = SimBoard(self.sim, self.clock, paths)
        stock = Stock(ChipRegistry(cage), DeckRegistry(tags), Screens(self.words))
        desk = desk_of(config)
        wires = Wires(config.wiring, board, stock, desk)
        self._reporter = Reporter(config.table.name, config.table.game, self.words)
        stamp = Stamp("sim", "", "", "", config.table.game)
        ledger = Ledger(Journal.open(self.files, stamp), setting_of(config, self.core))
        rests = resting(self.sim, wires, ports)
        self.table = InlineTable(self.core, ledger, wires, self.clock, [self._hear], rests)
        self._seen: tuple[object, Status] | None = None
        self.hands = Hands(self.sim, cage, self.table.run_for, CHIPS_MS, self.core.state.game.pack)
        chance, layout = Random(seed), layout_of(config)
        deal = Deal(layout.game, chance) if deals and layout.game.decks else None
        person = Person(Body(self.hands, self.look, speed), layout, chance, deal=deal, desk=desk)
        self.croupier = croupier_at(person, chance, deals=deals, mishaps=mishaps)

    def come_back(self) -> None:
        """Have the croupier take the table up where it stands."""
        gone = {parse_card(name): count for name, count in self.core.state.shoe.memory.gone.items()}
        game = self.core.state.game
        dealt = game.hands if isinstance(game, CardGame) else {}
        self.croupier.resume(self.core.state.felt.bets(), gone, dealt)

    def look(self) -> Status:
        """Return the latest status."""
        panel = self.table.loop.panel
        if self._seen is None or self._seen[0] is not panel:
            status = self._reporter.status(self.core, panel, tuple(self.results[-RESULTS:]))
            self._seen = panel, status
        return self._seen[1]

    def _hear(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.heard += rulings
        announced = (ruling.words for ruling in rulings if isinstance(ruling, Announced))
        self.results += filter(None, map(self._reporter.result, announced))


def play(table: PlayedTable, done: Callable[[Status], bool], rounds: int) -> None:
    """Let the croupier play until `done`; fail if he gets stuck."""
    for _ in range(MOST_STEPS * rounds):
        if done(table.look()):
            return
        table.croupier.step()
    pytest.fail(f"stuck at {table.look().ask}, {table.look().dealer}")


def play_rounds(table: PlayedTable, rounds: int) -> None:
    end = table.core.state.round.number + rounds
    play(table, lambda seen: seen.round >= end and seen.phase == "open", rounds)
