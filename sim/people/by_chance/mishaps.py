"""Random mistakes at a simulated table."""

from collections import Counter
from random import Random


class Luck:
    """Each thing that can go wrong does `often`, whenever it can; `did` counts them by name."""

    def __init__(self, chance: Random, often: float) -> None:
        self.did: Counter[str] = Counter()
        self._chance = chance
        self._often = often

    def strikes(self, name: str) -> bool:
        """Return whether it happens now."""
        happens = self._chance.random() < self._often
        self.did[name] += happens
        return happens
