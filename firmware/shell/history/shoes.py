"""Where the present shoe of a journal began: all before may be given away, for its cards are known.

At a game without cards each round is as a shoe of its own.
"""

from typing import Generic, TypeVar

from firmware.shell.history.records import Checked, Entry, Happened

At = TypeVar("At")


class Shoes(Generic[At]):
    """Follows the entries of a journal, from any on; each is at a place of the caller's."""

    def __init__(self) -> None:
        self.opening: At | None = None
        """Where the round of the last `Checked` opened, None if that was before the first entry."""
        self.began: At | None = None
        """Where the first round of the present shoe opened, None if that was not seen."""
        self._happened: list[At] = []

    def take(self, entry: Entry, at: At) -> None:
        match entry:
            case Happened():
                self._happened.append(at)
            case Checked(table=table, since=since):
                self.opening = self._opened(since, at)
                if self.opening is not None and not (table.shoe.gone or table.aside):
                    self.began = self.opening

    def _opened(self, since: int, at: At) -> At | None:
        known = len(self._happened)
        if since > known:
            return None
        self._happened = self._happened[known - since :]
        return self._happened[0] if since else at
