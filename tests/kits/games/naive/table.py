"""A house-banked table as its scripts tell it: what was done, and what a stake comes to.

A round is read without playing it: which chips were laid, which cards came, what was decided.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from tests.kits.games.naive.chips import commission_of_ten, of_player, player_chip, to_player

Step = dict[str, Any]
Script = dict[str, Any]
Line = dict[str, Any]

DEALER = 0
RANKS = "23456789TJQKA"
SUITS = "SHDC"
CONFIRM = {"press": "confirm"}
CLOSE = {"press": "no_more_bets"}


class Bet(NamedTuple):
    """What stands on a bet at a spot, and the lines that it may come to."""

    spot: int
    on: str
    cents: int
    chip: int = 0
    """The chip to which its lines are rounded for the player, 0 where they are exact."""

    @property
    def half(self) -> int:
        """What a player gets back who gives up half."""
        return to_player(Fraction(self.cents, 2), self.chip)

    @property
    def commission(self) -> int:
        """What a player owes on a win (47, 58, 111)."""
        return of_player(commission_of_ten(self.cents), self.chip)

    def wins(
        self, to: int, article: str, *, one: int = 1, commission: int = 0, cap: int | None = None
    ) -> Line:
        """The stake goes back and is paid at odds, up to a cap."""
        full = to_player(Fraction(self.cents * to, one), self.chip)
        paid = full if cap is None else min(full, cap)
        money = {"paid": paid, "commission": commission, "odds": f"{to}:{one}"}
        return self._line("win", article, self.cents, **money)

    def is_paid_besides(self, to: int, article: str) -> Line:
        """A second rule pays the bet; its stake is on the first one's line."""
        return {**self.wins(to, article), "stake": 0, "returned": 0, "bonus": True}

    def wins_prize(self, cents: int, article: str) -> Line:
        """The house keeps the stake and pays a prize."""
        return self._line("win", article, 0, paid=cents)

    def loses(self, article: str) -> Line:
        return self._line("lose", article, 0)

    def goes_back(self, article: str) -> Line:
        return self._line("push", article, self.cents)

    def is_given_up(self, article: str, returned: int) -> Line:
        return self._line("surrender", article, returned)

    def _line(self, outcome: str, article: str, returned: int, **more: Any) -> Line:
        values = {"spot": self.spot, "on": self.on, "stake": self.cents, "outcome": outcome}
        rest = {"returned": returned, "paid": 0, "commission": 0, "odds": None, "article": article}
        return values | rest | more


@dataclass
class Round:
    """One round of a script, at a table with these options."""

    options: Mapping[str, Any]
    laid: dict[tuple[int, str], int] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    decided: dict[int, list[Step]] = field(default_factory=lambda: defaultdict(list))
    number: str | None = None
    bank: int = DEALER
    """Whose hand is the bank's: a player's spot, or the dealer."""

    def note(self, step: Step) -> None:
        if "bet" in step:
            place = step["bet"]["spot"], step["bet"]["on"]
            self.laid[place] = self.laid.get(place, 0) + step["bet"]["cents"]
        elif "decide" in step:
            self.decided[step["decide"]["spot"]].append(step["decide"])
        self.cards += cards(step)
        self.number = step.get("number", self.number)
        self.bank = step.get("bank", {}).get("spot", self.bank)

    @property
    def spots(self) -> list[int]:
        """The spots that have bet."""
        return sorted({spot for spot, _ in self.laid})

    @property
    def bets(self) -> dict[int, dict[str, Bet]]:
        """What was laid before the cards, by spot and by bet."""
        bets: dict[int, dict[str, Bet]] = {spot: {} for spot in self.spots}
        for (spot, on), cents in self.laid.items():
            bets[spot][on] = Bet(spot, on, cents, player_chip(self.options))
        return bets

    def bets_in(self, order: tuple[str, ...]) -> list[Bet]:
        """Return the bets by spot, at each spot in the order given."""
        return [bets[on] for bets in self.bets.values() for on in order if on in bets]

    def did(self, spot: int) -> list[str]:
        """Return what a spot has decided, in order."""
        return [decision["do"] for decision in self.decided[spot]]

    def decision(self, spot: int, do: str) -> Step | None:
        """Return the last decision of one kind that a spot has taken."""
        return next((d for d in reversed(self.decided[spot]) if d["do"] == do), None)

    def raised(self, spot: int) -> Bet | None:
        """Return the raise of a spot that chose its amount."""
        decision = self.decision(spot, "raise")
        chip = player_chip(self.options)
        return None if decision is None else Bet(spot, "raise", decision["cents"], chip)

    def cap(self, on: str) -> int | None:
        """Return the most that the table pays on a bet, if it names one."""
        cents: int | None = self.options.get("max_payout", {}).get(on)
        return cents


def rounds(script: Script) -> Iterator[Round]:
    """Return the rounds in order; a last `confirm` may be missing."""
    options = script.get("options", {})
    played = Round(options)
    for step in script["steps"]:
        if step == CONFIRM:
            yield played
            played = Round(options)
        else:
            played.note(step)
    if played.laid:
        yield played


def round_by_round(
    settled: Callable[[Round], Iterable[Line]],
) -> Callable[[Script], list[Line]]:
    """Return what a legal script's settled lines are, by those of a round."""
    return lambda script: [line for played in rounds(script) for line in settled(played)]


def cards(step: Step) -> list[str]:
    """Return the cards that leave the shoe in one step."""
    return [step["card"]] if "card" in step else list(step.get("cards", []))


def turns(options: Mapping[str, Any], sizes: Mapping[int, int]) -> list[int]:
    """Return who gets each card: packet after packet, or in rounds where the table deals singly."""
    if options.get("deal", "packets") == "packets":
        return [spot for spot, size in sizes.items() for _ in range(size)]
    return [spot for nth in range(max(sizes.values())) for spot, s in sizes.items() if nth < s]


def hands(to: list[int], cards: Iterable[str]) -> dict[int, list[str]]:
    """Return the cards of each recipient, given who gets each card."""
    held: dict[int, list[str]] = defaultdict(list)
    for spot, card in zip(to, cards, strict=True):
        held[spot].append(card)
    return held
