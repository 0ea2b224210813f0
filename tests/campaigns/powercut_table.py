"""A table that plays by chance on a journal, and what it was after each event."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from firmware.core.display.show import panel
from firmware.core.table.state import START, Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import ClearAllowed, Event
from firmware.core.vocabulary.faults import FAULTS, Cure
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.ledger import Ledger, Past
from firmware.shell.history.records import Entry, Ruled, Setting, decode
from firmware.shell.journal import Journal, JournalCopy, Policy, Stamp
from firmware.shell.service.loop import Loop
from hal.ports import Millis
from tests.kits.games.any_chance import Chance
from tests.kits.games.any_table import a_new_table
from tests.kits.games.any_throw import ThrownChance

STAMP: Final = Stamp("sim", "0", "00", "00", "any")
POLICY: Final = Policy(segment_bytes=12 << 10, keep_bytes=48 << 10)
"""So small that segments end, and go, every few rounds."""
NOISE: Final = 0.02
"""How often what happens is anything at all: a fault, a late bet, an undo, a wrong card."""


MOST_A_TURN: Final = 3
TOGETHER: Final = 0.3
"""How often the next of a few things that go together comes in the same turn."""


class Moment(NamedTuple):
    """An event, what was ruled on it, and what the table was and showed then."""

    event: Event | None
    rulings: tuple[Ruling, ...]
    state: bytes


def state_of(table: Table) -> bytes:
    """Return a digest of all that a table is and shows."""
    game, bets = table.state.game, table.state.round.bets
    whole = (
        (table.state.going.name, table.checkpoint(), panel(table), table.deadline),
        (game.cards, game.finished, game.due and (game.due.words, game.due.nth)),
        (list(game.bets.items()), list(game.moves.items()), game.lines, bets.lines),
        (list(bets.locked.items()), list(bets.late.items()), bets.settled, game.lot),
        (
            table.state.gesture.low,
            table.state.gesture.keying,
            table.state.gesture.focus,
            table.state.round.offered_at,
            table.state.gesture.keyed,
            table.state.gesture.pricing,
        ),
    )
    plain = msgspec.to_builtins(whole, enc_hook=str, str_keys=True, order="sorted")
    return hashlib.sha256(msgspec.json.encode(plain)).digest()


class Attended:
    """Where two persons must clear a fault, the technician is there too."""

    _table: Table

    def _fault(self) -> list[Event]:
        waiting = [
            ClearAllowed(*of)
            for of, fault in self._table.state.device.trouble.faults.items()
            if FAULTS[fault.code].cure is Cure.BOTH and not fault.gone
        ]
        return list[Event](waiting) or super()._fault()  # type: ignore[misc]


class AtCards(Attended, Chance):
    """Chance at a table of cards."""


class AtThrows(Attended, ThrownChance):
    """Chance at a table of a wheel, dice or balls."""


class Watched(Ledger):
    """Keeps what it reads back, and looks at the table before anything new happens."""

    def __init__(self, journal: Journal, setting: Setting, resumed: Callable[[], None]) -> None:
        super().__init__(journal, setting, lambda: datetime(2026, 1, 1, tzinfo=UTC))
        self._journal = journal
        self._resumed: Callable[[], None] | None = resumed
        self.read: list[Entry] = []

    def past(self) -> Past | None:
        """As the loop asks for it."""
        self.read = [decode(record) for record in self._journal.live_records()]
        return super().past()

    def ruled(self, rulings: tuple[Ruling, ...], back: int) -> None:
        """In the replay: what the power has taken is ruled again."""
        super().ruled(rulings, back)
        if self._resumed is not None:
            self.read.append(Ruled(rulings, back))  # type: ignore[arg-type]

    def started(self, now: int) -> None:
        """Called between the replay and the power's own events."""
        if self._resumed is not None:
            self._resumed()
            self._resumed = None
        super().started(now)


class Seat(NamedTuple):
    """A game by some options and rules, and tables of it: one that plays, one to come back on."""

    setting: Setting
    table: Table
    other: Table


def seat(game: str, chance: Random) -> Seat:
    """Return tables by some options and rules."""
    new = a_new_table(game, chance, "read", limits={}, late_entry="allow")
    table = new()
    setting = Setting("0", "00", "00", "quebec-2007", game, {}, table.state.rules)
    return Seat(setting, table, new())


def opened(copies: tuple[JournalCopy, JournalCopy]) -> Journal:
    """Open the journal as a service does."""
    return Journal.open(copies, STAMP, POLICY)


class Service:
    """A table in service, and how it was when all was read back."""

    def __init__(
        self, journal: Journal, setting: Setting, table: Table, heard: Callable[[Moment], None]
    ) -> None:
        self.journal = journal
        self.heard = heard
        table.resume_from(START)
        self.resumed, self.before = b"", START
        self.ledger = Watched(journal, setting, self._resumed)
        self.loop = Loop(table, self.ledger, [self._hear])

    def _resumed(self) -> None:
        self.resumed = state_of(self.loop.table)
        self.before = self.loop.table.checkpoint()

    def _hear(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.heard(Moment(event, rulings, state_of(self.loop.table)))


class Player:
    """Chance that goes on at whichever loop the table is in."""

    def __init__(self, chance: Random, game: str, table: Table) -> None:
        self.table = table
        self._chance = chance
        kind = AtThrows if table.state.game.INSTRUMENT else AtCards
        self._at = kind(chance, game, self, NOISE)  # type: ignore[arg-type]

    @property
    def panel(self) -> Any:
        """What the table shows."""
        return panel(self.table)

    def act(self, loop: Loop, now: int) -> None:
        """Have something happen, or a few things in one turn that go together."""
        events = [self._at.next()]
        while self._at._plan and len(events) < MOST_A_TURN and self._chance.random() < TOGETHER:
            events.append(self._at._plan.popleft())
        loop.take(events, Millis(now))


def changed_by_power(before: Checkpoint, table: Table) -> str | None:
    """Say what the power has changed beyond what it may; None if nothing."""
    after = table.checkpoint()
    fields = set(Checkpoint.__struct_fields__) - MAY_CHANGE
    moved = sorted(name for name in fields if getattr(before, name) != getattr(after, name))
    if moved:
        return f"the power has changed {', '.join(moved)}"
    stand = {(fault.part, fault.code) for fault in after.faults}
    if not stand.issuperset((fault.part, fault.code) for fault in before.faults):
        return "the power has cured a fault"
    if table.state.phase is not Phase.CLOSED and not (
        panel(table).shoe_locked and after.felt_unconfirmed
    ):
        return "the table is not locked until the felt is confirmed"
    return None


MAY_CHANGE: Final = frozenset(
    {"key_switch", "doors_open", "covered", "unreported", "faults", "felt_unconfirmed", "sound"}
)
"""The supervisor's key, doors, sensors and readers tell anew; faults are held apart."""
