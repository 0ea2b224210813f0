"""The prizes of a Keno ticket, and its return in the long run (76, 85)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from firmware.core.vocabulary.money import Cents

NUMBERS: Final = range(1, 81)
DRAWN: Final = 20

Paytable = Mapping[str, Mapping[str, int]]
"""Payment for 1, by the count of numbers picked and the count of these drawn."""


def is_paytable(value: object) -> bool:
    """Return whether this is a pay table, and pays for no more hits than there can be."""
    if not isinstance(value, dict) or not value:
        return False
    return all(
        _is_among(NUMBERS, picked) and _is_line(int(picked), value[picked]) for picked in value
    )


def _is_line(picked: int, line: object) -> bool:
    if not isinstance(line, dict):
        return False
    hits = range(min(picked, DRAWN) + 1)
    return all(
        _is_among(hits, hit) and type(paid) is int and paid >= 0 for hit, paid in line.items()
    )


def _is_among(numbers: Iterable[int], written: object) -> bool:
    return written in [str(number) for number in numbers]


def prize(paytable: Paytable, picked: int, hits: int, stake: Cents) -> Cents:
    """Return all that a ticket is paid, its stake included."""
    return Cents(paytable[str(picked)].get(str(hits), 0) * stake)


def highest(paytable: Paytable, picked: int, stake: Cents) -> Cents:
    """Return the highest prize of a ticket in a draw, nothing if the table has no such tickets."""
    return Cents(max(paytable.get(str(picked), {}).values(), default=0) * stake)


def shared(prizes: Sequence[Cents], most: Cents) -> list[Cents]:
    """Return the prizes of a draw; reduced in proportion, rounded down, if they exceed `most`."""
    total = sum(prizes)
    return [Cents(won * most // total) for won in prizes] if total > most else list(prizes)


def returns(paytable: Paytable) -> dict[int, Fraction]:
    """Return the share of its stake that a ticket returns in the long run, by count of picks."""
    every = ((picked, chances(paytable, picked)) for picked in map(int, paytable))
    return {picked: sum((p * back for back, p in of.items()), Fraction(0)) for picked, of in every}


def chances(paytable: Paytable, picked: int) -> dict[Fraction, Fraction]:
    """Return how probable each prize for 1 is, given the count of numbers picked."""
    found: dict[Fraction, Fraction] = {}
    for hits in range(min(picked, DRAWN) + 1):
        back = Fraction(prize(paytable, picked, hits, Cents(1)))
        chance = Fraction(_ways(picked, hits), _choices(len(NUMBERS), DRAWN))
        found[back] = found.get(back, Fraction(0)) + chance
    return found


def _ways(picked: int, hits: int) -> int:
    """Return how many draws hold so many of the numbers picked."""
    return _choices(picked, hits) * _choices(len(NUMBERS) - picked, DRAWN - hits)


def _choices(of: int, some: int) -> int:
    """Return in how many ways some things are chosen of so many."""
    ways = 1
    for nth in range(some):
        ways = ways * (of - nth) // (nth + 1)
    return ways
