"""The events since a round opened, and the way back to before the dealer's last key.

An undo is a replay: the table is restored from the checkpoint of its round and given every event
but the last key again. A game is a coroutine, which can't be copied, so no other copy of a state
would be whole; and the same events always give the same table, after a crash too.
"""

from typing import NamedTuple

from firmware.core.table.state import NO_UNDO, THIS_KEY, Checkpoint, Undo
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key


class Handled(NamedTuple):
    """An event that was handled: when, and its number since this table was made."""

    event: Event
    now: int
    number: int


class WayBack(NamedTuple):
    """A table to restore, and how many of the events since it to give it again."""

    opening: Checkpoint
    opened_at: int
    events: list[Handled]
    again: int
    """How many; the next is the key that is taken back."""

    @property
    def undone(self) -> Handled:
        """The key that is taken back."""
        return self.events[self.again]


class History:
    """The events of a table since its round opened."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.count = 0
        """How many events were handled since the table was made."""
        self.restart(checkpoint)

    def restart(self, checkpoint: Checkpoint) -> None:
        """The table was restored: no undo leads back behind that."""
        self.way_back: WayBack | None = None
        self.begin(checkpoint)

    def begin(self, checkpoint: Checkpoint) -> None:
        """A round has opened: history begins here."""
        self.opening = checkpoint
        self._opened_at = self.count
        self._events: list[Handled] = []

    @property
    def since_opening(self) -> int:
        """How many events were handled since `opening`, those that an undo took back included."""
        return self.count - self._opened_at

    def key_of(self, back: int) -> str:
        """Return the name of the key that was pressed so many events ago."""
        event = self._events[-1 - back].event
        return event.key.value if isinstance(event, KeyPressed) else Key.UNDO.value

    def note(self, event: Event, now: int) -> None:
        """Keep an event that is about to be handled."""
        self.count += 1
        self._events.append(Handled(event, now, self.count))

    def keep(self, undo: Undo) -> None:
        """Keep the way back as the event that was handled has it."""
        if undo is THIS_KEY:
            before = len(self._events) - 1
            self.way_back = WayBack(self.opening, self._opened_at, self._events, before)
        elif undo is NO_UNDO:
            self.way_back = None

    def go_back(self, way: WayBack) -> list[Handled]:
        """Begin again at the opening of a way back; return the events to handle again."""
        self.restart(way.opening)
        self._opened_at = way.opened_at
        return way.events[: way.again]
