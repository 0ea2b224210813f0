"""What befalls packets between hosts: they are lost, late, or all of them cut off."""

from collections.abc import Sequence
from random import Random

import msgspec

CUT = 1.0
"""The chance of a loss by which nothing passes."""


class Weather(msgspec.Struct, frozen=True):
    """Between any of `these` hosts and any of `those`, both ways; elsewhere nothing happens."""

    these: tuple[str, ...] = ()
    those: tuple[str, ...] = ()
    loss: float = 0.0
    """The chance that a packet is lost."""
    late_s: float = 0.0
    """How late a packet is at least; at most twice as late, so that one overtakes another."""

    def lateness(self, source: str, target: str, rng: Random) -> float | None:
        """Return how late a packet is in seconds, None if it is lost."""
        if not self._concerns(source, target):
            return 0.0
        if rng.random() < self.loss:
            return None
        return self.late_s * rng.uniform(1, 2)

    def _concerns(self, source: str, target: str) -> bool:
        ends = {source, target}
        return bool(ends.intersection(self.these) and ends.intersection(self.those))


FAIR = Weather()


def foul(hosts: Sequence[str], rng: Random) -> tuple[str, Weather]:
    """Return a weather between two groups of these hosts, and its name. Who is in none of them
    reaches everybody: so a server may be cut off from the others, and not from a table.
    """
    mixed = rng.sample(hosts, len(hosts))
    first = rng.randint(1, len(hosts) // 2)
    second = rng.choice((len(hosts), first + 2))
    groups = tuple(sorted(mixed[:first])), tuple(sorted(mixed[first:second]))
    chance = rng.random()
    if chance < 0.5:
        return "cut", Weather(*groups, loss=CUT)
    if chance < 0.75:
        return "loss", Weather(*groups, loss=rng.choice((0.1, 0.3)))
    return "delay", Weather(*groups, late_s=rng.choice((0.05, 0.25)))
