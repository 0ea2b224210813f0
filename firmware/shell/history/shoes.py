"""Where the present shoe of a journal began: everything before it may be disclosed, since its cards
are known.

In a game without cards each round counts as a shoe.
"""

from typing import Generic, TypeVar

from firmware.shell.history.journal_entries import Checked, Entry, Happened

Position = TypeVar("Position")


class ShoeTracker(Generic[Position]):
    """Follows the entries of a journal, starting anywhere; the caller gives each a position."""

    def __init__(self) -> None:
        self.opening: Position | None = None
        """The position at which the round of the last `Checked` opened, None if before the first
        entry.
        """
        self.shoe_start: Position | None = None
        """The position at which the first round of the present shoe opened, None if before the
        first entry.
        """
        self._event_positions: list[Position] = []

    def take(self, entry: Entry, position: Position) -> None:
        match entry:
            case Happened():
                self._event_positions.append(position)
            case Checked(table=table, since=events_since):
                self.opening = self._opening_position(events_since, position)
                # no card has left the shoe, and it is no test's: a new shoe began here
                if self.opening is not None and not (table.shoe.gone or table.aside):
                    self.shoe_start = self.opening

    def _opening_position(self, events_since: int, position: Position) -> Position | None:
        known_events = len(self._event_positions)
        if events_since > known_events:
            return None
        self._event_positions = self._event_positions[known_events - events_since :]
        return self._event_positions[0] if events_since else position
