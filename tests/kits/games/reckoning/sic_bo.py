"""Sic bo reckoned a second time (articles 95.18 to 95.24): what each bet is paid.

every bet  won, as it is paid 95.24; lost 95.22
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any, Final

from tests.kits.games.chance.instruments import chips, reordered
from tests.kits.games.chance.table import perhaps_closed
from tests.kits.games.naive.chips import player_chip
from tests.kits.games.naive.instruments import Evening, Fate, back
from tests.kits.games.naive.table import CONFIRM, Line, Script, Step

BETS = ("triple", "double", "any_triple", "sum", "duo", "small", "big", "single")
FACES = range(1, 7)
THROWS = tuple(product(FACES, repeat=3))
SUMS = {4: 50, 5: 30, 6: 18, 7: 12, 8: 8, 9: 6, 10: 6}
"""What a sum is paid to 1; 21 less it is paid the same."""

Dice = tuple[int, ...]


def reckon(script: Script) -> list[Line]:
    """Return the settled lines of a legal script."""
    return evening(script.get("options", {})).play(script).lines


def evening(options: Mapping[str, Any]) -> Evening:
    """Return an evening before its first bet."""
    return Evening(same, _shown, _fate, chip=player_chip(options))


def same(on: str) -> tuple[str, tuple[str, ...]]:
    """Return the place that a bet names; two numbers may be named in either order."""
    base, _, faces = on.partition(":")
    return base, tuple(sorted(faces.split(",")))


def places() -> list[str]:
    """Return every place of the layout."""
    ones = [f"{base}:{face}" for base in ("triple", "double", "single") for face in FACES]
    duos = [f"duo:{one},{two}" for one, two in combinations(FACES, 2)]
    sums = [f"sum:{total}" for total in range(4, 18)]
    return [*ones, *duos, *sums, "any_triple", "small", "big"]


def _shown(step: Step) -> Dice | None:
    dice = tuple(step.get("dice", ()))
    return dice if dice in THROWS else None


def _fate(on: str, results: list[Dice]) -> Fate:
    odds = pays(on, results[-1])
    return Fate(odds, "95.24" if odds else "95.22")


# what is paid


def pays(on: str, dice: Dice) -> str | None:
    """Return the odds at which three dice pay a place (95.24), None where it has lost (95.22)."""
    base, _, named = on.partition(":")
    to_one = PAYS[base]([int(number) for number in named.split(",") if number], sorted(dice))
    return f"{to_one}:1" if to_one else None


def _triple(named: list[int], dice: list[int]) -> int:
    return 150 * (dice == 3 * named)


def _double(named: list[int], dice: list[int]) -> int:
    """Two of three sorted dice are alike where the one in the middle is one of them."""
    return 8 * (dice[:2] == 2 * named or dice[1:] == 2 * named)


def _any_triple(_: list[int], dice: list[int]) -> int:
    return 24 * _is_triple(dice)


def _sum(named: list[int], dice: list[int]) -> int:
    (total,) = named
    return SUMS[min(total, 21 - total)] * (sum(dice) == total)


def _duo(named: list[int], dice: list[int]) -> int:
    return 5 * set(named).issubset(dice)


def _small(_: list[int], dice: list[int]) -> int:
    return int(4 <= sum(dice) <= 10 and not _is_triple(dice))


def _big(_: list[int], dice: list[int]) -> int:
    return int(11 <= sum(dice) <= 17 and not _is_triple(dice))


def _single(named: list[int], dice: list[int]) -> int:
    return dice.count(*named)


def _is_triple(dice: list[int]) -> bool:
    return dice[0] == dice[2]


PAYS: Final[dict[str, Callable[[list[int], list[int]], int]]] = {
    "triple": _triple,
    "double": _double,
    "any_triple": _any_triple,
    "sum": _sum,
    "duo": _duo,
    "small": _small,
    "big": _big,
    "single": _single,
}
"""What each bet is paid to 1, by what it names and by the sorted dice; 0 where it has lost."""


def returns() -> dict[str, Fraction]:
    """Return of 1 staked at each place, how much comes back on average, the stake included."""
    came = {on: [back(pays(on, dice)) for dice in THROWS] for on in places()}
    return {on: sum(backs, Fraction(0)) / len(THROWS) for on, backs in came.items()}


# chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return a legal evening of a few throws."""
    so_far, steps = evening({}), list[Step]()
    for _ in range(chance.randint(1, 3)):
        laid = chips(chance, _draw, so_far)
        steps += [*laid, *perhaps_closed(chance), {"dice": _throw(chance, laid)}, CONFIRM]
    return {"game": "sic-bo", "options": options or {}, "steps": steps}


def _draw(chance: Random) -> str:
    base = chance.choice(BETS)
    return reordered(chance, chance.choice([on for on in places() if on.startswith(base)]))


def _throw(chance: Random, laid: list[Step]) -> list[int]:
    """Return a throw, often one that pays a bet, or of which two or three dice are alike."""
    if chance.random() < 0.4:
        on = chance.choice([step["bet"]["on"] for step in laid if "bet" in step])
        return list(chance.choice([dice for dice in THROWS if pays(on, dice)]))
    kinds = chance.choice((1, 2, 3, 6, 6))
    return chance.choices(chance.sample(FACES, kinds), k=3)
