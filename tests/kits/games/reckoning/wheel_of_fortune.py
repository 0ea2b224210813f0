"""The wheel of fortune reckoned a second time (articles 117 to 122): what each bet is paid.

on  won, as it is paid 120; lost 119
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from tests.kits.games.chance.instruments import chips, goes_round
from tests.kits.games.naive.chips import player_chip
from tests.kits.games.naive.instruments import Evening, Fate
from tests.kits.games.naive.table import CLOSE, CONFIRM, Line, Script, Step

BETS = ("on",)
REVOLUTIONS = 3
PARTS = range(9, 61)
LEAST_RETURN = Fraction(75, 100)

Segments = Mapping[str, Sequence[int]]
"""How many parts bear a symbol, and what it pays to 1."""


def reckon(script: Script) -> list[Line]:
    """Return the settled lines of a legal script."""
    return evening(script["options"]).play(script).lines


def evening(options: Mapping[str, Any]) -> Evening:
    """Return an evening at a wheel with these segments, before its first bet."""
    segments: Segments = options["segments"]

    def shown(step: Step) -> str | None:
        valid = step.get("revolutions", REVOLUTIONS) >= REVOLUTIONS
        return step["segment"] if valid and step.get("segment") in segments else None

    def fate(on: str, results: list[str]) -> Fate:
        odds = pays(on, results[-1], segments)
        return Fate(odds, "120" if odds else "119")

    return Evening(str, shown, fate, chip=player_chip(options))


def pays(on: str, segment: str, segments: Segments) -> str | None:
    """Return the odds at which a segment pays a bet, None where it has lost (119)."""
    return f"{segments[segment][1]}:1" if on == f"on:{segment}" else None


def returns(segments: Segments) -> dict[str, Fraction]:
    """Return of 1 staked on each symbol, how much comes back on average, the stake included."""
    return {
        on: Fraction(number * (odds + 1), parts(segments))
        for on, (number, odds) in ((f"on:{symbol}", said) for symbol, said in segments.items())
    }


def parts(segments: Segments) -> int:
    return sum(number for number, _ in segments.values())


def is_allowed(segments: Segments) -> bool:
    """Articles 117 and 122."""
    return parts(segments) in PARTS and min(returns(segments).values()) >= LEAST_RETURN


# chance

WHEELS: tuple[dict[str, list[int]], ...] = (
    {"1": [25, 1], "2": [14, 2], "5": [8, 5], "10": [4, 10], "joker": [1, 45]},
    {"star": [3, 2], "moon": [3, 2], "sun": [3, 2]},
    {"1": [30, 1], "2": [20, 2], "4": [9, 4], "50": [1, 50]},
    {"a": [11, 1], "b": [1, 8]},
)
"""Among them the smallest and the largest that 117 allows, and one that returns just 75 %."""


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return a legal evening of a few spins."""
    options = {"segments": chance.choice(WHEELS)} if options is None else options
    symbols = list(options["segments"])
    so_far, steps = evening(options), list[Step]()
    for _ in range(chance.randint(1, 4)):
        laid = chips(chance, lambda chance: f"on:{chance.choice(symbols)}", so_far)
        segment = {"segment": chance.choice(symbols)} | goes_round(chance, REVOLUTIONS)
        steps += [*laid, CLOSE, segment, CONFIRM]
    return {"game": "wheel-of-fortune", "options": options, "steps": steps}
