"""Random chips at a table with a wheel or dice, as steps of a round script."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.kits.games.chance.table import seats, stake
from tests.kits.games.naive.instruments import Evening
from tests.kits.games.naive.table import Step

Draw = Callable[[Random], str]
"""Draws a place of the table."""


def chips(chance: Random, draw: Draw, evening: Evening) -> list[Step]:
    """Return chips laid at some spots, some taken again; one bet is left in any case.

    No chip moves at a place whose bet stands over.
    """
    stacks = [stack for spot in seats(chance) for stack in _stacks(chance, draw, spot)]
    free = [at for at in stacks if not _stands_over(evening, at)]
    steps = [step for at in free for step in _moves(chance, at)]
    return steps + [_bet(chance, at) for at in free[:1]]


def _stacks(chance: Random, draw: Draw, spot: int) -> list[dict[str, Any]]:
    whose = {"bettor": chance.choice("BC")} if chance.random() < 0.1 else {}
    number = chance.choice((1, 1, 2, 3, 6))
    return [{"spot": spot, "on": draw(chance), **whose} for _ in range(number)]


def _moves(chance: Random, at: dict[str, Any]) -> list[Step]:
    """Return chips laid once, or twice, the place written in another order, or laid and taken."""
    kind = chance.random()
    if kind < 0.8:
        return [_bet(chance, at)]
    again = at | {"on": reordered(chance, at["on"])}
    return [_bet(chance, at), _bet(chance, again) if kind < 0.93 else {"take": again}]


def _bet(chance: Random, at: dict[str, Any]) -> Step:
    return {"bet": {**at, "cents": stake(chance)}}


def _stands_over(evening: Evening, at: dict[str, Any]) -> bool:
    bet = evening.laid.get(evening.stack(**at))
    return bet is not None and bool(bet.results)


def reordered(chance: Random, on: str) -> str:
    """Return a place with what it covers written in any order."""
    base, colon, covered = on.partition(":")
    parts = covered.split(",")
    return base + colon + ",".join(chance.sample(parts, len(parts)))


def goes_round(chance: Random, least: int) -> dict[str, int]:
    """Return, now and then, how often the ball or the wheel went round: often enough."""
    return {"revolutions": least + chance.randint(0, 9)} if chance.random() < 0.3 else {}
