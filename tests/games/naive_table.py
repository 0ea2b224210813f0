"""A house-banked table as its scripts tell it: what was done, what a stake comes to, and chance.

A round is read without playing it: which chips were laid, which cards came, what was decided.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

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

    def wins(self, odds: str, article: str, commission: int = 0) -> Line:
        """A payment is rounded down."""
        to, one = map(int, odds.split(":"))
        paid = self.cents * to // one
        return self._line("win", article, self.cents, paid=paid, commission=commission, odds=odds)

    def loses(self, article: str) -> Line:
        return self._line("lose", article, 0)

    def goes_back(self, article: str) -> Line:
        return self._line("push", article, self.cents)

    def is_given_up(self, article: str, returned: int) -> Line:
        return self._line("surrender", article, returned)

    def _line(self, outcome: str, article: str, returned: int, **more: Any) -> Line:
        told = {"spot": self.spot, "on": self.on, "stake": self.cents, "outcome": outcome}
        rest = {"returned": returned, "paid": 0, "commission": 0, "odds": None, "article": article}
        return told | rest | more


def commission(cents: int) -> int:
    """Return 5 % of a stake raised to the next multiple of 10 $ (47, 58)."""
    return -(-cents // 1000) * 50


# what was done


@dataclass
class Round:
    """One round of a script."""

    laid: dict[tuple[int, str], int] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    decided: dict[int, list[Step]] = field(default_factory=dict)
    number: str | None = None

    def note(self, step: Step) -> None:
        if "bet" in step:
            place = step["bet"]["spot"], step["bet"]["on"]
            self.laid[place] = self.laid.get(place, 0) + step["bet"]["cents"]
        elif "decide" in step:
            self.decided.setdefault(step["decide"]["spot"], []).append(step["decide"])
        self.cards += step.get("cards", [step["card"]] if "card" in step else [])
        self.number = step.get("number", self.number)

    def bets(self, order: tuple[str, ...]) -> list[Bet]:
        """Return the bets by spot, at each spot in the order given."""
        found = [Bet(spot, on, cents) for (spot, on), cents in self.laid.items()]
        return sorted(found, key=lambda bet: (bet.spot, order.index(bet.on)))

    @property
    def spots(self) -> list[int]:
        """The spots that have bet."""
        return sorted({spot for spot, _ in self.laid})

    def decision(self, spot: int, do: str) -> Step | None:
        """Return the last decision of one kind that a spot has taken."""
        return next((d for d in reversed(self.decided.get(spot, [])) if d["do"] == do), None)


def rounds(script: Script) -> Iterator[Round]:
    """Return the rounds in order; a last `confirm` may be missing."""
    played = Round()
    for step in script["steps"]:
        if step == CONFIRM:
            yield played
            played = Round()
        else:
            played.note(step)
    if played.laid:
        yield played


def turns(script: Script, sizes: dict[int, int]) -> list[int]:
    """Return who gets each card: packet after packet, or in rounds where the table deals singly."""
    if script.get("options", {}).get("deal", "packets") == "packets":
        return [spot for spot, size in sizes.items() for _ in range(size)]
    return [spot for nth in range(max(sizes.values())) for spot, s in sizes.items() if nth < s]


def hands(to: Iterable[int], cards: Iterable[str]) -> dict[int, list[str]]:
    """Return the cards of each recipient, given who gets each card."""
    held: dict[int, list[str]] = {}
    for spot, card in zip(to, cards, strict=False):
        held.setdefault(spot, []).append(card)
    return held


# chance


def stake(chance: Random) -> int:
    """Return a stake, often of round chips and sometimes of odd cents."""
    return chance.choice((500, 1000, 2500, 10000, chance.randint(1, 20000)))


def seats(chance: Random, most: int = 7) -> list[int]:
    """Return the spots that bet, mostly few of them."""
    return sorted(chance.sample(range(1, most + 1), chance.choice((1, 1, 2, 2, 3, most))))


def lay(chance: Random, spot: int, on: str) -> list[Step]:
    """Return the steps that place some amount on a bet, now and then in two parts."""
    cents = stake(chance)
    part = chance.randint(1, cents - 1) if cents > 1 and chance.random() < 0.1 else 0
    return [
        {"bet": {"spot": spot, "on": on, "cents": some}} for some in (part, cents - part) if some
    ]


def perhaps_closed(chance: Random) -> list[Step]:
    """Return the dealer's key, or nothing where he lets the first card close the bets."""
    return [CLOSE] if chance.random() < 0.7 else []


def as_read(chance: Random, cards: list[str]) -> list[Step]:
    """Return cards in one step, or in two with the first by itself."""
    apart = 1 if chance.random() < 0.2 else 0
    first = [{"card": card} for card in cards[:apart]]
    return [*first, {"cards": cards[apart:]}] if cards[apart:] else first


def shoe(chance: Random, decks: int, ranks: str = RANKS) -> list[str]:
    """Return a full shoe in some order; often the cards of a few neighbouring ranks come first."""
    width = chance.choice((1, 2, 3, 4, 5, 6, len(ranks)))
    first = chance.randint(0, len(ranks) - width)
    parts = ranks[first : first + width], ranks[:first] + ranks[first + width :]
    return [card for part in parts for card in _shuffled(chance, decks, part)]


def _shuffled(chance: Random, decks: int, ranks: str) -> list[str]:
    cards = [rank + suit for rank in ranks for suit in SUITS] * decks
    chance.shuffle(cards)
    return cards


def perhaps_spots(chance: Random, steps: list[Step]) -> dict[str, int]:
    """Return how many spots the table has, where the script says so: enough for its bets."""
    least = max(step["bet"]["spot"] for step in steps if "bet" in step)
    return {"spots": chance.randint(least, 7)} if chance.random() < 0.2 else {}
