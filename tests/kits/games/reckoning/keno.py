"""Keno reckoned a second time (articles 75 to 86): what each ticket is paid, draw by draw.

ticket:n  paid or not 76; what it pays comes back whole, the stake is in it

A script is read whole, with what the table refuses, since refused tickets count among the numbers
of the others. Chosen where the readings leave it open: an unpaid ticket takes part in no draw, and
is refused once, at the first (83); a ticket that is paid just its stake has won; what a quick pick
hits is not known from the script, so it is reckoned only where the paytable pays all counts alike.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, inf
from random import Random
from typing import Any

from tests.kits.games.naive.chips import player_chip, to_player
from tests.kits.games.naive.table import Bet, Line, Script, Step
from tests.kits.games.reckoning.steps import is_payable

BETS = ("ticket",)
DRAWN = 20
NUMBERS = range(1, 81)
LEAST_RETURN = Fraction(65, 100)
"""Article 85."""

Paytable = Mapping[str, Mapping[str, int]]
VOID = {"press": "void"}


# what is paid


def returns(paytable: Paytable) -> dict[int, Fraction]:
    """Return what each number of spots gives back of 1 in the long run (85)."""
    return {
        int(spots): sum(
            (chance_of(int(spots), int(hits)) * pays for hits, pays in paid.items()), Fraction()
        )
        for spots, paid in paytable.items()
    }


def chance_of(spots: int, hits: int) -> Fraction:
    """Return how probable it is that so many of the numbers chosen are drawn."""
    if hits > spots:
        return Fraction()
    misses = comb(len(NUMBERS) - DRAWN, spots - hits)
    return Fraction(comb(DRAWN, hits) * misses, comb(len(NUMBERS), spots))


def is_played(options: Mapping[str, Any]) -> bool:
    """Say whether a table may be set up so."""
    paytable: Paytable = options.get("paytable", {})
    is_most = options.get("max_draw", 0) >= 0
    return is_most and bool(paytable) and min(returns(paytable).values()) >= LEAST_RETURN


# what is sold and drawn


def is_sold(ticket: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Say whether a ticket is one that may be played (77, 78, 80)."""
    if ("numbers" in ticket) == ("quick_pick" in ticket):
        return False
    numbers = ticket.get("numbers", [])
    spots = ticket.get("quick_pick", len(numbers))
    return (
        len(set(numbers)) == len(numbers)
        and all(number in NUMBERS for number in numbers)
        and spots <= options.get("max_spots", 10)
        and str(spots) in options["paytable"]
        and ticket["cents"] > 0
        and is_payable("keno", "ticket", ticket["cents"], options)
        and ticket.get("draws", 1) > 0
        and ticket["cents"] * highest(options, spots) <= (options.get("max_draw") or inf)
    )


def highest(options: Mapping[str, Any], spots: int) -> int:
    """Return the highest prize for 1."""
    return max(options["paytable"][str(spots)].values(), default=0)


def in_proportion(lines: list[Line], most: float) -> list[Line]:
    """Return the lines of a draw, with all prizes cut alike if they exceed the most (77)."""
    total = sum(line["paid"] for line in lines)
    if total <= most:
        return lines
    return [line | {"paid": line["paid"] * int(most) // total} for line in lines]


def is_draw(balls: list[int]) -> bool:
    """Say whether these are twenty of the eighty numbers."""
    return len(balls) == len(set(balls)) == DRAWN and set(balls) <= set(NUMBERS)


@dataclass
class Ticket:
    """A ticket sold and what is left of its draws."""

    bet: Bet
    spots: int
    numbers: set[int]
    """None at a quick pick, whose numbers the script does not tell."""
    draws: int
    is_paid: bool

    def drawn(self, balls: list[int], paytable: Paytable) -> Line:
        """Return what it comes to when these numbers are drawn."""
        paid = {int(hits): pays for hits, pays in paytable[str(self.spots)].items()}
        hits = len(self.numbers & set(balls)) if self.numbers else _any_count(self.spots, paid)
        cents = to_player(Fraction(self.bet.cents * paid.get(hits, 0)), self.bet.chip)
        line = self.bet.wins_prize(cents, "76") if cents else self.bet.loses("76")
        return line | ({"hits": hits} if self.numbers else {})

    def goes_back(self) -> Line:
        return self.bet.goes_back("") | {"article": None}


def _any_count(spots: int, paid: Mapping[int, int]) -> int:
    """Return a number of hits, where each that may come is paid alike."""
    counts = [hits for hits in range(spots + 1) if chance_of(spots, hits)]
    if len({paid.get(hits, 0) for hits in counts}) > 1:
        raise ValueError(spots)
    return counts[0]


# a script


@dataclass
class Evening:
    """The payments of a script up to its last step."""

    lines: list[Line] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    is_alarmed: bool = False
    live: list[Ticket] = field(default_factory=list)
    tickets: int = 0


def reckon(script: Script) -> list[Line]:
    """Return the settled lines of a script, draw by draw."""
    return _played(script).lines


def standing(script: Script) -> list[Line]:
    """Return the tickets that have draws left at the end."""
    live = _played(script).live
    return [
        {"spot": ticket.bet.spot, "on": ticket.bet.on, "stake": ticket.bet.cents} for ticket in live
    ]


def refused(script: Script) -> list[int]:
    """Return the steps that the table refuses, 0 where it is the options."""
    return _played(script).refused


def is_alarmed(script: Script) -> bool:
    """Say whether something is drawn that can't be."""
    return _played(script).is_alarmed


def _played(script: Script) -> Evening:
    options = script.get("options", {})
    if not is_played(options):
        return Evening(refused=[0])
    evening = Evening()
    for number, step in enumerate(script["steps"], start=1):
        if not _follows(evening, step, options):
            evening.refused.append(number)
    return evening


def _follows(evening: Evening, step: Step, options: Mapping[str, Any]) -> bool:
    """Take a step; return whether all of it is accepted."""
    if "ticket" in step:
        return _sells(evening, step["ticket"], options)
    if "balls" in step:
        return _draws(evening, step["balls"], options)
    if step == VOID:
        evening.lines += [ticket.goes_back() for ticket in evening.live]
        _use_up(evening)
        return True
    return False


def _sells(evening: Evening, ticket: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    evening.tickets += 1
    if not is_sold(ticket, options):
        return False
    numbers = set(ticket.get("numbers", []))
    on = f"ticket:{evening.tickets}"
    bet = Bet(ticket["spot"], on, ticket["cents"], player_chip(options))
    draws, is_paid = ticket.get("draws", 1), ticket.get("paid", True)
    spots = ticket.get("quick_pick", len(numbers))
    evening.live.append(Ticket(bet, spots, numbers, draws, is_paid))
    return True


def _draws(evening: Evening, balls: list[int], options: Mapping[str, Any]) -> bool:
    if not is_draw(balls):
        evening.is_alarmed = True
        return True
    sold = evening.live
    evening.live = [ticket for ticket in sold if ticket.is_paid]
    lines = [ticket.drawn(balls, options["paytable"]) for ticket in evening.live]
    evening.lines += in_proportion(lines, options.get("max_draw") or inf)
    are_all_paid = len(evening.live) == len(sold)
    _use_up(evening)
    return are_all_paid


def _use_up(evening: Evening) -> None:
    """Have each ticket taken part in a draw."""
    for ticket in evening.live:
        ticket.draws -= 1
    evening.live = [ticket for ticket in evening.live if ticket.draws]


# chance

PAYTABLES: tuple[dict[str, dict[str, int]], ...] = (
    {
        "1": {"1": 3},
        "2": {"2": 12},
        "3": {"2": 1, "3": 42},
        "4": {"2": 1, "3": 3, "4": 110},
        "5": {"3": 1, "4": 14, "5": 700},
        "6": {"3": 1, "4": 6, "5": 60, "6": 1800},
        "7": {"4": 2, "5": 20, "6": 300, "7": 8000},
        "8": {"4": 2, "5": 7, "6": 60, "7": 1200, "8": 20000},
        "9": {"4": 1, "5": 4, "6": 30, "7": 250, "8": 3000, "9": 40000},
        "10": {"0": 3, "5": 2, "6": 15, "7": 100, "8": 1000, "9": 5000, "10": 100_000},
    },
    {"1": {"0": 1}, "2": {"0": 1, "1": 0, "2": 2}, "5": {"0": 2, "1": 1}, "12": {"0": 20, "3": 2}},
    {
        "3": {"0": 1, "1": 1, "2": 1, "3": 1},
        "15": {"2": 1, "3": 1, "4": 1, "5": 1, "15": 1_000_000},
    },
)


MOST = (1_000_000, 3_000_000)
"""Maximums of a draw, of which the highest prize of some stake is no more."""


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return a few draws, each after some sales; some tickets stand over at the end."""
    options = _options(chance) if options is None else options
    steps = [step for _ in range(chance.choice((1, 1, 2, 3, 5))) for step in _draw(chance, options)]
    return {"game": "keno", "options": options, "steps": steps}


def _options(chance: Random) -> dict[str, Any]:
    paytable = chance.choice((PAYTABLES[0], *PAYTABLES))
    most = max(map(int, paytable))
    has_option = most > 10 or chance.random() < 0.3
    options = {"paytable": paytable} | ({"max_spots": most} if has_option else {})
    return options | ({"max_draw": chance.choice(MOST)} if chance.random() < 0.3 else {})


def _draw(chance: Random, options: Mapping[str, Any]) -> Iterator[Step]:
    balls = chance.sample(NUMBERS, DRAWN)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        yield {"ticket": _ticket(chance, balls, options)}
    yield {"balls": balls}


def _ticket(chance: Random, balls: list[int], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a ticket; many of its numbers are often among the balls to come, or none is."""
    spots = int(chance.choice(list(options["paytable"])))
    others = [number for number in NUMBERS if number not in balls]
    hits = chance.choice((0, spots, chance.randint(0, spots), chance.randint(0, spots)))
    numbers = [*chance.sample(balls, hits), *chance.sample(others, spots - hits)]
    draws = chance.choice((1, 1, 1, 2, 3, 5))
    draw_option = {"draws": draws} if draws > 1 or chance.random() < 0.3 else {}
    draw_option |= {"paid": True} if chance.random() < 0.2 else {}
    cents = chance.choice((100, 200, 500, chance.randint(1, 2000)))
    cents = min(cents, options.get("max_draw", inf) // max(1, highest(options, spots)))
    chosen = {"spot": chance.randint(1, 7), "numbers": chance.sample(numbers, spots)}
    return chosen | {"cents": cents} | draw_option
