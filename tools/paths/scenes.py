"""A simulated table at which a scenario is played, one turn after the other on a virtual clock."""

from collections.abc import Mapping
from typing import Final

from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.vocabulary.keys import Key
from firmware.shell.config.settings import Config
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy
from firmware.shell.parts.wires import TableWires
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.ports import SerialPort
from sim.bench.board import SimBoard, memory_ports
from sim.bench.sim_table import SimTable
from sim.people.hands import TableHands
from sim.play.inline_table import InlineTable
from sim.world.virtual_clock import VirtualClock

CHIP_READ_MS: Final = 500
"""Long enough for two sweeps of all antennas."""
START_MS: Final = 1500
"""Long enough for every part to have answered."""


class Scene:
    """A table in the hands of its dealer: closed, with every part there."""

    def __init__(
        self,
        config: Config,
        sim_table: SimTable,
        language: str,
        ports: Mapping[str, SerialPort] | None = None,
        copies: tuple[MemoryCopy, MemoryCopy] | None = None,
    ) -> None:
        """`ports` are real ones, by path; the other serial wires are in memory. `copies` are those
        of a journal that is there already.
        """
        registered_chips: dict[bytes, RegisteredChip] = {}
        clock = VirtualClock()
        board = SimBoard(sim_table, clock, memory_ports(sim_table) | dict(ports or {}))
        registries = Registries(
            ChipRegistry(registered_chips), DeckRegistry({}), DisplayScreens(Words.load(language))
        )
        self.copies = copies or (MemoryCopy("first"), MemoryCopy("second"))
        journal = Journal.open(self.copies, JournalStamp("sim", "", "", "", config.table.game))
        table = configured_table(config, simulated=True)
        ledger = Ledger(journal, journal_setting(config, table))
        wires = TableWires(config.wiring, board, registries)
        self.inline_table = InlineTable(table, ledger, wires, clock)
        self.hands = TableHands(
            sim_table, registered_chips, self.inline_table.run_for, CHIP_READ_MS
        )
        self.inline_table.run_for(START_MS)

    def open_table(self) -> None:
        """Open the table: the players may bet."""
        self.hands.press_key(Key.CONFIRM)
        self.inline_table.run_for(START_MS)
