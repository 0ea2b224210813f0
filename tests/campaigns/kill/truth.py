"""The cards and bets of a round, and its expected result, independent of the program."""

from typing import NamedTuple

from tests.kits.games.naive.table import Bet
from tests.kits.games.reckoning.baccarat import line_of, next_hand, totals


class Line(NamedTuple):
    spot: int
    on: str
    stake: int
    outcome: str
    returned: int
    paid: int
    commission: int


def _line(spot: int, on: str, stake: int, totals: tuple[int, int]) -> Line:
    line = line_of(Bet(spot, on, stake), *totals)
    return Line(**{name: line[name] for name in Line._fields})


class Round:
    """What was really dealt, and what really lay there when the bets were closed."""

    def __init__(self) -> None:
        self.cards: dict[str, list[str]] = {"player": [], "banker": []}
        self.dealt: list[str] = []
        self.order: list[str] = []
        self.locked: dict[tuple[int, str], int] = {}

    @property
    def due(self) -> str | None:
        return next_hand(self.dealt)

    def deal(self, name: str) -> None:
        hand = self.due or ""
        self.cards[hand].append(name)
        self.dealt.append(name)
        self.order.append(hand)

    @property
    def last(self) -> str:
        return self.dealt[-1]

    def without_last(self) -> dict[str, list[str]]:
        shorter = {hand: list(cards) for hand, cards in self.cards.items()}
        shorter[self.order[-1]].pop()
        return shorter

    def lines(self) -> list[Line]:
        laid = sorted(self.locked.items())
        return [_line(*place, stake, totals(self.dealt)) for place, stake in laid]
