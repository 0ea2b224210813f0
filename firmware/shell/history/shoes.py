"""Where the present shoe of a journal began: all before may be given away, for its cards are known.

At a game without cards each round is as a shoe of its own.
"""

from typing import Generic, TypeVar

from firmware.shell.history.records import Checked, Entry, Happened

Position = TypeVar("Position")


class ShoeTracker(Generic[Position]):
    """Follows the entries of a journal, from any on; each is at a place of the caller's."""

    def __init__(self) -> None:
        self.opening: Position | None = None
        """Where the round of the last `Checked` opened, None if that was before the first entry."""
        self.shoe_start: Position | None = None
        """Where the first round of the present shoe opened, None if that was not seen."""
        self._event_positions: list[Position] = []

    def take(self, entry: Entry, position: Position) -> None:
        match entry:
            case Happened():
                self._event_positions.append(position)
            case Checked(table=table, since=events_since):
                self.opening = self._opening_position(events_since, position)
                if self.opening is not None and not (table.shoe.gone or table.aside):
                    self.shoe_start = self.opening

    def _opening_position(self, events_since: int, position: Position) -> Position | None:
        known_events = len(self._event_positions)
        if events_since > known_events:
            return None
        self._event_positions = self._event_positions[known_events - events_since :]
        return self._event_positions[0] if events_since else position
