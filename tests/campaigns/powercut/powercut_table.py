"""A table that plays at random on a journal, and its state after each event."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from firmware.core.display.panel import table_panel
from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint, DeviceState
from firmware.core.table.fault_state import Trouble
from firmware.core.table.felt import FeltMemory
from firmware.core.table.shoe import ShoeMemory
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import ClearAllowed, Event
from firmware.core.vocabulary.faults import FaultCure
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.journal_entries import Entry, Ruled, Setting, decode
from firmware.shell.history.resume_point import ResumePoint
from firmware.shell.journal import Journal, JournalCopy, JournalStamp, RetentionPolicy
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.campaigns.powercut.observed_ledger import ObservedLedger, Observer
from tests.kits.games.any_chance import Chance
from tests.kits.games.any_keyed_poker import KeyedChance
from tests.kits.games.any_table import a_new_table
from tests.kits.games.any_throw import ThrownChance

STAMP: Final = JournalStamp("sim", "0", "00", "00", "any")
POLICY: Final = RetentionPolicy(segment_bytes=12 << 10, keep_bytes=48 << 10)
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
    state, gesture = table.state, table.state.key_entry
    game, bets = state.game, state.round.bets
    whole = (
        (state.running_phase, table.checkpoint(), table_panel(table), table.deadline),
        (game.cards, game.finished, game.due and (game.due.words, game.due.nth)),
        (list(game.bets.items()), list(game.bet_moves.items()), game.lines, bets.lines),
        (
            list(bets.locked_bets.items()),
            list(bets.late_stacks.items()),
            bets.settled,
            game.jackpot.cents,
        ),
        (gesture.low, gesture.keying, gesture.focus, gesture.keyed, gesture.pricing),
        gesture.amount,
        state.round.offered_at_ms,
    )
    plain = msgspec.to_builtins(whole, enc_hook=str, str_keys=True, order="sorted")
    return hashlib.sha256(msgspec.json.encode(plain)).digest()


class Attended:
    """Where two persons must clear a fault, the technician is there too."""

    _table: Table

    def _fault(self) -> list[Event]:
        waiting = [
            ClearAllowed(fault.part, fault.code)
            for fault in self._table.state.device.trouble.faults
            if fault.cure is FaultCure.TWO_PERSONS and not fault.gone
        ]
        return list[Event](waiting) or super()._fault()  # type: ignore[misc]


class AtCards(Attended, Chance):
    """Chance at a table of cards."""


class AtPoker(Attended, KeyedChance):
    """Chance at a poker table."""


class AtThrows(Attended, ThrownChance):
    """Chance at a table of a wheel, dice or balls."""


class Watched(ObservedLedger):
    """Keeps what it reads back, and has the table looked at before anything new happens."""

    def __init__(
        self, journal: Journal, setting: Setting, resumed: Callable[[], None], hear: Observer
    ) -> None:
        super().__init__(journal, setting, lambda: datetime(2026, 1, 1, tzinfo=UTC), hear)
        self._journal = journal
        self._resumed: Callable[[], None] | None = resumed
        self.read: list[Entry] = []

    def load_resume_point(self) -> ResumePoint | None:
        """As the loop asks for it."""
        self.read = [decode(record) for record in self._journal.live_records()]
        return super().load_resume_point()

    def record_rulings(self, rulings: tuple[Ruling, ...], events_after: int) -> None:
        """In the replay: what the power has taken is ruled again."""
        super().record_rulings(rulings, events_after)
        if self._resumed is not None:
            self.read.append(Ruled(rulings, events_after))  # type: ignore[arg-type]

    def record_start(self, now: int) -> None:
        """Called between the replay and the power's own events."""
        if self._resumed is not None:
            self._resumed()
            self._resumed = None
        super().record_start(now)


class Seat(NamedTuple):
    """A game by some options and rules, and tables of it: one that plays, one to come back on."""

    setting: Setting
    table: Table
    other: Table


def seat(game: str, chance: Random) -> Seat:
    """Return tables by some options and rules."""
    amounts = Amounts.KEYED if game == "poker-room" else Amounts.READ
    new = a_new_table(game, chance, amounts, limits={}, late_entry="allow")
    table = new()
    setting = Setting("0", "00", "00", "quebec-2007", game, {}, table.state.rules)
    return Seat(setting, table, new())


def opened(copies: tuple[JournalCopy, JournalCopy]) -> Journal:
    """Open the journal as a service does."""
    return Journal.open(copies, STAMP, POLICY)


class Service:
    """A table in service, and how it was when all was read back."""

    def __init__(
        self, journal: Journal, setting: Setting, table: Table, on_event: Callable[[Moment], None]
    ) -> None:
        self.journal = journal
        self.on_event = on_event
        table.resume_from(INITIAL_CHECKPOINT)
        self.resumed, self.before = b"", INITIAL_CHECKPOINT
        self.ledger = Watched(journal, setting, self._resumed, self._take_rulings)
        self.loop = TableLoop(table, self.ledger)

    def _resumed(self) -> None:
        self.resumed = state_of(self.loop.table)
        self.before = self.loop.table.checkpoint()

    def _take_rulings(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        self.on_event(Moment(event, rulings, state_of(self.loop.table)))


class Acting(Protocol):
    """Somebody who plays at whichever loop the table is in."""

    def act(self, loop: TableLoop, now: int) -> None:
        """Have something happen."""


class Player:
    """Chance that goes on at whichever loop the table is in, as the parts' events come there."""

    def __init__(self, chance: Random, game: str, table: Table) -> None:
        self.table = table
        self._chance = chance
        kind = AtPoker if table.state.game.PANEL_KEYS else AtCards
        kind = AtThrows if table.state.game.INSTRUMENT else kind
        self._at = kind(chance, game, self, NOISE)  # type: ignore[arg-type]

    @property
    def panel(self) -> Any:
        """What the table shows."""
        return table_panel(self.table)

    def act(self, loop: TableLoop, now: int) -> None:
        """Have something happen, or a few things in one turn that go together."""
        events = [self._at.next()]
        while self._at._plan and len(events) < MOST_A_TURN and self._chance.random() < TOGETHER:
            events.append(self._at._plan.popleft())
        loop.receive(events, Millis(now))
        loop.follow_up(Millis(now))


def changed_by_power(before: Checkpoint, table: Table) -> str | None:
    """Say what the power has changed beyond what it may; None if nothing."""
    was, now = fields(before), fields(table.checkpoint())
    moved = sorted(name for name in was.keys() - MAY_CHANGE if was[name] != now[name])
    if moved:
        return f"the power has changed {', '.join(moved)}"
    trouble = table.state.device.trouble
    if not all(trouble.find_fault(f.part, f.code) for f in before.device.trouble.faults):
        return "the power has cured a fault"
    locked = table_panel(table).shoe_locked and trouble.felt_unconfirmed
    if table.state.phase is not Phase.CLOSED and not locked:
        return "the table is not locked until the felt is confirmed"
    return None


def fields(group: msgspec.Struct, within: str = "") -> dict[str, object]:
    """Return each value of a checkpoint by its name, and by those of the groups it is in."""
    found: dict[str, object] = {}
    for name in group.__struct_fields__:
        value = getattr(group, name)
        if name == "game":  # a power cut has no length: the players' time is counted again
            value = {key: stored for key, stored in value.items() if key != "since"}
        grouped = isinstance(value, DeviceState | Trouble | ShoeMemory | FeltMemory)
        found |= fields(value, f"{within}{name}.") if grouped else {within + name: value}
    return found


MAY_CHANGE: Final = frozenset(
    {
        *("device.key_switch", "device.doors_open", "device.sound"),
        *("device.trouble.faults", "device.trouble.felt_unconfirmed"),
        *("device.trouble.power_returned", "device.trouble.awaited"),
        *("felt.covered", "felt.unreported"),
    }
)
"""The supervisor's key, doors, sensors, readers and parts report again; faults are held apart."""
