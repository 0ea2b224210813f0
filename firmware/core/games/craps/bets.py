"""The bets of craps, articles 95.14 to 95.17: the effect of each roll on each of them.

A bet whose number is set carries it in its name, `come:6`; so does a bet on the table's point,
`pass:6`.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, Literal, NamedTuple

from firmware.core.game.pack import GameRules, Pays
from firmware.core.vocabulary.money import EVEN, Odds
from firmware.core.vocabulary.rulings import base_name

Roll = tuple[int, int]
FACES: Final = range(1, 7)
ROLLS: Final = tuple((first, second) for first in FACES for second in FACES)
TOTALS: Final = range(2, 13)
NUMBERS: Final = (4, 5, 6, 8, 9, 10)
"""The totals that may be a point."""
CRAPS: Final = (2, 3, 12)
NATURALS: Final = (7, 11)
FIELD: Final = (2, 3, 4, 9, 10, 11, 12)
HARD: Final = (4, 6, 8, 10)


class Fate(NamedTuple):
    """The effect of a roll on a bet."""

    outcome: Literal["win", "lose", "push", "move"]
    name: str = ""
    """Of a win, the name of its payment in the pack; of a move, the bet's new name."""


Fates = Mapping[Roll, Fate]
"""On any other roll the bet is carried over."""
LOSES: Final = Fate("lose")
PUSHES: Final = Fate("push")


def wins(*totals: int, name: str) -> dict[int, Fate]:
    """Return a win on these totals, paid under `name`."""
    return dict.fromkeys(totals, Fate("win", name))


def loses(*totals: int) -> dict[int, Fate]:
    """Return that a bet loses on these totals."""
    return dict.fromkeys(totals, LOSES)


def moves(name: str) -> dict[int, Fate]:
    """Return that the total becomes a bet's number."""
    return {number: Fate("move", f"{name}:{number}") for number in NUMBERS}


def by_total(fates: Mapping[int, Fate]) -> Fates:
    """Return the fates of a bet on a total."""
    return {roll: fates[sum(roll)] for roll in ROLLS if sum(roll) in fates}


def right(name: str) -> Fates:
    """Article 95.14 (1) and (3): pass and come, on their first roll."""
    return by_total(wins(*NATURALS, name=name) | loses(*CRAPS) | moves(name))


def wrong(name: str) -> Fates:
    """Article 95.14 (2) and (4): don't pass and don't come, on their first roll."""
    return by_total(wins(2, 3, name=name) | loses(*NATURALS) | {12: PUSHES} | moves(name))


def before_seven(name: str, paid_as: str) -> dict[str, Fates]:
    """Return a bet on each number that it comes before seven does."""
    return {
        f"{name}:{number}": by_total(wins(number, name=paid_as.format(number)) | loses(7))
        for number in NUMBERS
    }


def after_seven(name: str, paid_as: str) -> dict[str, Fates]:
    """Return a bet on each number that seven comes first."""
    return {
        f"{name}:{number}": by_total(wins(7, name=paid_as.format(number)) | loses(number))
        for number in NUMBERS
    }


def one_roll(names: Mapping[int, str]) -> Fates:
    """Return the fates of a bet that wins on these totals and loses on any other."""
    return by_total(loses(*TOTALS) | {total: Fate("win", names[total]) for total in names})


def hard_way(total: int) -> Fates:
    """Article 95.15 (1): it loses to seven and to its own total the easy way."""
    won = Fate("win", f"hard:{total}")
    return {(a, b): won if a == b else LOSES for a, b in ROLLS if a + b in (total, 7)}


def hop(low: int, high: int) -> Fates:
    """Article 95.15 (9), read as on the combination named, not on its total."""
    won = Fate("win", "hop:pair" if low == high else "hop:mixed")
    return {roll: won if sorted(roll) == [low, high] else LOSES for roll in ROLLS}


HORN: Final = {2: "craps:2", 3: "craps:3", 11: "eleven", 12: "craps:12"}
THREE_WAY: Final = {total: HORN[total] for total in CRAPS}
WORLD: Final = {**HORN, 7: "any_7"}
HOPS: Final = tuple(combinations_with_replacement(FACES, 2))

FATES: Final[Mapping[str, Fates]] = {
    # 95.14
    "pass": right("pass"),
    "come": right("come"),
    "dont_pass": wrong("dont_pass"),
    "dont_come": wrong("dont_come"),
    **before_seven("pass", "pass"),
    **before_seven("come", "come"),
    **after_seven("dont_pass", "dont_pass"),
    **after_seven("dont_come", "dont_come"),
    "field": one_roll({total: f"field:{total}" for total in FIELD}),
    # 95.15
    **{f"hard:{total}": hard_way(total) for total in HARD},
    "any_7": one_roll({7: "any_7"}),
    "eleven": one_roll({11: "eleven"}),
    "any_craps": one_roll(dict.fromkeys(CRAPS, "any_craps")),
    **{f"craps:{total}": one_roll({total: f"craps:{total}"}) for total in CRAPS},
    "horn": one_roll(HORN),
    "world": one_roll(WORLD),
    "three_way": one_roll(THREE_WAY),
    **{f"hop:{low},{high}": hop(low, high) for low, high in HOPS},
    # 95.16
    **before_seven("pass_odds", "pass_odds:{}"),
    **before_seven("come_odds", "pass_odds:{}"),
    **after_seven("dont_pass_odds", "dont_pass_odds:{}"),
    **after_seven("dont_come_odds", "dont_pass_odds:{}"),
    # 95.17
    **before_seven("place", "place:{}"),
    **before_seven("buy", "buy:{}"),
    **after_seven("lay", "lay:{}"),
}
"""Every bet, at each number that it may have."""

ON_THE_POINT: Final = ("pass", "pass_odds", "dont_pass", "dont_pass_odds")
"""Bets whose number is the table's point."""

PLACES: Final = (
    *ON_THE_POINT,
    *(name for name in FATES if base_name(name) not in ON_THE_POINT),
)
"""Every bet, as laid or moved."""

_ARTICLES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("pass", "dont_pass", "come", "dont_come", "field"), "95.14"),
    **dict.fromkeys(("hard", "any_7", "eleven", "any_craps", "craps"), "95.15"),
    **dict.fromkeys(("horn", "world", "three_way", "hop"), "95.15"),
    **dict.fromkeys(("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"), "95.16"),
    **dict.fromkeys(("place", "buy", "lay"), "95.17"),
}
ARTICLES: Final[Mapping[str, str]] = {on: _ARTICLES[base_name(on)] for on in PLACES}
"""The article that decides each bet."""

OFF: Final = frozenset({"hard", "come_odds", "place", "buy"})
"""Bets that are off on the come-out, unless their player turns them on (95.15 to 95.17)."""

PARTS: Final = {"horn": len(HORN), "world": len(WORLD), "three_way": len(THREE_WAY)}
"""In how many equal parts a bet is split (95.15)."""


WON_AS: Final = frozenset(
    fate.name for fates in FATES.values() for fate in fates.values() if fate.outcome == "win"
)
"""The names of payments in the pack."""


@cache
def fates(point: int | None, *, working: bool = False) -> Mapping[str, Fates]:
    """Return the effect of each roll on every bet that exists with this point, or without one."""
    on_it = {on: FATES[f"{on}:{point}"] for on in ON_THE_POINT if point}
    found = {on: FATES[on] for on in PLACES if on in FATES} | on_it
    return found if point or working else {on: _come_out(on, found[on]) for on in found}


def _come_out(on: str, found: Fates) -> Fates:
    """Odds that are off when their come bet is settled come back (95.16)."""
    if base_name(on) not in OFF:
        return found
    return dict.fromkeys(found, PUSHES) if base_name(on) == "come_odds" else {}


def pays(rules: GameRules, name: str) -> Pays:
    """Return the pack's payment under a name: a single one or, with an argument, a table's."""
    base, _, line = name.partition(":")
    if not line:
        return rules.pays[base]
    table = rules.tables[base]
    return Pays(table.odds[line], table.article)


def charged(rules: GameRules, on: str) -> Odds:
    """Return the odds of the commission's base: the stake, or what a lay bet may win (95.17)."""
    return pays(rules, on).odds if base_name(on) == "lay" else EVEN
