"""Bets by chance, declared by a pack, and their returns reckoned a second time.

    python -m tests.campaigns.packs.random_bets --bets 500 --seed 1

Each bet has a few lines of random conditions over the facts of its game. Its second reckoning goes
through every result one by one, finds the facts by its own means, and has Python evaluate the
condition's text; the program's reader, its facts and its counting of cards have no part in it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, Final, NamedTuple

from firmware.odds.declared_odds import declared
from firmware.odds.odds import game_figures
from firmware.odds.store import Store
from firmware.shell.rules.rule_pack import RulesError
from tests.kits.rule_packs import declared_pack

Values = Mapping[str, Any]
"""The facts of a result."""
Results = Sequence[tuple[Values, Fraction]]

RANKS: Final = "23456789TJQKA"
PACK: Final = [rank + suit for rank in RANKS for suit in "SHDC"]
RED: Final = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}


class Subject(NamedTuple):
    """What random bets are made on."""

    game: str
    options: Mapping[str, Any]
    cards: Sequence[str]
    results: Callable[[], Results]


def evenly(values: Sequence[Values]) -> Results:
    return [(value, Fraction(1, len(values))) for value in values]


@cache
def spins() -> Results:
    numbers = ["0", *map(str, range(1, 37))]
    return evenly(
        [
            {
                "number": number,
                "zero": number == "0",
                "colour": "green" if number == "0" else "red" if int(number) in RED else "black",
            }
            for number in numbers
        ]
    )


@cache
def throws() -> Results:
    faces = [sorted(dice) for dice in product(range(1, 7), repeat=3)]
    return evenly(
        [
            {
                "dice": tuple(dice),
                "total": sum(dice),
                "triple": dice[0] == dice[2],
                "pair": dice[0] == dice[1] or dice[1] == dice[2],
            }
            for dice in faces
        ]
    )


@cache
def first_cards(count: int) -> Results:
    """Every set of so many cards of one pack."""
    return evenly([facts_of(cards) for cards in combinations(PACK, count)])


def facts_of(cards: Sequence[str]) -> Values:
    numbers = sorted(RANKS.index(card[0]) + 2 for card in cards)
    low_ace = sorted(1 if number == 14 else number for number in numbers)
    total = sum(1 if number == 14 else min(number, 10) for number in numbers)
    most = max(Counter(numbers).values())
    run = any(run == list(range(run[0], run[0] + len(run))) for run in (numbers, low_ace))
    suits = {card[1] for card in cards}
    hands = {
        "straight_flush": len(cards) == 3 and run and len(suits) == 1,
        "three_of_a_kind": most == 3,
        "straight": len(cards) == 3 and run,
        "flush": len(cards) == 3 and len(suits) == 1,
        "pair": most == 2,
        "high_card": True,
    }
    return {
        "ranks": len(set(numbers)),
        "suits": len(suits),
        "colours": len({suit in "HD" for suit in suits}),
        "in_a_row": run,
        "total": total + 10 if 14 in numbers and total <= 11 else total,
        "hand": next(hand for hand, holds in hands.items() if holds),
        "pair": most > 1,
        "low": numbers[0],
        "high": numbers[-1],
    }


SUBJECTS: Final = (
    Subject("roulette", {}, (), spins),
    Subject("sic-bo", {}, (), throws),
    Subject("blackjack", {"decks": 1}, ("spot.1", "spot.2"), lambda: first_cards(2)),
    Subject("three-card-poker", {}, ("spot.2", "dealer.3"), lambda: first_cards(2)),
    Subject("casino-war", {}, ("dealer.1",), lambda: first_cards(1)),
    Subject("caribbean-stud", {}, ("spot.1", "spot.4", "dealer.5"), lambda: first_cards(3)),
)


def condition(chance: Random, results: Results, depth: int = 2) -> str:
    """Return a random condition that compares facts with values that they have."""
    if depth and chance.random() < 0.6:
        parts = [condition(chance, results, depth - 1) for _ in range(2)]
        joined = f" {chance.choice(('and', 'or'))} ".join(f"({part})" for part in parts)
        return f"not ({joined})" if chance.random() < 0.3 else joined
    values, _ = chance.choice(results)
    name = chance.choice(sorted(values))
    value = values[name]
    if isinstance(value, bool):
        return name
    if isinstance(value, int):
        return f"{name} {chance.choice(('==', '!=', '<', '<=', '>', '>='))} {value}"
    others = [other[name] for other, _ in chance.choices(results, k=3)]
    listed = [list(other) if isinstance(other, tuple) else other for other in (value, *others)]
    if isinstance(value, tuple) and chance.random() < 0.5:
        return f"{value[0]} in {name}"
    return f"{name} {chance.choice(('in', 'not in'))} {listed}"


def reckoned(lines: Sequence[tuple[str, tuple[int, int]]], results: Results) -> Fraction:
    """Return what comes back of 1, stake included."""
    codes = [(compile(when, "condition", "eval"), pays) for when, pays in lines]
    back = Fraction(0)
    for values, share in results:
        seen = {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}
        pays = next((pays for code, pays in codes if eval(code, {}, seen)), None)  # noqa: S307
        back += share * (1 + Fraction(*pays)) if pays else 0
    return back


def differences(bets: int, seed: int) -> Iterator[str | None]:
    """Yield, for each random bet that is no mistake, its difference or None."""
    chance = Random(seed)
    while bets:
        subject = chance.choice(SUBJECTS)
        results = subject.results()
        lines = [
            (condition(chance, results), (chance.randint(1, 40), chance.randint(1, 9)))
            for _ in range(chance.randint(1, 3))
        ]
        pack = declared_pack(cards=subject.cards, **{subject.game: {"chance": lines}})
        try:
            game = pack.open_game(subject.game, subject.options)
        except RulesError:
            continue  # a line that never decides
        bets -= 1
        own = {figure.bet: figure for figure in declared(game)}
        if "chance" not in own:
            own = {f.bet: f for f in game_figures(subject.game, game, Store(None))}
        found, wanted = own["chance"].expected_profit + 1, reckoned(lines, results)
        yield None if found == wanted else f"{subject.game} {lines}: {found}, reckoned {wanted}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bets", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    for number, difference in enumerate(differences(options.bets, options.seed), start=1):
        wrong += difference is not None
        if difference or not number % 100 or number == options.bets:
            print(difference or f"{number} bets, {wrong} differences", flush=True)  # noqa: T201
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
