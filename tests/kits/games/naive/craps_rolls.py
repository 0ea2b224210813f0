"""All that dice may do at craps: every sequence of rolls there is, and what each bet returns."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle, product

from tests.kits.games.naive.craps import (
    BETS,
    FACES,
    MAY_WORK,
    NUMBERS,
    Roll,
    decided,
    next_point,
    odds,
    parts,
    split,
)

ROLLS: tuple[Roll, ...] = tuple(product(FACES, repeat=2))
POINTS = (None, *NUMBERS)


# every sequence


def shape(roll: Roll) -> tuple[int, bool]:
    """Return all that any bet but a hop sees of a roll: its total, and whether it is a hard way."""
    return sum(roll), roll[0] == roll[1]


def late_shape(roll: Roll) -> tuple[int, bool]:
    """Return all that a bet sees of a roll that has stood through two: 2, 3, 11, 12 are none."""
    total, hard = shape(roll)
    return (total, hard) if total in (*NUMBERS, 7) else (0, False)


def sequences(length: int = 4) -> Iterator[tuple[Roll, ...]]:
    """Yield rolls from a come-out on, such that every bet meets everything it can tell apart.

    Every shape of the first two rolls, which bets before and after the come-out meet new; every
    late shape of the others. Each is shown by all its rolls in turn, so that every one of the 36
    comes at every place. A sequence ends with the seven that takes the point, since nothing stands
    then. Those that begin alike follow each other, for a table that can be set back.
    """
    shapes = [_by_shape(late=place > 1) for place in range(length)]

    def after(begun: tuple[Roll, ...], point: int | None) -> Iterator[tuple[Roll, ...]]:
        for roll in map(next, shapes[len(begun)]):
            rolls = (*begun, roll)
            if len(rolls) == length or (point and sum(roll) == 7):
                yield rolls
            else:
                yield from after(rolls, next_point(point, roll))

    return after((), None)


def _by_shape(*, late: bool) -> list[Iterator[Roll]]:
    shapes = defaultdict(list)
    for roll in ROLLS:
        shapes[late_shape(roll) if late else shape(roll)].append(roll)
    return [cycle(rolls) for rolls in shapes.values()]


# what bets return

State = tuple[str, int | None]
"""A bet that stands, and the point."""
BUY = Fraction(1, 20)
"""The commission of a buy bet, of its stake; of a lay bet it is that of what it may win (95.17)."""


def returns(*, working: bool = False) -> dict[str, Fraction]:
    """Return what comes back of 1 bet, on average, stake included, less the commission.

    Of every bet laid, which is left until it is decided; a push gives the stake back. A bet of the
    first roll is laid on the come-out, any other with 6 for the point; cents are not rounded.
    """
    return {on: _return(on, working=working and split(on)[0] in MAY_WORK) for on in BETS}


def _return(on: str, *, working: bool) -> Fraction:
    start: State = (on, None if on in ("pass", "dont_pass") else 6)
    states, at = [start], 0
    rows: list[dict[State | None, Fraction]] = []
    while at < len(states):
        rows.append(_step(states[at], working=working))
        states += [state for state in rows[at] if state not in (None, *states)]
        at += 1
    return _solved(dict(zip(states, rows, strict=True)))[start]


def _step(state: State, *, working: bool) -> dict[State | None, Fraction]:
    """Return the chance of each state after one roll, and under None what the roll brings."""
    row: dict[State | None, Fraction] = defaultdict(Fraction)
    on, point = state
    for roll in ROLLS:
        outcome, after = decided(on, roll, point, working), next_point(point, roll)
        if outcome == "travel":
            row[f"{on}:{sum(roll)}", after] += Fraction(1, 36)
        elif outcome:
            row[None] += _brings(on, roll, point, outcome) / 36
        else:
            row[on, after] += Fraction(1, 36)
    return row


def _brings(on: str, roll: Roll, point: int | None, outcome: str) -> Fraction:
    if outcome == "win":
        back = (1 + Fraction(*odds(on, roll, point))) / parts(on)
    else:
        back = Fraction(outcome == "push")
    return back - _commission(on)


def _commission(on: str) -> Fraction:
    name, _ = split(on)
    if name == "lay":
        return Fraction(*odds(on, (3, 4), None)) / 20
    return BUY if name == "buy" else Fraction(0)


def _solved(rows: dict[State, dict[State | None, Fraction]]) -> dict[State, Fraction]:
    """Solve value = what a roll brings + the values of the states after it, weighed by chance."""
    for state, row in rows.items():
        stays = row.pop(state, Fraction(0))
        for target in row:
            row[target] /= 1 - stays
        for other in rows.values():
            weight = other.pop(state, Fraction(0)) if other is not row else 0
            for target, chance in row.items() if weight else ():
                other[target] = other.get(target, Fraction(0)) + weight * chance
    return {state: row.get(None, Fraction(0)) for state, row in rows.items()}
