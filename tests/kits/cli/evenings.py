"""Random evenings at a baccarat table, the same ones for the same seed."""

from random import Random
from typing import Any

from tests.kits.cli.play_kit import (
    CLOSE,
    CONFIRM,
    CUT,
    SHUFFLE,
    UNDO,
    VOID,
    bet,
    cards,
    enter,
    resolve,
    take,
)
from tests.kits.cli.reckoning import PLACES, Reckoning

RANKS, SUITS = "A23456789TJQK", "SHDC"
AMOUNTS = (100, 250, 500, 1000, 1005, 2500, 10000, 99999, 100000)
ODD_STEPS: tuple[dict[str, Any], ...] = (
    {"decide": {"spot": 1, "do": "hit"}},
    {"number": "17"},
    {"dice": [3, 4]},
    {"bank": {"spot": 3}},
    {"ticket": {"spot": 1, "quick_pick": 5, "cents": 100}},
    bet(0, "banker", 500),
    bet(15, "tie", 500),
    bet(1, "ante", 500),
    bet(1, "banker", 0),
    bet(2, "banker", -500),
    take(99, "banker"),
    resolve(3, "ante"),
)


class Evening:
    """A script that mostly makes sense, and the second reckoning of it."""

    def __init__(self, seed: int, steps: int) -> None:
        self.chance = Random(seed)
        self.table: dict[str, Any] = self._table()
        options = self.table.get("options", {})
        self.reckoning = Reckoning(
            decks=options.get("decks", 8),
            spots=self.table.get("spots", 7),
            limits=self.table.get("limits"),
        )
        # few cards of many kinds, or many of a few: then a ninth comes soon
        self.ranks = RANKS if self.chance.random() < 0.7 else self.chance.choice(("A8", "69K", "3"))
        self.suits = SUITS if len(self.ranks) > 3 else "SH"
        self.hostile = self.chance.choice((0.0, 0.05, 0.3))
        self.steps: list[dict[str, Any]] = []
        for _ in range(steps):
            step = self._step()
            self.steps.append(step)
            self.reckoning.do(step)
        self.reckoning.end()

    def _table(self) -> dict[str, Any]:
        table: dict[str, Any] = {}
        if self.chance.random() < 0.5:
            table["options"] = {"decks": self.chance.choice((6, 7, 8))}
        if self.chance.random() < 0.3:
            table["limits"] = {"banker": [500, 100000], "tie": [100, 2500]}
        if self.chance.random() < 0.3:
            table["spots"] = self.chance.randint(1, 7)
        return table

    def _step(self) -> dict[str, Any]:
        if self.chance.random() < self.hostile:
            return self._anything()
        table = self.reckoning
        if table.alarmed:
            return self.chance.choice((VOID, VOID, self._anything()))
        if table.phase == "shoe":
            return SHUFFLE
        if table.phase == "open":
            return self._while_open()
        if table.due:
            return self._deal()
        if table.late:
            spot, on, bettor = self.chance.choice(sorted(table.late, key=str))
            return resolve(spot, on, bettor)
        return CONFIRM

    def _while_open(self) -> dict[str, Any]:
        if len(self.reckoning.lying) < self.chance.randint(1, 5):
            return self._bet()
        return self._deal() if self.chance.random() < 0.2 else CLOSE

    def _deal(self) -> dict[str, Any]:
        drawn = list(self.reckoning.drawn)
        if self.chance.random() < 0.1:
            return {"card": self._card()}
        if self.chance.random() < 0.05:
            return enter(self._card())
        dealt = [self._card() for _ in range(self.chance.choice((2, 4, 4, 6)))]
        return cards(*dealt[: 7 - len(drawn)])

    def _card(self) -> str:
        if self.chance.random() < self.hostile / 20:
            return "JK"
        return self.chance.choice(self.ranks) + self.chance.choice(self.suits)

    def _bet(self) -> dict[str, Any]:
        bettor = self.chance.choice((None,) * 9 + ("B", "C"))
        return bet(*self._place(), self.chance.choice(AMOUNTS), bettor)

    def _place(self) -> tuple[int, str]:
        return self.chance.randint(1, self.reckoning.spots), self.chance.choice(PLACES)

    def _stack(self) -> tuple[int, str, str | None]:
        stacks = [*self.reckoning.lying, *self.reckoning.late, *self.reckoning.locked]
        known = self.chance.random() < 0.8 and stacks
        return self.chance.choice(sorted(stacks, key=str)) if known else (*self._place(), None)

    def _anything(self) -> dict[str, Any]:
        choices = (
            lambda: self._bet(),
            lambda: take(*self._stack()),
            lambda: resolve(*self._stack()),
            lambda: self.chance.choice((CLOSE, CONFIRM, UNDO, UNDO, VOID)),
            lambda: self.chance.choice((CUT, SHUFFLE)),
            lambda: cards(*(self._card() for _ in range(self.chance.randint(1, 4)))),
            lambda: {"card": self._card()},
            lambda: enter(self._card()),
            lambda: self.chance.choice(ODD_STEPS),
        )
        return self.chance.choice(choices)()
