"""The felt of Roulette drawn in coordinates: on which numbers a chip lies (articles 68, 72)."""

from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

INSIDE = ("straight", "split", "street", "corner", "top_line", "six_line")
OUTSIDE = ("column", "dozen", "low", "high", "even", "odd", "red", "black")

Place = tuple[str, tuple[str, ...]]
Covered = frozenset[str]


def base(on: str) -> str:
    return on.partition(":")[0]


def same(on: str) -> Place:
    """Return the place that a bet names, in whatever order it is written."""
    return base(on), tuple(sorted(on.partition(":")[2].split(",")))


def wheel(numbers: int) -> tuple[str, ...]:
    """Article 68."""
    return ("0", *["00"] * (numbers == 38), *map(str, range(1, 37)))


class Field(NamedTuple):
    """A number's rectangle on the felt, in half sides of a field; a row of three lies along y."""

    left: int
    right: int
    bottom: int
    top: int

    def overlaps(self, other: "Field") -> tuple[int, int]:
        """Return how far two rectangles lie over each other in x and in y; 0 is side by side."""
        return (
            min(self.right, other.right) - max(self.left, other.left),
            min(self.top, other.top) - max(self.bottom, other.bottom),
        )

    def has(self, x: int, y: int) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top


def felt(numbers: int) -> dict[str, Field]:
    """Return where the numbers lie: twelve rows of three, and zeros along the first of them."""
    rows = {str(n): (2 * ((n - 1) // 3), 2 * ((n - 1) % 3)) for n in range(1, 37)}
    zeros = {"0": (0, 6)} if numbers == 37 else {"0": (0, 3), "00": (3, 6)}
    return {zero: Field(-2, 0, *ends) for zero, ends in zeros.items()} | {
        number: Field(x, x + 2, y, y + 2) for number, (x, y) in rows.items()
    }


@cache
def places(numbers: int) -> dict[str, Covered]:
    """Return every place of the layout by a name of it, with the numbers that it covers."""
    inside = [(name, on) for name in INSIDE for on in _inside(name, numbers)]
    named = {name if name == "top_line" else f"{name}:{','.join(on)}": on for name, on in inside}
    return {on: frozenset(covered) for on, covered in (named | _outside()).items()}


def _inside(name: str, numbers: int) -> list[tuple[str, ...]]:
    on, rows = felt(numbers), _rows()
    zeros = tuple(number for number in on if on[number].right == 0)
    found: dict[str, list[tuple[str, ...]]] = {
        "straight": [(number,) for number in on],
        "split": [pair for pair in combinations(on, 2) if _touch(on[pair[0]], on[pair[1]])],
        "street": [*_meeting(on, 3), *rows],
        "corner": _meeting(on, 4),
        "top_line": [zeros + rows[0]],
        "six_line": [one + two for one, two in pairwise(rows)],
    }
    return found[name]


def _rows() -> list[tuple[str, ...]]:
    return [tuple(map(str, (n, n + 1, n + 2))) for n in range(1, 37, 3)]


def _touch(one: Field, two: Field) -> bool:
    """Two fields touch that share a part of a side, not only a corner."""
    gap, along = sorted(one.overlaps(two))
    return gap == 0 and along > 0


def _meeting(on: dict[str, Field], number: int) -> list[tuple[str, ...]]:
    """Return the fields that meet in a point, for each point in which so many do."""
    points = {(x, y) for field in on.values() for x in field[:2] for y in field[2:]}
    around = [tuple(n for n, field in on.items() if field.has(*point)) for point in points]
    return sorted(met for met in around if len(met) == number)


def _outside() -> dict[str, tuple[str, ...]]:
    numbers = range(1, 37)
    covered: dict[str, list[int]] = {
        **{f"column:{c}": [n for n in numbers if n % 3 == c % 3] for c in (1, 2, 3)},
        **{f"dozen:{d}": [n for n in numbers if (n + 11) // 12 == d] for d in (1, 2, 3)},
        "low": [n for n in numbers if n <= 18],
        "high": [n for n in numbers if n > 18],
        "even": [n for n in numbers if n % 2 == 0],
        "odd": [n for n in numbers if n % 2],
        "red": [n for n in numbers if _is_red(n)],
        "black": [n for n in numbers if not _is_red(n)],
    }
    return {on: tuple(map(str, some)) for on, some in covered.items()}


def _is_red(number: int) -> bool:
    """To 10 and from 19 to 28 the odd numbers are red, of the others the even ones."""
    return (number % 2 == 1) == (number <= 10 or 19 <= number <= 28)


@cache
def layout(numbers: int) -> dict[Place, Covered]:
    """Return what every place covers, in whatever order it is written."""
    return {same(on): covered for on, covered in places(numbers).items()}
