"""The events since a round opened, and the points to which undo and taking back return.

Both are a replay: the table is restored from the checkpoint of its round and given its events
again, without those that are taken out. A game is a coroutine, which can't be copied, so no other
copy of a state would be whole; and the same events always give the same table, after a crash too.
"""

from typing import NamedTuple

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.event_effects import (
    NO_ROLE,
    UNDO_IMPOSSIBLE,
    UNDO_THIS_KEY,
    EventEffects,
    EventRole,
    UndoEffect,
)
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key


class HandledEvent(NamedTuple):
    """An event that was handled: when, its number since this table was made, and its part in the
    round.
    """

    event: Event
    now: int
    number: int
    role: EventRole = NO_ROLE
    has_closed: bool = False


class UndoPoint(NamedTuple):
    """A table to restore, and how many of the events since then to replay."""

    opening_checkpoint: Checkpoint
    opening_number: int
    events: list[HandledEvent]
    replay_count: int
    """How many; the next is the key or throw that is taken back."""

    @property
    def undone_key(self) -> HandledEvent:
        """The key that is taken back, or the number that was drawn."""
        return self.events[self.replay_count]

    @property
    def key(self) -> Key:
        """Its key; of a number that was drawn, the one that would have asked for it (48.1)."""
        event = self.undone_key.event
        return event.key if isinstance(event, KeyPressed) else Key.REQUEST_NUMBER


class History:
    """The events of a table since its round opened."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.event_count = 0
        """How many events were handled since the table was made."""
        self.restart(checkpoint)

    def restart(self, checkpoint: Checkpoint) -> None:
        """The table was restored: no undo leads back behind that."""
        self.undo_point: UndoPoint | None = None
        self.throw_point: UndoPoint | None = None
        """The throw after which the round in hand has opened by itself."""
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

    @property
    def final_opening(self) -> tuple[Checkpoint, int]:
        """The last opening behind which nothing leads back any more, and how many events were
        handled since.
        """
        openings = [self.round_point, *filter(None, (self.undo_point, self.throw_point))]
        return self.since(min(openings, key=lambda point: point.opening_number))

    def since(self, point: UndoPoint) -> tuple[Checkpoint, int]:
        """Return the opening of a point, and how many events were handled since."""
        return point.opening_checkpoint, self.event_count - point.opening_number

    @property
    def round_point(self) -> UndoPoint:
        """The round in hand, whole."""
        return self._point_before(len(self._events))

    def pressed_key_name(self, events_ago: int) -> str:
        """Return the name of the key that was pressed so many events ago."""
        event = self._events[-1 - events_ago].event
        return event.key.value if isinstance(event, KeyPressed) else Key.UNDO.value

    def record_event(self, event: Event, now: int) -> None:
        """Record an event that is about to be handled."""
        self.event_count += 1
        self._events.append(HandledEvent(event, now, self.event_count))

    def record_effects(self, effects: EventEffects) -> None:
        """Record the effects of the event just handled, before a round that it opens begins."""
        if effects.role is not NO_ROLE or effects.has_closed:
            self._events[-1] = self._events[-1]._replace(
                role=effects.role, has_closed=effects.has_closed
            )
        self._update_undo(effects.undo)
        if effects.opened:
            is_throw = effects.role is EventRole.READING
            self.throw_point = self._point_before(len(self._events) - 1) if is_throw else None
        elif effects.throw_is_final:
            self.throw_point = None

    def _update_undo(self, undo: UndoEffect) -> None:
        """Set or drop the undo point, by the effect of the event just handled."""
        if undo is UNDO_THIS_KEY:
            self.undo_point = self._point_before(len(self._events) - 1)
        elif undo is UNDO_IMPOSSIBLE:
            self.undo_point = None

    def _point_before(self, count: int) -> UndoPoint:
        return UndoPoint(self.opening_checkpoint, self._opening_number, self._events, count)

    def events_of(self, point: UndoPoint) -> list[HandledEvent]:
        """Return all the events from the opening of a point on."""
        later_events = [] if self._events is point.events else self._events
        return [*point.events, *later_events]

    def return_to(self, point: UndoPoint) -> None:
        """Begin again at the opening of a point; the throw before it can still be taken back."""
        throw_point = self.throw_point
        self.restart(point.opening_checkpoint)
        self._opening_number = point.opening_number
        if throw_point is not None and throw_point.opening_number < point.opening_number:
            self.throw_point = throw_point
