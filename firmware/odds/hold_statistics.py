"""Hold statistics: the house's actual and expected gain over the rounds of a table, total and by
group.
"""

from collections import Counter
from collections.abc import Callable, Collection

from firmware.core.vocabulary.bets import base_bet_name
from firmware.odds.drift import Cusum, Drift
from firmware.odds.expected_hold import ExpectedHold, Wager


class HoldStatistics:
    """Add the rounds of a table in their order."""

    def __init__(self) -> None:
        self.total_hold = ExpectedHold()
        self.holds_by_group: dict[str, ExpectedHold] = {}
        self.unpriced_stakes: Counter[str] = Counter()
        """Stakes in cents of the bets without a figure, by bet name."""
        self.drift_notes: list[Drift] = []
        self._cusums = Cusum(is_excess=False), Cusum(is_excess=True)

    def add_round(
        self, round_number: int, round_wagers: Collection[Wager], group_name: Callable[[Wager], str]
    ) -> None:
        """Add the settled bets of a round; `group_name` names the group of each."""
        for wager in round_wagers:
            if wager.edge is None:
                self.unpriced_stakes[base_bet_name(wager.bet_name)] += wager.stake
        priced_wagers = [wager for wager in round_wagers if wager.edge]
        if not priced_wagers:
            return
        self.total_hold = self.total_hold.add_round(priced_wagers)
        wagers_by_group: dict[str, list[Wager]] = {}
        for wager in priced_wagers:
            wagers_by_group.setdefault(group_name(wager), []).append(wager)
        for name, group_wagers in wagers_by_group.items():
            self.holds_by_group[name] = self.holds_by_group.get(name, ExpectedHold()).add_round(
                group_wagers
            )
        due_notes = (cusum.add_round(round_number, priced_wagers) for cusum in self._cusums)
        self.drift_notes += (due_note for due_note in due_notes if due_note)
