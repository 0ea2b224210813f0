"""The rows of an odds sheet: each figure once, for all places and stakes that have it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import base_name
from firmware.odds.figure import Advice, Figure

BETWEEN = " · "


class Row(NamedTuple):
    """A figure, the name of its bet or places, and the stakes at which it holds, rising."""

    name: str
    figure: Figure
    stakes: tuple[Cents, ...]


def rows(figures: Sequence[Figure]) -> list[Row]:
    """Return each figure once, in the order in which they are given."""
    alike: dict[object, list[Row]] = {}
    for row in _by_stake(figures):
        figure = row.figure
        key = base_name(figure.bet), _chances(figure), figure.play, row.stakes
        alike.setdefault(key, []).append(row)
    places: dict[str, set[str]] = {}
    for figure in figures:
        places.setdefault(base_name(figure.bet), set()).add(figure.bet)
    return [_of_places(same, places[base_name(same[0].name)]) for same in alike.values()]


def advised(shown: Sequence[Row]) -> Iterator[tuple[Row, bool]]:
    """Yield a row for each table of decisions, and whether its stakes matter to it."""
    tables = [row for row in shown if row.figure.advice]
    for _, group in groupby(tables, key=lambda row: row.name):
        by_advice: dict[tuple[Advice, ...], Row] = {}
        for row in group:
            before = by_advice.setdefault(row.figure.advice, row)
            if before is not row:
                stakes = tuple(sorted((*before.stakes, *row.stakes)))
                by_advice[row.figure.advice] = before._replace(stakes=stakes)
        yield from ((row, len(by_advice) > 1) for row in by_advice.values())


def _by_stake(figures: Sequence[Figure]) -> Iterator[Row]:
    """Yield each figure of a bet with all stakes that have it."""
    stakes: dict[object, list[Figure]] = {}
    for figure in figures:
        stakes.setdefault((figure.bet, _chances(figure), figure.play), []).append(figure)
    for same in stakes.values():
        yield Row(same[0].bet, same[0], tuple(one.stake for one in same if one.stake))


def _of_places(same: Sequence[Row], places: set[str]) -> Row:
    """Return one row for places that have the same figure, of all places of this bet."""
    first = same[0]
    if len(same) == len(places):
        return first._replace(name=base_name(first.name)) if len(same) > 1 else first
    named = BETWEEN.join(row.name.partition(":")[2] for row in same)
    return first._replace(name=f"{base_name(first.name)}:{named}") if len(same) > 1 else first


def _chances(figure: Figure) -> object:
    return frozenset(figure.chances.items())
