"""Every order in which things may happen, breadth first."""

from collections import deque
from typing import NamedTuple

from tests.kits.floor.jackpot_properties import check, check_still
from tests.kits.floor.jackpot_world import Terms, World, Wrong, begin, steps

Came = dict[int, tuple[int, str]]
"""By the hash of a state, that of the one before and the step from there."""


class Explored(NamedTuple):
    """How many states there were, whether that was all, and the way to the first bad one."""

    states: int
    whole: bool
    wrong: str = ""
    way: tuple[str, ...] = ()


def explore(terms: Terms, most: int) -> Explored:
    """Look at up to `most` states, from the beginning on."""
    first = begin(terms)
    came: Came = {hash(first): (0, "")}
    waiting = deque([first])
    while waiting:
        world = waiting.popleft()
        try:
            following = _following(world, terms)
        except Wrong as wrong:
            return Explored(len(came), whole=False, wrong=str(wrong), way=_way(came, hash(world)))
        for what, after in following:
            if hash(after) in came:
                continue
            if len(came) == most:
                return Explored(most, whole=False)
            came[hash(after)] = hash(world), what
            waiting.append(after)
    return Explored(len(came), whole=True)


def _following(world: World, terms: Terms) -> list[tuple[str, World]]:
    check(world, terms)
    following = [*steps(world, terms)]
    check_still(world, [what for what, _ in following])
    return following


def _way(came: Came, state: int) -> tuple[str, ...]:
    way: list[str] = []
    while came[state][1]:
        state, what = came[state]
        way.append(what)
    return tuple(reversed(way))
