"""The table: a state, the rows that move it, and its history.

    event ──> note and row (`rows`) ──> stacks that moved ──> `always` rows
                                                                   │
    rulings <── history: the last key to undo <────────────────────┘

`handle` takes one event and returns the rulings. Every light and display is a function of the state
(`display.panel`). The same events always give the same table, so undoing a key and resuming after a
power cut are both a replay of the round.

Only this file and those above it use a `Table`: rows and display use the `State`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from firmware.core.game.game import Game
from firmware.core.state_machine import Machine
from firmware.core.table import taking_back
from firmware.core.table.alarms import stopped_by
from firmware.core.table.betting import discard_if_gone
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint, DeviceState
from firmware.core.table.corrections import check_round_correction
from firmware.core.table.decisions import OFFER_MS, names_cards
from firmware.core.table.event_effects import UNDO_UNCHANGED, EventEffects
from firmware.core.table.history import HandledEvent, History
from firmware.core.table.results import entry_expires_ms
from firmware.core.table.retained import is_repeated
from firmware.core.table.rows import DEAL_RUNNING, DEAL_STOPPED, RUN_ROW, STEPS, EventNote
from firmware.core.table.rules import TableRules
from firmware.core.table.shuffling import check_cut_card
from firmware.core.table.state import State
from firmware.core.table.taking_back import Rewind
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    CardRead,
    CorrectionMade,
    CutCardSeen,
    Event,
    KeyPressed,
    ResultSeen,
    StackRead,
)
from firmware.core.vocabulary.keys import SUPERVISOR_KEYS, Key
from firmware.core.vocabulary.panel import PanelSound, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Refused, Ruling, Undone

FOLLOW_LIMIT: Final = 8
"""How many `always` rows may follow one event: a jackpot, a settlement, an opening."""


class Table:
    """One table with one game. Times are milliseconds; only their differences are used."""

    takes_readings_back: ClassVar = True
    """Whether TAKE BACK is a replay without the last card or result."""
    event_steps: ClassVar[Mapping[type[Event], Sequence[EventNote]]] = STEPS
    running_machine: ClassVar[Machine] = DEAL_RUNNING
    stopped_machine: ClassVar[Machine] = DEAL_STOPPED

    def __init__(
        self, game: Game, rules: TableRules, checkpoint: Checkpoint = INITIAL_CHECKPOINT
    ) -> None:
        self.state = State(game, rules, checkpoint)
        self.history = History(checkpoint)
        if not rules.amounts.are_known:
            # several nominal payments would reach a maximum that those of chips don't
            game.counted_totals = ()

    def handle(self, event: Event, now: int) -> tuple[Ruling, ...]:
        """Handle one event and return its rulings, in order."""
        state = self.state
        state.now, state.effects = now, EventEffects()
        # only an act at the table clears the last refusal: a timer or a fault leaves it readable
        if isinstance(event, KeyPressed | CardRead | StackRead | ResultSeen):
            state.last_refusal = None
        self.history.record_event(event, now)
        self._try_handler(self._handle_input, event)
        self._run_moved_rows()
        self._follow_always_rows()
        self.history.record_effects(state.effects)
        if state.effects.opened:
            self.history.begin_round(state.checkpoint)
        return tuple(state.effects.rulings)

    def resume_from(self, checkpoint: Checkpoint) -> None:
        """Become the table of the checkpoint; no undo leads back behind this."""
        self.state.restore(checkpoint)
        self.history.restart(checkpoint)

    def checkpoint(self) -> Checkpoint:
        """Return all that the table is; exact when a round has just opened."""
        return self.state.checkpoint

    def check_correction(self, correction: CorrectionMade) -> None:
        """Raise Forbidden if the correction of a closed round would be refused now."""
        check_round_correction(self.state, correction)

    @property
    def undoable(self) -> bool:
        """Whether the dealer's last key can be taken back."""
        return self.history.undo_point is not None

    @property
    def may_undo(self) -> bool:
        """Whether UNDO would be obeyed now, of the dealer's or under the supervisor's key."""
        return self.undoable or taking_back.may_undo_decision(self.state, self.history)

    @property
    def may_take_back(self) -> bool:
        """Whether the last card or result can be taken back."""
        return taking_back.may_take_back(self.state, self.history)

    @property
    def reading_numbers(self) -> list[int]:
        """The numbers, among all events, of those that brought what can be taken back."""
        return taking_back.reading_numbers(self.state, self.history)

    @property
    def final_opening(self) -> tuple[Checkpoint, int]:
        """The last opening behind which nothing leads back, and how many events were handled since:
        its checkpoint may be written.
        """
        return self.history.final_opening

    @property
    def awaits_number(self) -> bool:
        """Whether the shell must draw a number now, and send `NumberDrawn`."""
        return self.state.in_round and self.state.game.awaits_number

    @property
    def deadline(self) -> int | None:
        """The time at which the shell must send `TimeUp`."""
        offered_at_ms, expires_ms = self.state.round.offered_at_ms, entry_expires_ms(self.state)
        if offered_at_ms is None:
            return expires_ms
        offer_lapses_ms = offered_at_ms + OFFER_MS
        return offer_lapses_ms if expires_ms is None else min(offer_lapses_ms, expires_ms)

    # one event

    def _try_handler(self, handler: Callable[[Event], None], event: Event) -> None:
        try:
            handler(event)
        except Forbidden as forbidden:
            self.state.refuse(forbidden.why)

    def _handle_input(self, event: Event) -> None:
        if not isinstance(event, KeyPressed):
            self._run_steps(event)
        elif event.key in SUPERVISOR_KEYS and not self._is_supervised(event.key):
            raise Forbidden("why.supervisor_key")
        elif event.key is Key.UNDO:
            self._undo()
        elif event.key is Key.TAKE_CARD_BACK and self.takes_readings_back:
            self._take_back()
        elif event.key is Key.CUT_CARD:
            check_cut_card(self.state)
            self._run_steps(CutCardSeen())
        else:
            self._press_key(event)

    def _run_steps(self, event: Event) -> None:
        for event_step in self.event_steps.get(type(event), ()):
            if event_step is RUN_ROW:
                self._machine.fire_event(self.state, event)
            elif event_step(self.state, event) is False:
                return

    def _press_key(self, event: KeyPressed) -> None:
        state = self.state
        if not self._machine.fire_event(state, event):
            state.refuse(self._refusal_reason(event.key))
        elif state.effects.undo is UNDO_UNCHANGED:
            state.forget_undo()

    def _is_supervised(self, key: Key) -> bool:
        """Return whether the supervisor's key is on, or the dealer names a card of a set hand."""
        names_low_hand = key in (Key.NEXT_RANK, Key.NEXT_SUIT) and names_cards(self.state)
        return names_low_hand or self.state.device.key_switch

    def _refusal_reason(self, key: Key) -> Text:
        state = self.state
        if state.stopped:
            return stopped_by(state)
        if state.phase is Phase.SHOE_CHANGE and key in (Key.NO_MORE_BETS, Key.CONFIRM):
            return Text("why.shuffle_first")
        return Text(REFUSAL_KEYS.get(key, "why.not_now"))

    # automatic rows

    @property
    def _machine(self) -> Machine:
        return self.stopped_machine if self.state.device.trouble.stopped else self.running_machine

    def _run_moved_rows(self) -> None:
        for moved in self.state.effects.moved:
            self._try_handler(self._fire_row, moved)
            discard_if_gone(self.state, moved.stack)

    def _fire_row(self, event: Event) -> None:
        self._machine.fire_event(self.state, event)

    def _follow_always_rows(self) -> None:
        for _ in range(FOLLOW_LIMIT):
            if not self._machine.follow_always(self.state):
                return
        raise RuntimeError(f"rows follow without end in {self.state.phase.name}")

    def _undo(self) -> None:
        """Replay all events but the last key; under the supervisor's key but the last decision,
        whatever lies there since. Raises Forbidden if there is neither.
        """
        rewind = taking_back.before_undone_key(self.state, self.history)
        self._return(rewind.point.key, rewind)

    def _take_back(self) -> None:
        """Replay all events but the last card or result. Raises Forbidden if there is none, and
        after a decision.
        """
        rewind = taking_back.before_last_reading(self.state, self.history)
        self._return(Key.TAKE_CARD_BACK, rewind)

    def _return(self, key: Key, rewind: Rewind) -> None:
        """Restore the round's opening, handle again what stands, and rule that `key` is undone."""
        state, history = self.state, self.history
        count, device_before = history.event_count, state.device
        state.restore(rewind.point.opening_checkpoint)
        history.return_to(rewind.point)
        for handled in rewind.events_before:
            self._handle_again(handled)
        last_refusal = state.last_refusal
        rulings = [
            ruling
            for handled in rewind.events_since
            if is_repeated(state, handled.event)
            for ruling in self._handle_again(handled)
            if not isinstance(ruling, Refused)
        ]
        history.event_count, state.last_refusal = count, last_refusal
        state.device = _with_counters_of(state.device, device_before)
        undone = Undone(key.value, count - rewind.first_undone, rewind.retained(count))
        state.effects = EventEffects([undone, *rulings])

    def _handle_again(self, handled: HandledEvent) -> tuple[Ruling, ...]:
        """Handle an event again, under its own number."""
        self.history.event_count = handled.number - 1
        return self.handle(handled.event, handled.now)


def _with_counters_of(device: DeviceState, before: DeviceState) -> DeviceState:
    """Return the device with the counts of `before`, by which parts tell a new start or sound from
    an old one: the sounds of a replay were played before, so the next number is a silent one.
    """
    sound = PanelSound(before.sound.number + 1)
    return replace(
        device,
        sound=sound,
        spin=before.spin,
        shuffle=before.shuffle,
        wheel_order=before.wheel_order,
    )


REFUSAL_KEYS: Final = {
    Key.NO_MORE_BETS: "why.bets_closed",
    Key.CONFIRM: "why.nothing_to_confirm",
    Key.CARDS_SHUFFLED: "why.round_open",
    Key.RESOLVE_LATE: "why.nothing_to_resolve",
    Key.ENTER_CARD: "why.nothing_to_enter",
    Key.VOID_ROUND: "why.nothing_to_void",
    Key.CLEAR_FAULTS: "why.nothing_to_clear",
}
"""Why a key has no row; a key that isn't here is simply not for now."""
