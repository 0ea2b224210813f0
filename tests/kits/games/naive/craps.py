"""Craps bet by bet: what becomes of one over the rolls that follow (articles 95.14 to 95.17).

A roll is written as a word of four signs: the point before it (`-` on the come-out, `+` there for
a bet that works all the same), the total (`T` ten, `E` eleven, `W` twelve) and the two faces, the
lower first: `-716`, `6633`. A bet is the patterns of the words that decide it: it waits for the
first of them and remembers nothing else.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

Roll = tuple[int, int]
Odds = tuple[int, int]

NUMBERS = (4, 5, 6, 8, 9, 10)
"""The totals that may be the point."""
SIGNS = "  23456789TEW"
FACES = range(1, 7)


def _each(name: str, numbers: Sequence[int] = NUMBERS) -> tuple[str, ...]:
    return tuple(f"{name}:{number}" for number in numbers)


# the bets

TRAVELLED = (*_each("come"), *_each("dont_come"))
"""The come bets that have a number, by the names that they then have."""
HOPS = tuple(f"hop:{low},{high}" for low, high in combinations_with_replacement(FACES, 2))
ONE_ROLL = (
    *("field", "any_7", "eleven", "any_craps", "craps:2", "craps:3", "craps:12"),
    *("horn", *HOPS, "world", "three_way"),
)
"""The bets that the next roll decides, whatever it is."""
BETS = (
    *("pass", "dont_pass", "come", "dont_come", *_each("hard", (4, 6, 8, 10)), *ONE_ROLL),
    *("pass_odds", "dont_pass_odds", *_each("come_odds"), *_each("dont_come_odds")),
    *(*_each("place"), *_each("buy"), *_each("lay")),
)
MAY_WORK = {"hard", "place", "buy", "come_odds"}
"""What is off on the come-out unless its player says that it works."""
PARTS = {"horn": 4, "world": 5, "three_way": 3}
"""In how many equal parts a stake is split, of which one may win."""


def split(on: str) -> tuple[str, tuple[int, ...]]:
    """Return a bet's name and the numbers of its argument, the lower first."""
    name, _, argument = on.partition(":")
    return name, tuple(sorted(map(int, argument.split(",")))) if argument else ()


def same(on: str) -> str:
    """Return the one name of a bet that may be written in two orders."""
    name, numbers = split(on)
    return f"{name}:{','.join(map(str, numbers))}" if numbers else name


def parts(on: str) -> int:
    return PARTS.get(on, 1)


# what decides them


def _at_once(wins: str) -> dict[str, str]:
    return {"win": f".{wins}", "lose": "...."}


HIT, OUT = "(?P<point>[^-])(?P=point)..", "[^-]7.."
RIGHT = {"win": "[^-]{n}..", "lose": "[^-]7.."}
WRONG = {"win": ".7..", "lose": ".{n}.."}
PATTERNS = {
    "pass": {"win": f"-[7E]..|{HIT}", "lose": f"-[23W]..|{OUT}"},
    "dont_pass": {"win": f"-[23]..|{OUT}", "lose": f"-[7E]..|{HIT}", "push": "-W.."},
    "come": {"win": ".[7E]..", "lose": ".[23W]..", "travel": ".[45689T].."},
    "dont_come": {"win": ".[23]..", "lose": ".[7E]..", "push": ".W..", "travel": ".[45689T].."},
    "come:": {"win": ".{n}..", "lose": ".7.."},
    "dont_come:": WRONG,
    "hard:": {"win": "[^-]{n}{half}{half}", "lose": "[^-][{n}7].."},
    "pass_odds": {"win": HIT, "lose": OUT},
    "dont_pass_odds": {"win": OUT, "lose": HIT},
    "come_odds:": RIGHT | {"push": "-[{n}7].."},
    "dont_come_odds:": WRONG,
    "place:": RIGHT,
    "buy:": RIGHT,
    "lay:": WRONG,
    "field": _at_once("[2349TEW].."),
    "any_7": _at_once("7.."),
    "eleven": _at_once("E.."),
    "any_craps": _at_once("[23W].."),
    "craps:": _at_once("{n}.."),
    "horn": _at_once("[23EW].."),
    "hop:": _at_once(".{faces}"),
    "world": _at_once("[237EW].."),
    "three_way": _at_once("[23W].."),
}
"""The words that decide a bet, by the first that fits; {n} is its number, {half} half of it."""


class Fate(NamedTuple):
    """What has become of a bet; `outcome` is None where it still stands."""

    outcome: str | None
    rolls: int
    """How many it took, the deciding one counted."""
    on: str
    """The bet's name in the end: a come bet that has travelled bears its number."""
    odds: Odds | None = None
    """What the part that won is paid, to how many."""


def fate(on: str, rolls: Sequence[Roll], point: int | None = None, working: bool = False) -> Fate:
    """Return what becomes of a bet that stands before these rolls; the point is the first one's.

    `pass` with a point on has that point for its number; `come` is the bet that has none yet.
    """
    for nth, roll in enumerate(rolls, start=1):
        outcome = decided(on, roll, point, working)
        if outcome == "travel":
            later = fate(f"{on}:{sum(roll)}", rolls[nth:], next_point(point, roll))
            return later._replace(rolls=nth + later.rolls)
        if outcome:
            return Fate(outcome, nth, on, odds(on, roll, point) if outcome == "win" else None)
        point = next_point(point, roll)
    return Fate(None, len(rolls), on)


@cache
def decided(on: str, roll: Roll, point: int | None, working: bool = False) -> str | None:
    """Return what one roll makes of a bet: win, lose, push or travel; None where it waits."""
    found = _pattern(on).fullmatch(_word(roll, point, working))
    return found.lastgroup if found else None


def next_point(point: int | None, roll: Roll) -> int | None:
    """Return the point after a roll, None where the next is a come-out."""
    total = sum(roll)
    if point is None:
        return total if total in NUMBERS else None
    return None if total in (point, 7) else point


def _word(roll: Roll, point: int | None, working: bool) -> str:
    low, high = sorted(roll)
    before = SIGNS[point] if point else "+" if working else "-"
    return f"{before}{SIGNS[low + high]}{low}{high}"


@cache
def _pattern(on: str) -> re.Pattern[str]:
    """Return one pattern of all that decides a bet, its last group named as the outcome."""
    name, numbers = split(on)
    signs = {"faces": "".join(map(str, numbers))}
    if len(numbers) == 1:
        signs |= {"n": SIGNS[numbers[0]], "half": str(numbers[0] // 2)}
    words = PATTERNS[f"{name}:" if numbers else name].items()
    return re.compile("|".join(f"(?P<{how}>{word.format(**signs)})" for how, word in words))


# what they are paid

TRUE = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
"""Odds with the dice (95.16) and buy bets (95.17); against the dice the other way round."""
PLACE = {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)}
HARD = {4: 7, 6: 9, 8: 9, 10: 7}
TOTALS = {2: 30, 3: 15, 7: 4, 11: 15, 12: 30}
"""What the bet on a total alone is paid, to 1 (95.15 (2), (3), (5) to (7))."""

ODDS: dict[str, Callable[[int, Roll], Odds]] = {
    "field": lambda _, roll: (2 if sum(roll) in (2, 12) else 1, 1),
    "hard": lambda number, _: (HARD[number], 1),
    "any_craps": lambda *_: (7, 1),
    "hop": lambda _, roll: (30 if roll[0] == roll[1] else 15, 1),
    **dict.fromkeys(("pass_odds", "come_odds", "buy"), lambda number, _: TRUE[number]),
    **dict.fromkeys(
        ("dont_pass_odds", "dont_come_odds", "lay"), lambda number, _: TRUE[number][::-1]
    ),
    "place": lambda number, _: PLACE[number],
    **dict.fromkeys(
        ("any_7", "eleven", "craps", "horn", "world", "three_way"),
        lambda _, roll: (TOTALS[sum(roll)], 1),
    ),
}
"""By the bet's number, or the point where it has none, and the roll; all else is even money."""


def odds(on: str, roll: Roll, point: int | None) -> Odds:
    """Return what a bet is paid that a roll has won."""
    name, numbers = split(on)
    number = numbers[0] if numbers else point or 0
    return ODDS.get(name, lambda *_: (1, 1))(number, roll)


# what the table takes and gives back


def may_lay(on: str, point: int | None, stands: Callable[[str], bool]) -> bool:
    """Say whether chips may be laid now, or added, where these bets of the player stand."""
    name, _, number = on.partition(":")
    if name in ("pass", "dont_pass"):
        return point is None or (on == "pass" and stands(on))
    if name in ("come", "dont_come"):
        return on == f"come:{number}" and stands(on) if number else point is not None
    if name in ("pass_odds", "dont_pass_odds"):
        return point is not None and stands(name.removesuffix("_odds"))
    if name in ("come_odds", "dont_come_odds"):
        return on in BETS and stands(on.replace("_odds", ""))
    return on in BETS


def may_take(on: str, point: int | None, stands: Callable[[str], bool]) -> bool:
    """Say whether a bet may be taken now; one that has odds only after them."""
    name, _, number = on.partition(":")
    if not stands(on) or on == f"come:{number}" or (on == "pass" and point):
        return False
    return not stands(f"{name}_odds:{number}" if number else f"{name}_odds")
