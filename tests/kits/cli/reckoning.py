"""Round scripts of baccarat step by step, from the page of the contract.

It has no wires, lights or words: only the expected result of each step, in order. What bets come to
is the second reckoning's.
"""

from collections import Counter
from copy import deepcopy
from typing import Any

from tests.kits.games.naive.table import Bet
from tests.kits.games.reckoning.baccarat import line_of, totals, wants

PLACES = ("player", "banker", "tie")
LARGEST = 10**12

Step = dict[str, Any]
Line = tuple[Any, ...]


class Reckoning:
    """One script, step by step; `lines` is the expected result."""

    def __init__(
        self, *, decks: int = 8, spots: int = 7, limits: dict[str, list[int]] | None = None
    ) -> None:
        self.lines: list[Line] = []
        self.decks, self.spots, self.limits = decks, spots, limits or {}
        self.phase = "open"
        self.lying: dict[tuple[int, str, str | None], int] = {}
        self.locked: dict[tuple[int, str, str | None], int] = {}
        self.late: set[tuple[int, str, str | None]] = set()
        self.drawn: list[str] = []
        self.gone: Counter[str] = Counter()
        self.aside: Counter[str] = Counter()
        self.is_settled = self.alarmed = self.was_cut = self.voided = False
        self.back: dict[str, Any] | None = None
        self.number = 0

    def do(self, step: Step) -> None:
        """Do the next step."""
        self.number += 1
        ((kind, what),) = step.items()
        if self.alarmed and what != "void":
            self._stopped(kind, what)
            return
        doing = getattr(self, f"_{kind}", None)
        if doing is None:
            self._refuse()
        else:
            doing(what)
        self._settle_if_complete()

    def end(self) -> None:
        """The script is over."""
        if self.alarmed:
            self.lines.append(("unfinished", "void"))
        elif self.phase == "open" and self.lying:
            self.lines.append(("unfinished", "no_more_bets"))
        elif self.phase == "round" and self.due:
            self.lines.append(("unfinished", "card"))
        elif self.phase == "round" and self.late:
            self.lines.append(("unfinished", "resolve"))

    @property
    def due(self) -> bool:
        """Whether the rules want a card."""
        return self.phase == "round" and wants(self.drawn)

    def _refuse(self) -> None:
        self.lines.append(("refused", self.number))

    def _stopped(self, kind: str, what: object) -> None:
        self._refuse()
        drawn = [what] if kind == "card" else what if kind == "cards" else []
        for card in list(drawn)[:1]:
            if self._leaves(card):
                self.aside[card] += 1
        self.was_cut |= kind == "cut"

    def _stack(self, what: Step) -> tuple[int, str, str | None] | None:
        if not 1 <= what["spot"] <= self.spots or what["on"] not in PLACES:
            return None
        return what["spot"], what["on"], what.get("bettor")

    def _ordered(self, bets: dict[tuple[int, str, str | None], int]) -> list[Any]:
        return sorted(bets.items(), key=lambda bet: (bet[0][0], PLACES.index(bet[0][1])))

    def _tell(self, stack: tuple[int, str, str | None], line: dict[str, Any]) -> None:
        spot, on, bettor = stack
        whose = {} if bettor is None else {"bettor": bettor}
        self.lines.append(("settled", {"spot": spot, "on": on, **whose, **line}))

    def _push(self, stack: tuple[int, str, str | None], cents: int) -> None:
        line = {"stake": cents, "outcome": "push", "returned": cents, "paid": 0, "commission": 0}
        self._tell(stack, {**line, "odds": None, "article": None})

    def _settle_if_complete(self) -> None:
        if self.due or not self.drawn or self.is_settled or self.late:
            return
        self.is_settled = True
        for stack, cents in self._ordered(self.locked):
            self._tell(stack, line_of(Bet(*stack[:2], cents), *totals(self.drawn)))
        self.lying = {}

    # chips

    def _bet(self, what: Step) -> None:
        stack = self._stack(what)
        if stack is None or not 1 <= what["cents"] <= LARGEST:
            self._refuse()
            return
        self.back = None
        cents = self.lying.get(stack, 0) + what["cents"]
        if self.phase == "round":
            self._is_late(stack, what["cents"], "added")
            self.lying[stack] = cents
            return
        self.voided = self.voided and self.phase != "open"
        others = {bettor for spot, _, bettor in self.lying if spot == stack[0]} - {stack[2]}
        least, most = self.limits.get(stack[1], (0, LARGEST**2))
        if self.phase == "shoe" or others or not least <= cents <= most:
            self._refuse()
        else:
            self.lying[stack] = cents

    def _take(self, what: Step) -> None:
        stack = self._stack(what)
        if stack not in self.lying:
            self._refuse()
            return
        self.back = None
        cents = self.lying.pop(stack)
        if self.phase == "open":
            self._push(stack, cents)
        else:
            self._is_late(stack, cents, "removed")

    def _is_late(self, stack: tuple[int, str, str | None], cents: int, change: str) -> None:
        spot, on, bettor = stack
        whose = {} if bettor is None else {"bettor": bettor}
        self.late.add(stack)
        self.lines.append(
            ("late", {"spot": spot, "on": on, **whose, "cents": cents, "change": change})
        )

    def _resolve(self, what: Step) -> None:
        stack = self._stack(what)
        if stack not in self.late:
            self._refuse()
            return
        self.back = None
        self.late.remove(stack)
        self.lying.pop(stack, None)
        if stack in self.locked and not self.is_settled:
            self.lying[stack] = self.locked[stack]

    # cards

    def _leaves(self, card: str) -> bool:
        self.gone[card] += 1
        return card != "JK" and self.gone[card] <= self.decks

    def _card(self, card: str) -> None:
        self._cards([card])

    def _cards(self, cards: list[str]) -> None:
        for card in cards:
            if not self._one(card):
                return

    def _one(self, card: str) -> bool:
        self.back = None
        if not self._leaves(card):
            self.lines.append(("alarm",))
            self.alarmed = True
            return False
        if self.phase == "open" and self.lying:
            self._close()
        if not self.due:
            self.aside[card] += 1
            self._refuse()
            return False
        self.drawn.append(card)
        self._settle_if_complete()
        return True

    def _enter(self, what: Step) -> None:
        card = what["card"]
        first = self.phase == "open" and self.lying
        if not (first or self.due):
            self.back = None
            self._refuse()
        elif not self.aside[card] and (card == "JK" or self.gone[card] >= self.decks):
            self._refuse()
        else:
            self.back = None
            if self.aside[card]:
                self.aside[card] -= 1
            else:
                self.gone[card] += 1
            if first:
                self._close()
            self.drawn.append(card)

    def _cut(self, _true: bool) -> None:
        self.back = None
        self.was_cut = True
        if self.phase == "open" and not self.lying:
            self.phase = "shoe"

    def _shuffle(self, _true: bool) -> None:
        if self.phase == "round" or self.lying:
            self._refuse()
            return
        self.back = None
        self.phase, self.was_cut = "open", False
        self.gone.clear()
        self.aside.clear()

    # keys

    def _press(self, key: str) -> None:
        getattr(self, f"_press_{key}")()

    def _close(self) -> None:
        self.phase, self.voided = "round", False
        self.locked = dict(self.lying)

    def _remember(self) -> None:
        state = {name: value for name, value in vars(self).items() if name not in ("lines", "back")}
        self.back = deepcopy(state)

    def _press_no_more_bets(self) -> None:
        if self.phase != "open":
            self._refuse()
        elif self.lying:
            self._remember()
            self._close()
        else:
            self.back = None

    def _press_confirm(self) -> None:
        if self.phase == "open" and self.voided:
            self.back, self.voided = None, False
        elif self.phase != "round" or self.late or not self.is_settled:
            self._refuse()
        else:
            self._remember()
            self._next_round()

    def _next_round(self) -> None:
        self.phase = "shoe" if self.was_cut else "open"
        self.lying, self.locked, self.late, self.drawn = {}, {}, set(), []
        self.is_settled = False

    def _press_undo(self) -> None:
        if self.back is None:
            self._refuse()
            return
        number = self.number
        vars(self).update(self.back)
        self.number, self.back = number, None

    def _press_void(self) -> None:
        bets = self.locked if self.phase == "round" else self.lying
        self.back = None
        if not (bets or self.alarmed):
            self._refuse()
            return
        self.alarmed = False
        if self.phase == "shoe":
            return
        for stack, cents in self._ordered(bets):
            self._push(stack, cents)
        self._next_round()
        self.voided = self.phase == "open"
