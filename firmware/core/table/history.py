"""The events since a round opened, and the point to which undo returns.

An undo is a replay: the table is restored from the checkpoint of its round and given every event
but the last key again. A game is a coroutine, which can't be copied, so no other copy of a state
would be whole; and the same events always give the same table, after a crash too.
"""

from typing import NamedTuple

from firmware.core.table.state import UNDO_IMPOSSIBLE, UNDO_THIS_KEY, Checkpoint, UndoEffect
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key


class HandledEvent(NamedTuple):
    """An event that was handled: when, and its number since this table was made."""

    event: Event
    now: int
    number: int


class UndoPoint(NamedTuple):
    """A table to restore, and how many of the events since then to replay."""

    opening_checkpoint: Checkpoint
    opening_number: int
    events: list[HandledEvent]
    replay_count: int
    """How many; the next is the key that is taken back."""

    @property
    def undone_key(self) -> HandledEvent:
        """The key that is taken back."""
        return self.events[self.replay_count]


class History:
    """The events of a table since its round opened."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.event_count = 0
        """How many events were handled since the table was made."""
        self.restart(checkpoint)

    def restart(self, checkpoint: Checkpoint) -> None:
        """The table was restored: no undo leads back behind that."""
        self.undo_point: UndoPoint | None = None
        self.begin_round(checkpoint)

    def begin_round(self, checkpoint: Checkpoint) -> None:
        """A round has opened: history begins here."""
        self.opening_checkpoint = checkpoint
        self._opening_number = self.event_count
        self._events: list[HandledEvent] = []

    @property
    def since_opening(self) -> int:
        """How many events were handled since `opening_checkpoint`, undone ones included."""
        return self.event_count - self._opening_number

    def pressed_key_name(self, events_ago: int) -> str:
        """Return the name of the key that was pressed so many events ago."""
        event = self._events[-1 - events_ago].event
        return event.key.value if isinstance(event, KeyPressed) else Key.UNDO.value

    def record_event(self, event: Event, now: int) -> None:
        """Record an event that is about to be handled."""
        self.event_count += 1
        self._events.append(HandledEvent(event, now, self.event_count))

    def update_undo(self, undo: UndoEffect) -> None:
        """Set or drop the undo point, by the effect of the event just handled."""
        if undo is UNDO_THIS_KEY:
            before = len(self._events) - 1
            self.undo_point = UndoPoint(
                self.opening_checkpoint, self._opening_number, self._events, before
            )
        elif undo is UNDO_IMPOSSIBLE:
            self.undo_point = None

    def rewind_to(self, undo_point: UndoPoint) -> list[HandledEvent]:
        """Begin again at the opening of an undo point; return the events to handle again."""
        self.restart(undo_point.opening_checkpoint)
        self._opening_number = undo_point.opening_number
        return undo_point.events[: undo_point.replay_count]
