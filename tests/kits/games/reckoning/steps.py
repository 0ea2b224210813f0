"""The step of every place (games.md, "Rounding"), and random scripts at a table that has one.

A script is first drawn without a chip. Then each amount is multiplied by a step of its place, so
that what was legal between bets is legal still; chips that make no step are laid beside them, which
the table must refuse and which change nothing.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

from tests.kits.games.naive.chips import Amount, commission_of_ten, least_step, player_chip, times
from tests.kits.games.naive.craps import FACES, NUMBERS, PARTS, odds
from tests.kits.games.naive.table import Script, Step
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
FIXED = {
    *(("poker-grand-prix", "bonus"), ("caribbean-stud", "progressive")),
    *((game, on) for game in ("blackjack", "blackjack-multi-action") for on in ("sevens",)),
    *((game, "progressive") for game in ("blackjack", "blackjack-multi-action")),
}
"""The stakes that an article fixes at 1 $."""
CHIPS = (5, 25, 50, 100, 500, 2500)
FREE_RAISES = {"red-dog", "four-card-poker", "crazy-four-poker"}
"""The games whose player says how much he raises."""


def has_fixed_stakes(game: str) -> bool:
    return any(game == of for of, _ in FIXED)


@cache
def step_of(game: str, on: str, chip: int) -> int:
    """Return by what amounts a place is bet on, where all is exact and the smallest chip this."""
    return least_step(amounts(game, on), chip)


def is_payable(game: str, on: str, cents: int, options: Mapping[str, Any]) -> bool:
    """Say whether a stake is one that the chips of a table can pay, whatever becomes of it."""
    chip = options.get("smallest_chip", 0)
    return not chip or bool(player_chip(options)) or cents % step_of(game, on, chip) == 0


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


# scripts


def with_chips(chance: Random, script: Script) -> tuple[Script, list[int]]:
    """Return a script at a table with a smallest chip, and the steps that it refuses."""
    game = script["game"]
    chip = chance.choice([cents for cents in CHIPS if not has_fixed_stakes(game) or cents <= 100])
    options = {**script["options"], "smallest_chip": chip}
    if chance.random() < 0.3:
        options["rounding"] = "player"
    if "max_payout" in options:
        options["max_payout"] = {on: chip * cap for on, cap in options["max_payout"].items()}
    if "max_draw" in options:
        options["max_draw"] *= chip
    steps: list[Step] = []
    refused: list[int] = []
    for step in script["steps"]:
        laid = _in_steps(game, step, options)
        if not player_chip(options) and chance.random() < 0.1:
            wrong = _no_multiple(chance, game, laid, chip)
            refused += [len(steps) + 1] * bool(wrong)
            steps += wrong
        steps.append(laid)
    return {**script, "options": options, "steps": steps}, refused


def without(script: Script, refused: list[int]) -> Script:
    """Return a script without the steps that are refused."""
    taken = [step for number, step in enumerate(script["steps"], 1) if number not in refused]
    return {**script, "steps": taken}


def _in_steps(game: str, step: Step, options: dict[str, Any]) -> Step:
    """Return a step whose cents are multiplied; a price that the article fixes is left out."""
    for kind in step.keys() & {"bet", "ticket"}:
        at = step[kind]
        return {**step, kind: {**at, "cents": at["cents"] * _factor(game, at, options)}}
    if "decide" not in step or "cents" not in step["decide"]:
        return step
    decided = {name: value for name, value in step["decide"].items() if name != "cents"}
    if game in FREE_RAISES:
        decided["cents"] = step["decide"]["cents"] * options["smallest_chip"]
    return {**step, "decide": decided}


def _factor(game: str, at: dict[str, Any], options: dict[str, Any]) -> int:
    """Return by how much a stake is multiplied: where all amounts are taken, by the chip alone."""
    on, chip = _place(at), int(options["smallest_chip"])
    if (game, on) in FIXED:
        return 1
    return chip if player_chip(options) else _scale(game, on, chip)


def _scale(game: str, on: str, chip: int) -> int:
    """Return a place's step, as far as the stake is not divided by its parts already."""
    return step_of(game, on, chip) // (PARTS.get(on, 1) if game == "craps" else 1)


def _place(at: dict[str, Any]) -> str:
    return str(at.get("on", "ticket"))


def _no_multiple(chance: Random, game: str, step: Step, chip: int) -> list[Step]:
    """Return a step like this one whose amount makes no step of its place."""
    for kind in step.keys() & {"bet", "ticket"}:
        at = step[kind]
        by = step_of(game, _place(at), chip)
        # the odds on the point have the step of the point, which a step of a script does not tell
        if (game, _place(at)) not in FIXED and "pass_odds" not in _place(at):
            cents = by * chance.randint(0, 3) + chance.choice((chip, *range(1, by, chip))) % by
            return [{kind: {**at, "cents": cents}}] if cents % by else []
    if "decide" in step and "cents" in step["decide"] and chip > 1:
        cents = step["decide"]["cents"]
        return [{"decide": {**step["decide"], "cents": cents - chance.randint(1, chip - 1)}}]
    return []
