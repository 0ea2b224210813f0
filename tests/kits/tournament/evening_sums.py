"""What tournaments by chance came to."""

from dataclasses import dataclass


@dataclass
class Sums:
    """What a tournament, or many, came to."""

    games: int = 0
    outs: int = 0
    moves: int = 0
    broken: int = 0
    rebuys: int = 0
    removed: int = 0
    """Chips out of play by colour-ups, added ones counted off."""
    by_hour: int = 0
    """Tournaments that ended by the hour."""
    corrected: int = 0
    cuts: int = 0
    cents: int = 0
    """Of prizes."""

    def add(self, other: "Sums") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
