"""Random mistakes at a simulated table."""

from collections import Counter
from random import Random


class MishapChance:
    """Decides by chance if a mishap happens, and counts them by name."""

    def __init__(self, random_source: Random, probability: float) -> None:
        self.mishap_counts: Counter[str] = Counter()
        self._random_source = random_source
        self._probability = probability

    def should_happen(self, name: str) -> bool:
        """Return whether it happens now."""
        happens_now = self._random_source.random() < self._probability
        self.mishap_counts[name] += happens_now
        return happens_now
