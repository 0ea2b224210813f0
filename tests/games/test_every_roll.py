"""Craps alone: every bet over every sequence of four rolls, as reckoned."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from firmware.core.vocabulary.places import Stack
from tests.kits.examples import examples
from tests.kits.games.bare_table import as_line
from tests.kits.games.game_alone import STAKE, GameAlone, all_on
from tests.kits.games.naive.craps import (
    BETS,
    MAY_WORK,
    ONE_ROLL,
    Roll,
    fate,
    may_lay,
    next_point,
    split,
)
from tests.kits.games.naive.craps_rolls import sequences
from tests.kits.games.naive.table import Line
from tests.kits.games.reckoning.craps import Life, line_of

WORKS = "W"
"""The bettor whose bets are on for the come-out."""
OF_HIS = tuple(on for on in BETS if split(on)[0] in {*MAY_WORK, "come"})
"""What he lays: all that may work, and the bets without which there are no odds."""
EVERY = examples(23, 1)
"""Of how many sequences of four rolls one is played; it meets every sequence of three."""
EARLY = 2
"""After so many rolls no bet is laid that any roll decides: it has met all that it can tell."""

Stands = frozenset[tuple[str, str | None]]
"""What stands, by bet and bettor."""


class Fork(NamedTuple):
    """What the game and the reckoning have come to after some rolls."""

    memory: dict[str, Any]
    stands: Stands
    point: int | None


def test_95_14_to_95_17_every_bet_every_sequence() -> None:
    alone = GameAlone("craps")
    path, forks = list[Roll](), [Fork(alone.game.memory, frozenset(), None)]
    for rolls in islice(sequences(), None, None, EVERY):
        alike = next(at for at, roll in enumerate(rolls) if path[at : at + 1] != [roll])
        path, forks = path[:alike], forks[: alike + 1]
        for roll in rolls[alike:]:
            forks.append(after(alone, forks[-1], roll, early=len(path) < EARLY))
            path.append(roll)


def after(alone: GameAlone, fork: Fork, roll: Roll, *, early: bool) -> Fork:
    """Lay all that may be laid, throw the dice, and hold the game to the reckoning."""
    game = alone.game
    game.remember(fork.memory)
    laid = fresh(fork.stands, fork.point, early=early)
    for stack in laid:
        if stack[1] == WORKS and split(stack[0].on)[0] in MAY_WORK:
            game.toggle_working(stack)
    lines = alone.settled(laid, tuple(map(str, roll)))
    wanted, stands = list[Line](), set[tuple[str, str | None]]()
    for on, bettor in (*fork.stands, *((place.on, bettor) for place, bettor in laid)):
        line, becomes = met(on, bettor, roll, fork.point)
        if line is None:
            stands.add((becomes, bettor))
        else:
            wanted.append(line)
    found = sorted(map(as_line, lines), key=by_stack)
    assert found == sorted(wanted, key=by_stack), (fork.stands, fork.point, roll)
    assert {(place.on, bettor) for place, bettor in game.carried} == stands
    point = next_point(fork.point, roll)
    assert game.memory["point"] == point
    return Fork(game.memory, frozenset(stands), point)


@cache
def fresh(stands: Stands, point: int | None, *, early: bool) -> list[Stack]:
    """Return all that each of the two bettors may lay now and has not."""
    return [stack for who in (None, WORKS) for stack in _lays(stands, point, who, early=early)]


def _lays(stands: Stands, point: int | None, who: str | None, *, early: bool) -> Iterator[Stack]:
    his = {on for on, bettor in stands if bettor == who}
    may = [on for on in (OF_HIS if who else BETS) if early or on not in ONE_ROLL]
    lays = [on for on in may if on not in his and may_lay(on, point, his.__contains__)]
    yield from all_on(lays, who)


@cache
def met(on: str, bettor: str | None, roll: Roll, point: int | None) -> tuple[Line | None, str]:
    """Return the line of a bet that a roll decides, and what one that it does not is called."""
    works = bettor == WORKS and split(on)[0] in MAY_WORK
    becomes = fate(on, (roll,), point, works)
    if becomes.outcome is None:
        return None, becomes.on
    line = line_of(Life(1, on, 0, STAKE, works, 1, becomes))
    return line | ({"bettor": bettor} if bettor else {}), on


def by_stack(line: Line) -> tuple[str, str]:
    return line["on"], line.get("bettor", "")
