"""The step of every place (games.md, "Rounding"), from all that its lines may come to."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

from tests.kits.games.naive.chips import Amount, commission_of_ten, least_step, player_chip, times
from tests.kits.games.naive.craps import FACES, NUMBERS, PARTS, odds
from tests.kits.games.outcomes import OUTCOMES

HALF = times(1, 2)
BROKEN: dict[tuple[str, str], tuple[Amount, ...]] = {
    ("baccarat", "banker"): (commission_of_ten,),
    ("blackjack", "main"): (times(3, 2), times(2), HALF),
    **{("blackjack-multi-action", f"main:{n}"): (times(3, 2), times(2), HALF) for n in (1, 2, 3)},
    ("casino-war", "main"): (HALF,),
    ("poker-3-5-7", "seven"): (HALF,),
    ("pai-gow-poker", "main"): (commission_of_ten,),
    ("super-pan-9", "main"): (commission_of_ten,),
    ("pai-gow", "main"): (commission_of_ten,),
}
"""The amounts besides a payment by `OUTCOMES`: what 21 pays, half of a stake (25, 67.38, 67.47),
commissions. Everywhere else a stake is paid so many times itself."""


def step_of(game: str, on: str, chip: int, point: int | None = None) -> int:
    """Return by what amounts a place is bet on, where all is exact and the smallest chip this.

    Odds on the point are paid by that point alone.
    """
    known = on.replace("pass_odds", f"come_odds:{point}") if point else on
    return _step(game, known, chip)


@cache
def _step(game: str, on: str, chip: int) -> int:
    return least_step(amounts(game, on), chip)


def is_payable(
    game: str, on: str, cents: int, options: Mapping[str, Any], point: int | None = None
) -> bool:
    """Say whether a stake is one that the chips of a table can pay, whatever becomes of it."""
    chip = options.get("smallest_chip", 0)
    return not chip or bool(player_chip(options)) or cents % step_of(game, on, chip, point) == 0


def amounts(game: str, on: str) -> Iterator[Amount]:
    """Yield what the lines of a bet may come to, the stake itself apart."""
    if game == "craps":
        yield from _of_craps(on)
    for place, _, ratio, _ in OUTCOMES.get(game, ()):
        if place == on and ratio:
            yield times(*map(int, ratio.split(":")))
    yield from BROKEN.get((game, on), ())


def _of_craps(on: str) -> Iterator[Amount]:
    parts = PARTS.get(on, 1)
    rolls = product(FACES, FACES)
    ways = {won for roll in rolls for point in NUMBERS if (won := _won(on, roll, point))}
    yield times(1, parts)
    yield from (times(to, one * parts) for to, one in ways)
    name, _, number = on.partition(":")
    if name == "buy":
        yield times(1, 20)
    if name == "lay":
        to, one = odds(on, (3, 4), int(number))
        yield times(to, 20 * one)


def _won(on: str, roll: tuple[int, int], point: int) -> tuple[int, int] | None:
    """Return what a roll pays, None where its total pays no bet of one roll."""
    try:
        return odds(on, roll, point)
    except KeyError:
        return None
