"""One round of bets: who speaks, and what is allowed (67.88 (16), 67.95, the room's document)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


class Refused(Exception):
    """The table forbids it."""


def from_left(spots: Iterable[int], of: float) -> list[int]:
    """Return spots clockwise, the one on the left of `of` first and `of` itself last."""
    return sorted(spots, key=lambda spot: (spot <= of, spot))


@dataclass
class Bets:
    """A round of bets; amounts are all that lies before a player in this round."""

    limit: str
    least: int
    """The big blind; the bet of this round at fixed limit."""
    raises: int = 3
    put: dict[int, int] = field(default_factory=dict)
    level: int = 0
    """What a call comes to."""
    step: int = 0
    """The last full bet or raise, which a raise must reach."""
    full: int = 0
    """Fixed limit: the last full bet."""
    fulls: int = 0
    """Fixed limit: how many full bets and raises there were."""
    spoken: dict[int, int] = field(default_factory=dict)
    """Who has spoken, and how many full bets there were then."""
    checked: set[int] = field(default_factory=set)
    """Who has only checked (67.100)."""

    def before(self, spot: int) -> int:
        return self.put.get(spot, 0)

    def must_speak(self, spot: int, stacks: Mapping[int, int], hands: set[int]) -> bool:
        if spot not in hands or not stacks[spot]:
            return False
        others = hands - {spot}
        if not any(stacks[one] for one in others):
            return self.before(spot) < max(map(self.before, others), default=0)
        return spot not in self.spoken or self.before(spot) < self.level

    def may_raise(self, spot: int, stacks: Mapping[int, int], hands: set[int]) -> bool:
        """Say whether the betting is open to him, and somebody could answer a raise."""
        others = hands - {spot}
        answered = self.level < max((self.before(one) + stacks[one] for one in others), default=0)
        capped = self.limit == "fixed" and len(hands) > 2 and self.fulls > self.raises
        return answered and not capped and self._is_open(spot)

    def _is_open(self, spot: int) -> bool:
        if spot not in self.spoken or spot in self.checked:
            return True
        if self.limit == "fixed":
            return self.fulls > self.spoken[spot]
        return self.level - self.before(spot) >= self.step

    def bounds(self, spot: int, pot: int) -> tuple[int, int | None]:
        """Return the least and the greatest bet or raise; `pot` is all that has been put in."""
        if self.limit == "fixed":
            return self.full + self.least, self.full + self.least
        least = self.level + self.step if self.level else self.least
        greatest = self.level + pot + max(self.level - self.before(spot), 0)
        return least, greatest if self.limit == "pot" else None

    def check_amount(self, spot: int, to: int, has: int, pot: int) -> None:
        """Raise Refused unless a bet or raise may be to so much; `has` is the most he can."""
        least, greatest = self.bounds(spot, pot)
        if (
            to > has
            or (greatest is not None and to > greatest)
            or to <= self.level
            or (to < least and to != has)
        ):
            raise Refused("this amount")

    def raised(self, to: int) -> None:
        """Take note of a bet or raise to so much."""
        if self.limit == "fixed":
            if 2 * (to - self.full) >= self.least:
                self.full, self.fulls = to, self.fulls + 1
        elif to - self.level >= self.step:
            self.step = to - self.level
        self.level = to

    def uncalled(self, hands: set[int]) -> tuple[int, int] | None:
        """Return whose chips nobody has matched, and how many (67.103 (2))."""
        for spot in hands:
            others = [chips for one, chips in self.put.items() if one != spot]
            above = self.before(spot) - max(others, default=0)
            if above > 0:
                return spot, above
        return None
