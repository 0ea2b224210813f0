"""The poker table: a `Table` with the poker room's rows and the undo of the poker engine.

keys, readings ──> rows (rows.py) ──> actions ──> acts ──> PokerEngine ──> rulings
                  key_entry.py: amount, spot, cards      (engine/engine.py)

Events, faults, doors, the supervisor's key, journal checkpoints and the service mode are those of
the house's table. Undo is not. The house's table undoes one key by replaying the events before it.
The poker engine restores its own snapshots, and undoes as many keys as no card has followed; the
theory is at the head of engine/engine.py. `_undo` finds the key of an undone act by the number of
its event (`step`), and rules that it was undone.
"""

from typing import ClassVar

from firmware.core.poker_room.engine.acts import UndoKey
from firmware.core.poker_room.engine.corrections import corrected_seat
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.rulings import KeyUndone
from firmware.core.poker_room.table.apply import is_halted, let_time_pass, poker_room_of
from firmware.core.poker_room.table.key_entry import end_mucking
from firmware.core.poker_room.table.retained_facts import RuledEvent, retain_facts
from firmware.core.poker_room.table.rows import POKER_STEPS, RUNNING_DEAL, STOPPED_DEAL
from firmware.core.poker_room.table.street_display import end_street_display
from firmware.core.state_machine import Machine
from firmware.core.table.alarms import stopped_by
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint
from firmware.core.table.corrections import refuse_closed
from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CorrectionMade, Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SoundAlert
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Refused, Ruling, Undone


class PokerRoomTable(Table):
    """A poker table."""

    takes_readings_back = False
    event_steps = POKER_STEPS
    running_machine = RUNNING_DEAL
    stopped_machine = STOPPED_DEAL
    DEALER_KEYS: ClassVar = frozenset({Key.NEXT_RANK, Key.NEXT_SUIT})
    """Supervised keys that here are the dealer's, who names the cards of shown hands."""

    def __init__(
        self, game: PokerRoom, rules: TableRules, checkpoint: Checkpoint = INITIAL_CHECKPOINT
    ) -> None:
        game.set_spot_count(rules.spots)
        super().__init__(game, rules, checkpoint)
        self._past_events: list[RuledEvent] = []
        """The events of the round before the one in hand."""
        self._final_point = self.history.round_point

    def handle(self, event: Event, now: int) -> tuple[Ruling, ...]:
        meters_before = self.state.meters
        rulings = super().handle(event, now)
        if self.state.effects.opened:
            self._past_events.clear()
        else:
            self._past_events.append(RuledEvent(event, meters_before, rulings))
        if not self.undoable:
            self._final_point = self.history.round_point
        return rulings

    def resume_from(self, checkpoint: Checkpoint) -> None:
        super().resume_from(checkpoint)
        self._past_events.clear()
        self._final_point = self.history.round_point

    def check_correction(self, correction: CorrectionMade) -> None:
        if self.state.phase is Phase.CLOSED:
            refuse_closed(self.state)
        corrected_seat(poker_room_of(self.state).poker_state, correction)

    @property
    def undoable(self) -> bool:
        """Whether the dealer's last key can be undone."""
        return poker_room_of(self.state).engine.undoable

    @property
    def may_take_back(self) -> bool:
        """Whether the supervisor can take back cards outside an alarm."""
        return poker_room_of(self.state).engine.may_take_back

    @property
    def final_opening(self) -> tuple[Checkpoint, int]:
        """The same where only the engine undoes."""
        return self.history.since(self._final_point)

    @property
    def deadline(self) -> int | None:
        """The table's time, in ms, at which a called clock runs out."""
        return poker_room_of(self.state).clock_ends_at_ms

    @property
    def _machine(self) -> Machine:
        return self.stopped_machine if is_halted(self.state) else self.running_machine

    def _handle_input(self, event: Event) -> None:
        # before the event: charges and the called clock are counted up to it
        poker_room_of(self.state).step = self.history.since_opening
        let_time_pass(self.state, event)
        end_street_display(self.state, event)
        end_mucking(self.state, event)
        super()._handle_input(event)
        retain_facts(self.state, self._past_events)

    def _is_supervised(self, key: Key) -> bool:
        return key in self.DEALER_KEYS or self.state.device.key_switch

    def _undo(self) -> None:
        """Undo the last decision, muck or post. Raises Forbidden if a card has followed it."""
        state = self.state
        if is_halted(state):
            raise Forbidden(stopped_by(state))
        step = self.history.since_opening
        for ruling in poker_room_of(state).apply_act(UndoKey()):
            match ruling:
                case Refused(reason):
                    raise Forbidden(reason)
                case KeyUndone(undone_step):
                    key = self.history.pressed_key_name(step - undone_step)
                    state.key_entry = NO_KEY_ENTRY
                    state.add_ruling(Undone(key, step - undone_step), SoundAlert.REFUSED)
