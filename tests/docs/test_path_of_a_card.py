"""docs/en/path-of-a-card.md names the functions that a card really goes through, in their order."""

import re
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy
from firmware.shell.parts.wires import TableWires
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.pi.serial_port import PyserialPort
from hal.ports import Millis
from sim.bench.board import SimBoard, memory_ports
from sim.bench.sim_table import SimTable
from sim.people.hands import TableHands
from sim.play.inline_table import InlineTable
from sim.wires.pty import PtyWire
from sim.world.virtual_clock import VirtualClock
from tests.kits.paths import ROOT

PAGE = ROOT / "docs" / "en" / "path-of-a-card.md"


def steps() -> list[str]:
    """The functions that the numbered list names, in order: those with a class or module path."""
    numbered = PAGE.read_text(encoding="utf-8").split("\n1. ")[1].split("\n\nThe displays")[0]
    names = re.findall(r"`((?:hal\.pi|drivers|firmware)(?:\.\w+)+)`", numbered)
    return [name for name in names if not name.startswith("firmware.core.vocabulary.events")]


class Dealt:
    """A table whose shoe is at the far end of a real pseudo-terminal, with a bet laid."""

    def __init__(self) -> None:
        config = load_config(DEFAULT_TABLE)
        self.sim = SimTable(config.wiring)
        self.wire = PtyWire(self.sim.far_ends["shoe"], 115200)
        self.port = PyserialPort(self.wire.path, 115200)
        cage: dict[bytes, RegisteredChip] = {}
        clock = VirtualClock()
        ports = memory_ports(self.sim) | {config.wiring.serial_parts()["shoe"].port: self.port}
        stock = Registries(ChipRegistry(cage), DeckRegistry({}), DisplayScreens(Words.load()))
        wires = TableWires(config.wiring, SimBoard(self.sim, clock, ports), stock)
        journal = Journal.open(
            (MemoryCopy("a"), MemoryCopy("b")), JournalStamp("sim", "", "", "", "")
        )
        table = configured_table(config, simulated=True)
        self.table = InlineTable(
            table, Ledger(journal, journal_setting(config, table)), wires, clock
        )
        hands = TableHands(self.sim, cage, self.table.run_for, 500)
        self.table.run_for(500)
        hands.press_key(Key.CONFIRM)
        hands.lay_chip(Place(1, "player"), Cents(1000))

    def deal(self, name: str) -> None:
        self.sim.shoe.draw(parse_card(name))
        game = self.table.loop.table.state.game
        for _ in range(1000):
            self.port.wait(Millis(20))
            self.table.run_for(5)
            if any(game.cards.values()):
                return
        raise AssertionError("the card never came")


@pytest.fixture
def dealt() -> Iterator[Dealt]:
    table = Dealt()
    yield table
    table.wire.close()


def calls(act: Callable[[], None]) -> list[str]:
    seen: list[str] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            seen.append(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return seen


def test_card_takes_every_step_in_order(dealt: Dealt) -> None:
    seen = calls(lambda: dealt.deal("9S"))
    start = max(i for i, name in enumerate(seen) if name.endswith("Ledger.record_events"))
    before, after = seen[:start], seen[start:]
    read = [name for name in steps() if name in before]
    rest = [name for name in steps() if name not in read]
    assert read[:4] == steps()[:4]
    positions = [after.index(name) for name in rest]
    assert positions == sorted(positions)


def test_every_name_exists_in_the_path(dealt: Dealt) -> None:
    seen = set(calls(lambda: dealt.deal("9S")))
    assert [name for name in steps() if name not in seen] == []
