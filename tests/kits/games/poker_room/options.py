"""The options of a script, and those that are refused (67.108)."""

from dataclasses import dataclass, field, fields
from typing import Any, Self

BOARD = ("holdem", "omaha", "omaha-hi-lo")
STUD = ("stud", "stud-hi-lo", "razz")
LIMITS = ("none", "pot", "fixed")


@dataclass(frozen=True)
class Options:
    poker: str = "holdem"
    limit: str = "none"
    blinds: list[int] = field(default_factory=lambda: [100, 200])
    bets: list[int] = field(default_factory=list)
    raises: int = 3
    ante: int = 0
    ante_by: str = "each"
    bring_in: int = 0
    chip: int = 100
    min_stake: int = 0
    max_stake: int | None = None
    commission: dict[str, Any] = field(default_factory=dict)
    time_charge: dict[str, int] | None = None
    straddle: bool = False
    readers: str = "board"
    clock: int = 30
    rejoin_minutes: int = 60
    tournament: bool = False
    """No option: a tournament's table, whose chips have no value."""

    @classmethod
    def read(cls, given: dict[str, Any]) -> Self | None:
        """Return the options, or None if the table refuses them."""
        tournament = given.get("role") == "table"
        known = {one.name for one in fields(cls)} - {"tournament"}
        known -= {"commission", "time_charge"} if tournament else set()
        options = {name: value for name, value in given.items() if name != "role" or not tournament}
        if not options.keys() <= known:
            return None
        read = cls(**options, tournament=tournament)
        return read if read._allowed else None

    @property
    def _allowed(self) -> bool:
        fixed = self.limit == "fixed"
        return (
            self.poker in BOARD + STUD
            and self.limit in LIMITS
            and (fixed or not self.stud)
            and (not fixed or len(self.bets) == 2)
            and (not fixed or self.stud or self.blinds[1] == self.bets[0])
            and self.percent <= 10
            and (not self.stud or 0 < self.bring_in < self.bets[0])
            and (not self.tournament or self.poker == "holdem")
            and (self.stud or not any(cents % self.chip for cents in self.blinds))
        )

    @property
    def stud(self) -> bool:
        return self.poker in STUD

    @property
    def split(self) -> bool:
        return self.poker.endswith("hi-lo")

    @property
    def hole(self) -> int:
        """How many cards are dealt face down before the first round of bets."""
        return 4 if self.poker.startswith("omaha") else 2

    @property
    def percent(self) -> int:
        return self.commission.get("percent", 0)

    @property
    def cap(self) -> int | None:
        return self.commission.get("cap")

    @property
    def without_flop(self) -> bool:
        return self.commission.get("without_flop", False)
