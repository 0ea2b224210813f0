"""A baccarat table with a journal in memory, for the shell's tests."""

from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed, PresenceSeen, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.history.journal_entries import Setting
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalCopy, JournalStamp, MemoryCopy
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.quebec import open_game

STAMP = JournalStamp("sim", "0", "00", "00", "baccarat")
SETTING = Setting("0", "00", "00", "quebec-2007", "baccarat", {}, TableRules())
CONFIRM, CLOSE, UNDO = (KeyPressed(key) for key in (Key.CONFIRM, Key.NO_MORE_BETS, Key.UNDO))


def table() -> Table:
    return Table(open_game("baccarat", {}), TableRules())


def bet(spot: int, on: str, cents: int) -> list[Event]:
    place = Place(spot, on)
    return [PresenceSeen(place, covered=cents > 0), StackRead(place, Cents(cents))]


def cards(names: str) -> list[Event]:
    return [CardRead(parse_card(name)) for name in names.split()]


class Disks:
    """Two copies in memory that outlive the loops opened on them."""

    stamp = STAMP

    def __init__(self, first: JournalCopy | None = None) -> None:
        self.files: tuple[JournalCopy, JournalCopy] = (first or MemoryCopy("a"), MemoryCopy("b"))

    def loop(self) -> TableLoop:
        loop = TableLoop(table(), Ledger(Journal.open(self.files, STAMP), SETTING))
        loop.begin(Millis(0))
        return loop


def do(loop: TableLoop, *events: Event) -> None:
    for event in events:
        loop.handle_and_follow([event], Millis(loop.cycle_count))
