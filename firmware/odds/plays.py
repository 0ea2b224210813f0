"""Ways to play: the best one at each decision, and what a plain one costs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Final, TypeVar

from firmware.core.game.game import Game
from firmware.core.game.options import LINK
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.odds.figure import Advice, Chances, Figure, mean, mixed
from firmware.odds.walk import Branch, Branches, Known, Round, Walk

AnyGame = TypeVar("AnyGame", bound=Game)

MUCH: Final = 10**9
"""A lot by which another one is more, in cents: its per cents are whole."""

Charge = Fraction
"""The commission on a winning bet, in units of its stake."""

NONE: Final = Fraction(0)

STAKES: Final = tuple(
    Cents(100 * dollars)
    for dollars in (
        *(*range(1, 10), *range(10, 100, 5), 100, 150, 200, 250, 300, 400, 500, 750, 1000),
        *(1500, 2000, 2500, 5000, 10_000),
    )
)
"""The stakes at which a bet is shown whose commission rises by steps."""


def ways(of: Round, *keys: Key) -> dict[Key, Branches]:
    """Return the branches of every constant way to play."""
    return {key: Walk(of, key).branches() for key in keys}


def best(
    branches: Mapping[Key, Branches], group: int = 0, charge: Charge = NONE
) -> tuple[Chances, dict[Known, Key]]:
    """Return the chances if each decision is the one that brings most, and those decisions."""
    every = next(iter(branches.values()))
    found, done = [], {}
    for known, branch in every.items():
        ends = {key: chances(of[known], group, charge) for key, of in branches.items()}
        done[known] = key = max(ends, key=lambda each: mean(ends[each]))
        found.append((branch.share, ends[key]))
    return mixed(found), {known: key for known, key in done.items() if known}


def plain(branches: Branches, group: int = 0, charge: Charge = NONE) -> Chances:
    """Return the chances of one constant way to play."""
    return mixed((branch.share, chances(branch, group, charge)) for branch in branches.values())


def chances(branch: Branch, group: int, charge: Charge) -> dict[Fraction, Fraction]:
    """Return how probable each profit of one group of bets is, less the commission."""
    found: dict[Fraction, Fraction] = {}
    for ends, chance in branch.ends.items():
        profit = ends[group].profit - charge * ends[group].charged
        found[profit] = found.get(profit, Fraction(0)) + chance
    return found


def charge_at(game: Game, on: str, stake: Cents) -> Charge:
    """Return the game's own commission on a stake of this bet."""
    return Fraction(game.commission(Bet(Place(1, on), stake)), stake)


def advised(done: Mapping[Known, Key], name: Callable[[Known], str]) -> tuple[Advice, ...]:
    """Return the decisions in the order of their hands' names; one row for each name."""
    rows: dict[str, set[str]] = {}
    for known, key in done.items():
        rows.setdefault(name(known), set()).add(key.value)
    return tuple(Advice(hand, "/".join(sorted(do))) for hand, do in sorted(rows.items()))


def stakes_of(game: Game, *on: str) -> tuple[Cents, ...]:
    """Return the stakes at which bets are reckoned: several if a payment of theirs is capped."""
    return STAKES if game.caps.keys() & set(on) else (NOMINAL,)


def by_lot(game: AnyGame, reckon: Callable[[AnyGame], Chances], on: str) -> Iterator[Figure]:
    """Yield the figure of a bet that may win a part of the lot, at the lot as it is displayed; with
    the least lot at which it returns all that is bet.
    """
    chances = reckon(_with_lot(game, Cents(game.options["progressive_meter"])))
    none, much = (mean(reckon(_with_lot(game, Cents(lot)))) for lot in (0, MUCH))
    even = Cents(max(0, ceil(-none * MUCH / (much - none))))
    yield Figure(on, chances, on, break_even=even)


def _with_lot(game: AnyGame, lot: Cents) -> AnyGame:
    """Return a game with this lot of its own."""
    return type(game)(game.rules, {**game.options, LINK: "", "progressive_meter": lot})


def one(*on: str, spot: int = 1) -> list[Bet]:
    """Return bets of the nominal stake at one spot."""
    return [Bet(Place(spot, each), NOMINAL) for each in on]


def groups(*names: Iterable[str]) -> list[frozenset[str]]:
    """Return the groups of bets that count together."""
    return [frozenset(each) for each in names]
