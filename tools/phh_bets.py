"""What lies before the players of a recorded hand, and what they have left."""

from collections import Counter
from collections.abc import Sequence


class Bets:
    """What each player has laid in the round and what he has left, by his number in the record."""

    def __init__(self, stacks: Sequence[int], antes: Sequence[int]) -> None:
        pairs = zip(stacks, antes, strict=True)
        self._left = {player: has - ante for player, (has, ante) in enumerate(pairs, start=1)}
        self._laid = Counter[int]()

    @property
    def most(self) -> int:
        """The bet to call."""
        return max(self._laid.values(), default=0)

    def is_called(self, player: int) -> bool:
        return self._laid[player] >= self.most

    def lay(self, player: int, to: int) -> None:
        """Have a player's whole bet be `to`, or all that he has."""
        more = min(to - self._laid[player], self._left[player])
        self._laid[player] += more
        self._left[player] -= more

    def fold(self, player: int) -> None:
        self._left[player] = 0

    def collect(self) -> None:
        """End the round."""
        self._laid.clear()

    def is_all_of_the_others(self, player: int, to: int) -> bool:
        """Return whether no other can answer more, and the player himself has more."""
        reach = {other: self._laid[other] + left for other, left in self._left.items() if left}
        own = reach.pop(player, 0)
        return to == max(reach.values(), default=0) < own
