"""The step of every place (games.md, "Rounding"), from all that its lines may come to."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tests.kits.games.golden_rounds import golden_outcomes
from tests.kits.games.naive.chips import Amount, commission_of_ten, least_step, player_chip, times
from tests.kits.games.naive.craps import NUMBERS, PARTS

HALF = times(1, 2)
BROKEN: dict[tuple[str, str], tuple[Amount, ...]] = {
    ("baccarat", "banker"): (commission_of_ten,),
    ("blackjack", "main"): (HALF,),
    **{("blackjack-multi-action", f"main:{n}"): (HALF,) for n in (1, 2, 3)},
    ("casino-war", "main"): (HALF,),
    ("poker-3-5-7", "seven"): (HALF,),
    ("ultimate-holdem", "ante"): (times(3, 2),),
    ("pai-gow-poker", "main"): (commission_of_ten,),
    ("super-pan-9", "main"): (commission_of_ten,),
    ("pai-gow", "main"): (commission_of_ten,),
    **{("craps", f"buy:{n}"): (times(1, 20),) for n in NUMBERS},
}
"""The amounts besides a payment by the odds of golden rounds: half of a stake (25, 67.38, 67.47),
what an equal bet is paid, commissions."""


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
        yield times(1, PARTS.get(on, 1))
    for place, _, ratio, _ in golden_outcomes(game):
        if place == on and ratio:
            to, one = map(int, ratio.split(":"))
            yield times(to, one)
            if on.startswith("lay:"):
                yield times(to, 20 * one)
    yield from BROKEN.get((game, on), ())
