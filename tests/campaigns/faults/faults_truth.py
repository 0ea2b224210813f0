"""The expected result of a round, reckoned from the real chips, cards and symbols."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final

from tests.kits.games.naive.craps import decided, next_point, odds
from tests.kits.games.naive.instruments import Bet as Laid
from tests.kits.games.naive.instruments import Fate
from tests.kits.games.naive.table import CLOSE, CONFIRM, Bet
from tests.kits.games.reckoning import baccarat
from tests.kits.games.reckoning import craps as reckoning_craps
from tests.kits.games.reckoning import keno as reckoning_keno

Stack = tuple[int, str, str | None]
Money = tuple[Stack, str, int, int, int]
"""A bet, its outcome, what goes back of it, what is paid, what the house takes."""
TICKET: Final = "ticket"
NOT_WHOLE: Final = (AssertionError, IndexError, KeyError, ValueError, StopIteration)
"""What a reckoning of a round says that is not played to its end."""


@dataclass
class Ticket:
    """A ticket of Keno that was issued."""

    spot: int
    numbers: frozenset[int]
    cents: int
    draws: int


@dataclass
class Round:
    """One round as it was really played."""

    game: str
    options: Mapping[str, Any]
    locked: dict[Stack, int] | None = None
    """The stakes at "Rien ne va plus"; None before it."""
    cards: list[str] = field(default_factory=list)
    decided: list[dict[str, Any]] = field(default_factory=list)
    shown: tuple[str, ...] = ()
    """What the wheel, the dice or the balls have really shown."""
    point: int | None = None
    tickets: dict[str, Ticket] = field(default_factory=dict)
    """By their control numbers."""

    def lines(self) -> Counter[Money] | None:
        """Return what every bet comes to, None where the round is not played to its end."""
        if self.locked is None:
            return None
        try:
            return Counter(getattr(self, f"_{self.game}".replace("-", "_"), self._dealt)())
        except NOT_WHOLE:
            return None

    def next_point(self) -> int | None:
        """Return the point of craps that this round leaves behind."""
        return next_point(self.point, self._roll()) if self.game == "craps" else None

    # cards

    def _baccarat(self) -> list[Money]:
        assert self.cards
        assert not baccarat.wants(self.cards)
        totals = baccarat.totals(self.cards)
        return [
            _money(stack, baccarat.line_of(Bet(*stack[:2], cents), *totals))
            for stack, cents in self._bets()
        ]

    def _dealt(self) -> list[Money]:
        bets = [
            {"bet": {"spot": spot, "on": on, "cents": cents} | ({"bettor": who} if who else {})}
            for (spot, on, who), cents in self._bets()
        ]
        cards = [{"card": name} for name in self.cards]
        decided = [{"decide": one} for one in self.decided]
        steps = [*bets, CLOSE, *cards, *decided, CONFIRM]
        reckoned = import_module(f"tests.kits.games.reckoning.{self.game.replace('-', '_')}")
        lines = reckoned.reckon({"game": self.game, "options": self.options, "steps": steps})
        return [_money((line["spot"], line["on"], line.get("bettor")), line) for line in lines]

    # wheels, dice, balls

    def _roulette(self) -> list[Money]:
        reckoned = import_module("tests.kits.games.reckoning.roulette")
        numbers = self.options.get("numbers", 37)
        return self._felt(lambda on: Fate(reckoned.pays(on, self.shown[0], numbers), "72"))

    def _wheel_of_fortune(self) -> list[Money]:
        reckoned = import_module("tests.kits.games.reckoning.wheel_of_fortune")
        segments = self.options["segments"]
        return self._felt(lambda on: Fate(reckoned.pays(on, self.shown[0], segments), "120"))

    def _sic_bo(self) -> list[Money]:
        reckoned = import_module("tests.kits.games.reckoning.sic_bo")
        dice = tuple(map(int, self.shown))
        assert len(dice) == 3
        return self._felt(lambda on: Fate(reckoned.pays(on, dice), "95.24"))

    def _felt(self, fate: Any) -> list[Money]:
        assert self.shown
        return [
            _money(stack, Laid({}, cents).comes_to(fate(stack[1]))) for stack, cents in self._bets()
        ]

    def _craps(self) -> list[Money]:
        roll = self._roll()
        found = []
        for stack, cents in self._bets():
            outcome = decided(stack[1], roll, self.point)
            if outcome in ("win", "lose", "push"):
                paid = odds(stack[1], roll, self.point) if outcome == "win" else None
                fate = reckoning_craps.Fate(outcome, 1, stack[1], paid)
                life = reckoning_craps.Life(stack[0], stack[1], 0, cents, ended=1, fate=fate)
                found.append(_money(stack, reckoning_craps.line_of(life)))
        return found

    def _roll(self) -> tuple[int, int]:
        first, second = map(int, self.shown)
        return first, second

    def _keno(self) -> list[Money]:
        assert reckoning_keno.is_draw(list(map(int, self.shown)))
        drawn = set(map(int, self.shown))
        found = []
        for ticket in self.tickets.values():
            paytable = self.options["paytable"][str(len(ticket.numbers))]
            cents = ticket.cents * paytable.get(str(len(ticket.numbers & drawn)), 0)
            stack, outcome = (ticket.spot, TICKET, None), "win" if cents else "lose"
            found.append((stack, outcome, 0, cents, 0))
        return found

    def _bets(self) -> list[tuple[Stack, int]]:
        assert self.locked is not None
        return sorted(self.locked.items(), key=lambda bet: (bet[0][0], bet[0][2] or ""))


def _money(stack: Stack, line: Mapping[str, Any]) -> Money:
    return stack, line["outcome"], line["returned"], line["paid"], line["commission"]
