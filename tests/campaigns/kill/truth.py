"""The cards and bets of a round, and its expected result, independent of the program."""

from collections.abc import Mapping
from typing import NamedTuple

Felt = Mapping[tuple[int, str], int]
"""Cents by spot and bet."""


class Line(NamedTuple):
    spot: int
    on: str
    stake: int
    outcome: str
    returned: int
    paid: int
    commission: int


def worth(cards: list[str]) -> int:
    return sum(min(10, "A23456789TJQK".index(card[0]) + 1) for card in cards) % 10


def next_hand(player: list[str], banker: list[str]) -> str | None:
    """Return whose card is next, None when the deal is complete."""
    if len(banker) < 2:
        return "player" if len(player) == len(banker) else "banker"
    if len(banker) == 3 or max(worth(player[:2]), worth(banker[:2])) > 7:
        return None
    if len(player) == 2 and worth(player) < 6:
        return "player"
    points = worth(banker)
    if len(player) == 2:
        return "banker" if points < 6 else None
    third = worth(player[2:])
    lowest, highest = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7)}.get(points, (0, 9))
    draws = points < 7 and lowest <= third <= highest and (points, third) != (3, 8)
    return "banker" if draws else None


def reckon(player: list[str], banker: list[str], felt: Felt) -> list[Line]:
    """Return a line for each bet, spot by spot."""
    difference = worth(player) - worth(banker)
    winner = "player" if difference > 0 else "banker" if difference < 0 else "tie"
    return sorted(_line(spot, on, stake, winner) for (spot, on), stake in felt.items())


def _line(spot: int, on: str, stake: int, winner: str) -> Line:
    if on == winner:
        owed = 5 * ((stake + 999) // 1000) * 10 if on == "banker" else 0
        return Line(spot, on, stake, "win", stake, 8 * stake if on == "tie" else stake, owed)
    if winner == "tie":
        return Line(spot, on, stake, "push", stake, 0, 0)
    return Line(spot, on, stake, "lose", 0, 0, 0)


class Round:
    """What was really dealt, and what really lay there when the bets were closed."""

    def __init__(self) -> None:
        self.cards: dict[str, list[str]] = {"player": [], "banker": []}
        self.order: list[str] = []
        self.locked: dict[tuple[int, str], int] = {}

    @property
    def due(self) -> str | None:
        return next_hand(self.cards["player"], self.cards["banker"])

    def deal(self, name: str) -> None:
        hand = self.due or ""
        self.cards[hand].append(name)
        self.order.append(hand)

    @property
    def last(self) -> str:
        return self.cards[self.order[-1]][-1]

    def without_last(self) -> dict[str, list[str]]:
        shorter = {hand: list(cards) for hand, cards in self.cards.items()}
        shorter[self.order[-1]].pop()
        return shorter

    def lines(self) -> list[Line]:
        return reckon(self.cards["player"], self.cards["banker"], self.locked)
