"""A whole table in one thread on virtual time, and the croupier who plays at it."""

from collections.abc import Callable
from random import Random

import pytest

from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from firmware.cli.serving.assembly import configured_table, journal_setting, ticket_desk
from firmware.core.game.card_game import CardGame
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import Announced, Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy
from firmware.shell.parts.wires import TableWires
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from sim.bench.board import SimBoard, memory_ports
from sim.bench.sim_table import SimTable
from sim.bench.tagged_decks import game_tags
from sim.people.actor import Actor
from sim.people.by_chance.make_croupier import make_croupier
from sim.people.deal import DealtCards
from sim.people.hands import TableHands
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.play.idle_buses import idle_tests_of
from sim.play.inline_table import InlineTable
from sim.world.virtual_clock import VirtualClock

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
        self.core = configured_table(config, simulated=True)
        tags = game_tags(config.wiring.shoe, self.core.state.game)
        self.clock = VirtualClock()
        self.sim = SimTable(config.wiring, tags, self.clock.now)
        self.sim.set_speed(speed)
        self.files = files or (MemoryCopy("a"), MemoryCopy("b"))
        self.rulings: list[Ruling] = []
        self.results: list[str] = []
        cage: dict[bytes, RegisteredChip] = {}
        paths = memory_ports(self.sim)
        ports = {name: paths[part.port] for name, part in config.wiring.serial_parts().items()}
        board = SimBoard(self.sim, self.clock, paths)
        stock = Registries(ChipRegistry(cage), DeckRegistry(tags), DisplayScreens(self.words))
        desk = ticket_desk(config)
        wires = TableWires(config.wiring, board, stock, desk)
        self._reporter = StatusReporter(config.table.name, config.table.game, self.words)
        stamp = JournalStamp("sim", "", "", "", config.table.game)
        ledger = Ledger(Journal.open(self.files, stamp), journal_setting(config, self.core))
        rests = idle_tests_of(self.sim, wires, ports)
        self.table = InlineTable(self.core, ledger, wires, self.clock, [self._take_rulings], rests)
        self._seen: tuple[object, Status] | None = None
        self.hands = TableHands(
            self.sim, cage, self.table.run_for, CHIPS_MS, self.core.state.game.pack
        )
        chance, layout = Random(seed), layout_of(config)
        deal = DealtCards(layout.game, chance) if deals and layout.game.decks else None
        person = Person(
            Actor(self.hands, self.look, speed), layout, chance, dealt_cards=deal, ticket_desk=desk
        )
        self.croupier = make_croupier(person, chance, deals_cards=deals, mishap_rate=mishaps)

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
            status = self._reporter.table_status(self.core, panel, tuple(self.results[-RESULTS:]))
            self._seen = panel, status
        return self._seen[1]

    def _take_rulings(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.rulings += rulings
        announced = (ruling.words for ruling in rulings if isinstance(ruling, Announced))
        self.results += filter(None, map(self._reporter.short_result, announced))


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
