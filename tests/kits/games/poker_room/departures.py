"""Who has left the table, and what he must sit down with again: 67.95 (2)."""

from dataclasses import dataclass, field
from typing import NamedTuple


class Departure(NamedTuple):
    spot: int
    player: str | None
    cents: int
    at: int
    """When he left, in seconds."""
    time: tuple[bool, int, int]
    """His time of play."""


@dataclass
class Departures:
    minutes: int
    gone: list[Departure] = field(default_factory=list)

    def of(self, spot: int, player: str | None, now: int) -> Departure | None:
        """Return who is back: by his name, or, unnamed, by the spot that he left."""
        for one in reversed(self.gone):
            same = one.player == player if player else one.spot == spot
            if same and now - one.at < 60 * self.minutes:
                return one
        return None
