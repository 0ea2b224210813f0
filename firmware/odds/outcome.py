"""The house's gain in the rounds of a table and its expectation: in all and by group."""

from collections import Counter
from collections.abc import Callable, Collection

from firmware.core.vocabulary.rulings import base_name
from firmware.odds.drift import Drift, Watch
from firmware.odds.expected import Expected, Wager


class Outcome:
    """Takes the rounds of a table in their order."""

    def __init__(self) -> None:
        self.total = Expected()
        self.groups: dict[str, Expected] = {}
        self.without: Counter[str] = Counter()
        """The stakes of bets without a figure, in cents, by the bet's name."""
        self.drifts: list[Drift] = []
        self._watches = Watch(more=False), Watch(more=True)

    def take(self, number: int, bets: Collection[Wager], group: Callable[[Wager], str]) -> None:
        """Take the settled bets of a round; `group` names the group of each."""
        for bet in bets:
            if bet.edge is None:
                self.without[base_name(bet.on)] += bet.stake
        counted = [bet for bet in bets if bet.edge]
        if not counted:
            return
        self.total = self.total.and_round(counted)
        groups: dict[str, list[Wager]] = {}
        for bet in counted:
            groups.setdefault(group(bet), []).append(bet)
        for name, some in groups.items():
            self.groups[name] = self.groups.get(name, Expected()).and_round(some)
        notes = (watch.take(number, counted) for watch in self._watches)
        self.drifts += (note for note in notes if note)
