"""Rounds of house-banked poker as scripts: what was done, what a stake comes to, and chance.

A round is read without playing it: which chips were laid, what was decided, who got which cards.
"""

from collections import defaultdict
from random import Random
from typing import Any, NamedTuple

from tests.games.naive_hands import RANKS

Script = dict[str, Any]
Step = dict[str, Any]
Line = dict[str, Any]

DEALER = 0
SUITS = "SHDC"
LEANINGS = ((1, 4), (2, 4), (3, 1), (3, 4), (4, 2), (5, 1), (5, 2), (5, 4), (7, 1), (7, 2))
"""Of how many neighbouring ranks, in how many suits, the cards are that come first."""


class Stake(NamedTuple):
    """What stands on a bet at a spot, and the lines that it may come to."""

    spot: int
    on: str
    cents: int

    def wins(self, to_one: int, article: str, cap: int | None = None) -> Line:
        """The stake goes back and is paid at odds, up to a cap."""
        full = self.cents * to_one
        paid = full if cap is None else min(full, cap)
        return self._line("win", article, returned=self.cents, paid=paid, odds=f"{to_one}:1")

    def is_paid_besides(self, to_one: int, article: str) -> Line:
        """A second rule pays the bet; its stake is on the first one's line."""
        line = self.wins(to_one, article)
        return {**line, "stake": 0, "returned": 0, "bonus": True}

    def wins_prize(self, cents: int, article: str) -> Line:
        """The house keeps the stake and pays a prize."""
        return self._line("win", article, paid=cents)

    def loses(self, article: str) -> Line:
        return self._line("lose", article)

    def goes_back(self, article: str) -> Line:
        return self._line("push", article, returned=self.cents)

    def is_given_up(self, article: str, returned: int) -> Line:
        return self._line("surrender", article, returned=returned)

    def _line(
        self, outcome: str, article: str, returned: int = 0, paid: int = 0, odds: str | None = None
    ) -> Line:
        return {
            "spot": self.spot,
            "on": self.on,
            "stake": self.cents,
            "outcome": outcome,
            "returned": returned,
            "paid": paid,
            "commission": 0,
            "odds": odds,
            "article": article,
        }


# what was done


def bets(script: Script) -> dict[int, dict[str, Stake]]:
    """Return what was laid before the close, by spot from the dealer's left and by bet."""
    laid: dict[int, dict[str, Stake]] = defaultdict(dict)
    for bet in (step["bet"] for step in script["steps"] if "bet" in step):
        spot, on = bet["spot"], bet["on"]
        before = laid[spot][on].cents if on in laid[spot] else 0
        laid[spot][on] = Stake(spot, on, before + bet["cents"])
    return dict(sorted(laid.items()))


def decisions(script: Script) -> dict[int, list[str]]:
    """Return what each spot decided, in order."""
    done: dict[int, list[str]] = defaultdict(list)
    for decision in (step["decide"] for step in script["steps"] if "decide" in step):
        done[decision["spot"]].append(decision["do"])
    return done


def hands(script: Script, to: list[int]) -> dict[int, list[str]]:
    """Return the cards of each recipient, given who gets each card."""
    held: dict[int, list[str]] = defaultdict(list)
    for spot, card in zip(to, _drawn(script), strict=True):
        held[spot].append(card)
    return held


def _drawn(script: Script) -> list[str]:
    return [
        card
        for step in script["steps"]
        for card in step.get("cards", [step["card"]] if "card" in step else [])
    ]


def table(script: Script) -> dict[str, Any]:
    """Return the options of the table."""
    options: dict[str, Any] = script.get("options", {})
    return options


def cap(script: Script, on: str) -> int | None:
    """Return the most that the table pays on one bet, if it names one."""
    cents: int | None = table(script).get("max_payout", {}).get(on)
    return cents


def turns(table: dict[str, Any], sizes: dict[int, int]) -> list[int]:
    """Return who gets each card: hand after hand, or in rounds where the table deals singly."""
    if table.get("deal", "packets") == "packets":
        return [spot for spot, size in sizes.items() for _ in range(size)]
    rounds = range(max(sizes.values()))
    return [spot for nth in rounds for spot, size in sizes.items() if nth < size]


# chance


def cents(chance: Random) -> int:
    """Return a stake, often of round chips and sometimes of odd cents."""
    return chance.choice((500, 1000, 2500, 10000, chance.randint(1, 20000)))


def spots(chance: Random) -> list[int]:
    """Return the spots that bet, mostly few of them."""
    return sorted(chance.sample(range(1, 8), chance.choice((1, 1, 1, 2, 2, 3, 7))))


def lay(chance: Random, laid: dict[int, dict[str, int]]) -> list[Step]:
    """Return the steps that place what is laid at each spot, by bet."""
    return [
        step
        for spot, on in laid.items()
        for bet in on
        for step in _bets(chance, spot, bet, on[bet])
    ]


def _bets(chance: Random, spot: int, on: str, amount: int) -> list[Step]:
    """Return the steps that place so much on a bet, now and then in two parts."""
    part = chance.randint(1, amount - 1) if amount > 1 and chance.random() < 0.1 else 0
    return [_bet(spot, on, chips) for chips in (part, amount - part) if chips]


def _bet(spot: int, on: str, amount: int) -> Step:
    return {"bet": {"spot": spot, "on": on, "cents": amount}}


def raises(chance: Random, spot: int, amount: int) -> Step:
    """Return the decision to raise by the amount that the article fixes, named or not."""
    named = {"cents": amount} if chance.random() < 0.5 else {}
    return {"decide": {"spot": spot, "do": "raise"} | named}


def decides(spot: int, do: str) -> Step:
    return {"decide": {"spot": spot, "do": do}}


def options(chance: Random, *progressive: str) -> dict[str, Any]:
    """Return how a table may be set up: one pack or two, the deal, and the bets shown."""
    drawn: dict[str, Any] = {"decks": 2} if chance.random() < 0.2 else {}
    if chance.random() < 0.3:
        drawn["deal"] = chance.choice(("packets", "one-by-one"))
    if progressive and chance.random() < 0.7:
        meter = chance.choice((1_000_000, chance.randint(1, 50_000_000)))
        drawn |= {"side_bets": list(progressive), "progressive_meter": meter}
    return drawn


def caps(chance: Random, *on: str) -> dict[str, Any]:
    """Return, now and then, the option that caps what some of the bets are paid."""
    if chance.random() < 0.8:
        return {}
    some = chance.sample(on, chance.randint(1, len(on)))
    return {"max_payout": {bet: chance.choice((1, 5000, 20000, 100_000)) for bet in some}}


def dealt(chance: Random, to: list[int]) -> list[Step]:
    """Return the cards of a deal, from one pack, leaning to rare and to equal hands."""
    favoured = chance.sample(sorted(set(to)), len(set(to)))
    pack = _leaning(chance)
    if chance.random() < 0.2:
        pack = _twinned(pack, to.count(favoured[0]))
    held = {spot: [pack.pop(0) for _ in range(to.count(spot))] for spot in favoured}
    return _as_read(chance, [held[spot].pop(0) for spot in to])


def _leaning(chance: Random) -> list[str]:
    """Return a pack in some order; mostly some neighbouring ranks in some suits come first."""
    width, suits = chance.choice((*LEANINGS, (13, 4)))
    wheel, some = "A" + RANKS, chance.sample(SUITS, suits)
    top = chance.choice((len(wheel), chance.randint(width, len(wheel))))
    first = {rank + suit for rank in wheel[top - width : top] for suit in some}
    rest = {rank + suit for rank in RANKS for suit in SUITS} - first
    return [*chance.sample(sorted(first), len(first)), *chance.sample(sorted(rest), len(rest))]


def _twinned(pack: list[str], size: int) -> list[str]:
    """Return a pack whose second hand has the ranks of its first, as far as it can."""
    first, rest, second = pack[:size], pack[size:], []
    for card in first:
        twin = next((other for other in rest if other[0] == card[0]), rest[0])
        rest.remove(twin)
        second.append(twin)
    return [*first, *second, *rest]


def _as_read(chance: Random, cards: list[str]) -> list[Step]:
    """Return the cards in one step, or in two with the first card by itself."""
    if chance.random() < 0.8:
        return [{"cards": cards}]
    return [{"card": cards[0]}, {"cards": cards[1:]}]


def script(
    game: str, table: dict[str, Any], laid: list[Step], cards: list[Step], decided: list[Step]
) -> Script:
    """Return a round that is closed after the bets and paid at the end."""
    steps = [*laid, {"press": "no_more_bets"}, *cards, *decided, {"press": "confirm"}]
    return {"game": game, "options": table, "steps": steps}
