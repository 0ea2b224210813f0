"""The charge for time: what each owes for his own time of play (67.108)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Times:
    """Seconds of play and what was taken for them, by spot."""

    seconds: int = 0
    """Of a period."""
    cents: int = 0
    began: set[int] = field(default_factory=set)
    """Who has been dealt in since he sat down."""
    played: Counter[int] = field(default_factory=Counter)
    charged: Counter[int] = field(default_factory=Counter)

    def passes(self, seconds: int, players: Iterable[int]) -> None:
        """Count time for those of these who have had cards."""
        self.played.update(dict.fromkeys(self.began.intersection(players), seconds))

    def due(self, spot: int) -> int:
        if not self.seconds:
            return 0
        return self.played[spot] // self.seconds * self.cents - self.charged[spot]

    def gone(self, spot: int) -> tuple[bool, int, int]:
        """Forget a player; return what goes on if he comes back."""
        began = spot in self.began
        self.began.discard(spot)
        return began, self.played.pop(spot, 0), self.charged.pop(spot, 0)

    def back(self, spot: int, had: tuple[bool, int, int]) -> None:
        began, self.played[spot], self.charged[spot] = had
        if began:
            self.began.add(spot)
