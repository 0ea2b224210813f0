"""A table with a wheel or dice as its scripts tell it: chips laid and taken, and what was shown.

A bet is the results that have come since it was laid; a game says what those make of it.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from tests.kits.games.naive.chips import to_player
from tests.kits.games.naive.table import CLOSE, CONFIRM, Line, Script, Step

UNDO = {"press": "undo"}
VOID = {"press": "void"}


class Fate(NamedTuple):
    """What a bet comes to: paid at these odds, or lost where there are none."""

    odds: str | None
    article: str


@dataclass
class Bet:
    """The chips of one bettor at one place, by the name by which he laid the first of them."""

    at: dict[str, Any]
    cents: int = 0
    chip: int = 0
    """The chip to which payments are rounded for the player, 0 where they are exact."""
    results: list[Any] = field(default_factory=list)

    def comes_to(self, fate: Fate) -> Line:
        """Return the line of a bet that is won or lost."""
        if fate.odds is None:
            return self._line("lose", 0, article=fate.article)
        to, one = map(int, fate.odds.split(":"))
        paid = to_player(Fraction(self.cents * to, one), self.chip)
        return self._line("win", self.cents, paid, fate.odds, fate.article)

    def goes_back(self) -> Line:
        return self._line("push", self.cents)

    def stands(self) -> Line:
        return {**self.at, "stake": self.cents}

    def _line(
        self,
        outcome: str,
        returned: int,
        paid: int = 0,
        odds: str | None = None,
        article: str | None = None,
    ) -> Line:
        money = {"returned": returned, "paid": paid, "commission": 0, "odds": odds}
        return {**self.stands(), "outcome": outcome, **money, "article": article}


@dataclass
class Evening:
    """The rounds of a script in which every step is one that the table obeys."""

    same: Callable[[str], Hashable]
    """What a place is, in whatever order it is written."""
    shown: Callable[[Step], Any]
    """The result in a step; None where it shows none, or no valid one."""
    fate: Callable[[str, list[Any]], Fate | None]
    """What a bet comes to by the results since it was laid; None while it stands over."""
    laid: dict[Hashable, Bet] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    closed: bool = False
    returned: Callable[[list[Bet]], list[Line]] = lambda _: []
    """What the close gives back, of all that was bet."""
    chip: int = 0

    def play(self, script: Script) -> "Evening":
        for step in script["steps"]:
            self.do(step)
        return self

    def do(self, step: Step) -> None:
        """Chips that move after the close are late, and are put back."""
        if "bet" in step:
            self._lay(**step["bet"])
        elif "take" in step:
            self._take(**step["take"])
        elif step == CLOSE:
            self._give_back()
            self.closed = bool(self.laid)
        elif step in (CONFIRM, UNDO):
            self.closed = False
        elif step == VOID:
            self._void()
        elif (result := self.shown(step)) is not None:
            self._settle(result)

    def stack(self, spot: int, on: str, bettor: str | None = None) -> Hashable:
        return spot, bettor, self.same(on)

    def standing(self) -> list[Bet]:
        """Return the bets on which a result has come that has not settled them."""
        return [bet for bet in self._by_spot() if bet.results]

    def _lay(self, cents: int, **at: Any) -> None:
        if not self.closed:
            self.laid.setdefault(self.stack(**at), Bet(at, chip=self.chip)).cents += cents

    def _take(self, **at: Any) -> None:
        if not self.closed:
            self.lines.append(self.laid.pop(self.stack(**at)).goes_back())

    def _void(self) -> None:
        self.lines += [bet.goes_back() for bet in self._by_spot()]
        self.laid, self.closed = {}, False

    def _give_back(self) -> None:
        for line in [] if self.closed else self.returned(self._by_spot()):
            self.lines.append(line)
            del self.laid[self.stack(line["spot"], line["on"], line.get("bettor"))]

    def _settle(self, result: Any) -> None:
        self._give_back()
        self.closed = True
        for bet in self._by_spot():
            bet.results.append(result)
            fate = self.fate(bet.at["on"], bet.results)
            if fate is not None:
                self.lines.append(bet.comes_to(fate))
                del self.laid[self.stack(**bet.at)]

    def _by_spot(self) -> list[Bet]:
        return sorted(self.laid.values(), key=lambda bet: bet.at["spot"])


def back(odds: str | None) -> Fraction:
    """Return what comes back of 1 staked, the stake included: nothing without odds."""
    return 1 + Fraction(odds.replace(":", "/")) if odds else Fraction(0)
