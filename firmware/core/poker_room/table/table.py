"""A poker table in service: a `Table` whose rows are the poker room's, and whose undo its engine's.

Events, faults, doors, the supervisor's key, the journal's checkpoints and the service mode are the
house's table's. Its undo is not: a replay would take back one key, the engine takes back as many as
no card has followed, and keeps for it the states of the game and nothing else.
"""

from typing import ClassVar

from firmware.core.poker_room.engine.acts import Undo
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.rulings import TakenBack
from firmware.core.poker_room.table.apply import halted, let_time_pass, poker
from firmware.core.poker_room.table.rows import DEAL_GOES_ON, DEAL_IS_STOPPED, STEPS
from firmware.core.poker_room.table.street_display import close_book
from firmware.core.state_machine import Machine
from firmware.core.table.alarms import stopped_by
from firmware.core.table.rules import TableRules
from firmware.core.table.state import NOTHING_BEGUN, START, Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Alert
from firmware.core.vocabulary.rulings import Refused, Undone


class RoomTable(Table):
    """A poker table."""

    steps = STEPS
    going = DEAL_GOES_ON
    stopped = DEAL_IS_STOPPED
    OWN: ClassVar = frozenset({Key.RANK, Key.SUIT})
    """Supervised keys that are the dealer's here: he names the cards of hands that are shown."""

    def __init__(self, game: PokerRoom, rules: TableRules, checkpoint: Checkpoint = START) -> None:
        game.seat(rules.spots)
        super().__init__(game, rules, checkpoint)

    @property
    def undoable(self) -> bool:
        """Whether the dealer's last key can be taken back."""
        return poker(self.state).engine.undoable

    @property
    def deadline(self) -> int | None:
        """When the clock that was called has run out."""
        return poker(self.state).time_up_at

    @property
    def _machine(self) -> Machine:
        return self.stopped if halted(self.state) else self.going

    def _take(self, event: Event) -> None:
        poker(self.state).step = self.history.since_opening
        let_time_pass(self.state, event)
        close_book(self.state, event)
        super()._take(event)

    def _is_supervised(self, key: Key) -> bool:
        return key in self.OWN or self.state.device.key_switch

    def _undo(self) -> None:
        """Take back the last decision, muck or post. Raises Forbidden if a card has followed it."""
        state = self.state
        if halted(state):
            raise Forbidden(stopped_by(state))
        step = self.history.since_opening
        for ruling in poker(state).do(Undo()):
            match ruling:
                case Refused(why):
                    raise Forbidden(why)
                case TakenBack(of):
                    key = self.history.key_of(step - of)
                    state.gesture = NOTHING_BEGUN
                    state.rule(Undone(key, step - of), Alert.REFUSED)
