"""The table: a state, the rows that move it, and its history.

    event ──> note and row (`rows`) ──> stacks that moved ──> `always` rows
                                                                   │
    rulings <── history: what can be undone <──────────────────────┘

`handle` takes one event and returns the rulings. Every light and display is a function of the state
(`display.show`). The same events always give the same table, so undoing a key and resuming after a
power cut are both a replay of the round.

Only this file and those above it use a `Table`: rows and display use the `State`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from firmware.core.game.game import Game
from firmware.core.state_machine import Machine
from firmware.core.table.alarms import stopped_by
from firmware.core.table.betting import forget_if_gone
from firmware.core.table.decisions import OFFER_MS, sets
from firmware.core.table.history import History
from firmware.core.table.results import patience_ends
from firmware.core.table.rows import DEAL_GOES_ON, DEAL_IS_STOPPED, ROW, STEPS, Note
from firmware.core.table.rules import TableRules
from firmware.core.table.shuffling import may_cut
from firmware.core.table.state import AS_BEFORE, START, Checkpoint, State, Turn
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Event,
    KeyPressed,
    ResultSeen,
    StackRead,
)
from firmware.core.vocabulary.keys import SUPERVISED, Key
from firmware.core.vocabulary.panel import Sound, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Ruling, Undone

FIXPOINT: Final = 8
"""How many rows that are always there may follow one event: a lot, a settlement, an opening."""


class Table:
    """One table with one game. Times are milliseconds; only their differences are used."""

    steps: ClassVar[Mapping[type[Event], Sequence[Note]]] = STEPS
    going: ClassVar[Machine] = DEAL_GOES_ON
    stopped: ClassVar[Machine] = DEAL_IS_STOPPED

    def __init__(self, game: Game, rules: TableRules, checkpoint: Checkpoint = START) -> None:
        self.state = State(game, rules, checkpoint)
        self.history = History(checkpoint)

    def handle(self, event: Event, now: int) -> tuple[Ruling, ...]:
        """Handle one event and return its rulings, in order."""
        state = self.state
        state.now, state.turn = now, Turn()
        if isinstance(event, KeyPressed | CardRead | StackRead | ResultSeen):
            state.refused = None
        self.history.note(event, now)
        self._try(self._take, event)
        self._look_at_moved()
        self._follow()
        self.history.keep(state.turn.undo)
        if state.turn.opened:
            self.history.begin(state.checkpoint)
        return tuple(state.turn.rulings)

    def resume_from(self, checkpoint: Checkpoint) -> None:
        """Be the table that the checkpoint was taken of; no undo leads back behind this."""
        self.state.restore(checkpoint)
        self.history.restart(checkpoint)

    def checkpoint(self) -> Checkpoint:
        """Return all that the table is; exact when a round has just opened."""
        return self.state.checkpoint

    @property
    def undoable(self) -> bool:
        """Whether the dealer's last key can be taken back."""
        return self.history.way_back is not None

    @property
    def awaits_number(self) -> bool:
        """Whether the shell must draw a number now, and send `NumberDrawn`."""
        return self.state.in_round and self.state.game.awaits_number

    @property
    def deadline(self) -> int | None:
        """The time at which the shell must send `TimeUp`."""
        offered_at, patience = self.state.round.offered_at, patience_ends(self.state)
        if offered_at is None:
            return patience
        lapses = offered_at + OFFER_MS
        return lapses if patience is None else min(lapses, patience)

    # one event

    def _try(self, take: Callable[[Event], None], event: Event) -> None:
        try:
            take(event)
        except Forbidden as forbidden:
            self.state.refuse(forbidden.why)

    def _take(self, event: Event) -> None:
        if not isinstance(event, KeyPressed):
            self._steps(event)
        elif event.key in SUPERVISED and not self._is_supervised(event.key):
            raise Forbidden("why.supervisor_key")
        elif event.key is Key.UNDO:
            self._undo()
        elif event.key is Key.CUT_CARD:
            may_cut(self.state)
            self._steps(CutCardSeen())
        else:
            self._key(event)

    def _steps(self, event: Event) -> None:
        for step in self.steps.get(type(event), ()):
            if step is ROW:
                self._machine.fire(self.state, event)
            elif step(self.state, event) is False:
                return

    def _key(self, event: KeyPressed) -> None:
        state = self.state
        if not self._machine.fire(state, event):
            state.refuse(self._why_not(event.key))
        elif state.turn.undo is AS_BEFORE:
            state.forget_undo()

    def _is_supervised(self, key: Key) -> bool:
        """Return whether the supervisor's key is on, or the dealer names a card of a set hand."""
        own = key in (Key.RANK, Key.SUIT) and sets(self.state)
        return own or self.state.device.key_switch

    def _why_not(self, key: Key) -> Text:
        state = self.state
        if state.stopped:
            return stopped_by(state)
        if state.phase is Phase.SHOE_CHANGE and key in (Key.NO_MORE_BETS, Key.CONFIRM):
            return Text("why.shuffle_first")
        return Text(WHY_NOT.get(key, "why.not_now"))

    # automatic rows

    @property
    def _machine(self) -> Machine:
        return self.stopped if self.state.device.trouble.stopped else self.going

    def _look_at_moved(self) -> None:
        for moved in self.state.turn.moved:
            self._try(self._fire, moved)
            forget_if_gone(self.state, moved.stack)

    def _fire(self, event: Event) -> None:
        self._machine.fire(self.state, event)

    def _follow(self) -> None:
        for _ in range(FIXPOINT):
            if not self._machine.follow(self.state):
                return
        raise RuntimeError(f"rows follow without end in {self.state.phase.name}")

    def _undo(self) -> None:
        """Handle all again but the last key. Raises Forbidden if there is no way back."""
        way, state = self.history.way_back, self.state
        if way is None:
            raise Forbidden("why.nothing_to_undo")
        count, heard = self.history.count, state.device.sound.number
        state.restore(way.opening)
        for event, now, number in self.history.go_back(way):
            self.history.count = number - 1
            self.handle(event, now)
        self.history.count = count
        state.device = replace(state.device, sound=Sound(heard + 1))
        key = way.undone.event.key if isinstance(way.undone.event, KeyPressed) else Key.UNDO
        state.turn = Turn([Undone(key.value, count - way.undone.number)])


WHY_NOT: Final = {
    Key.NO_MORE_BETS: "why.bets_closed",
    Key.CONFIRM: "why.nothing_to_confirm",
    Key.SHUFFLED: "why.round_open",
    Key.RESOLVE: "why.nothing_to_resolve",
    Key.ENTER: "why.nothing_to_enter",
    Key.VOID: "why.nothing_to_void",
    Key.CLEAR: "why.nothing_to_clear",
}
"""Why a key has no row; a key that isn't here is simply not for now."""
