"""What a table's smallest chip can pay, reckoned a second time (games.md, "Rounding").

The step of a place is found by trying amounts one after the other: no least common multiple.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

Amount = Callable[[int], Fraction]
"""What a line of a bet comes to by its stake, to the last fraction of a cent."""

MULTIPLES = range(1, 41)
"""So many of a step's multiples must be payable."""


def player_chip(options: Mapping[str, Any]) -> int:
    """Return the chip to which a table rounds for the player, 0 where amounts are exact."""
    return int(options["smallest_chip"]) if options.get("rounding") == "player" else 0


def to_player(exact: Fraction, chip: int) -> int:
    """Round what a player gets: down to the cent, or up to the chip that the table rounds to."""
    return ceil(exact / chip) * chip if chip else floor(exact)


def of_player(exact: Fraction, chip: int) -> int:
    """Round what a player owes: up to the cent, or down to the chip that the table rounds to."""
    return floor(exact / chip) * chip if chip else ceil(exact)


def part_of_bet(exact: Fraction, chip: int) -> int:
    """Round a stake that is fixed as a part of another: down, to the cent or to the chip."""
    return floor(exact / (chip or 1)) * (chip or 1)


def commission_of_ten(cents: int) -> Fraction:
    """Return 5 % of a stake raised to the next multiple of 10 $ (31, 47, 58, 111)."""
    return Fraction(ceil(Fraction(cents, 1000)) * 1000, 20)


def times(to: int, one: int = 1) -> Amount:
    """Return what a stake is paid at odds."""
    return lambda cents: Fraction(cents * to, one)


def least_step(amounts: Iterable[Amount], chip: int) -> int:
    """Return the least stake of chips of which every multiple is paid, in all lines, in chips."""
    lines = list(amounts)
    stake = chip
    while not all(line(stake * n) % chip == 0 for line in lines for n in MULTIPLES):
        stake += chip
    return stake
