"""The rows of an odds sheet: each figure once, for all places and stakes that have it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import Cents
from firmware.odds.figure import AdviceRow, Figure

PLACE_SEPARATOR = " · "


class OddsRow(NamedTuple):
    """A figure, the name of its bet or places, and the stakes at which it holds, rising."""

    bet_name: str
    figure: Figure
    stakes: tuple[Cents, ...]


def merged_rows(figures: Sequence[Figure]) -> list[OddsRow]:
    """Return each figure once, in the given order."""
    rows_by_figure: dict[object, list[OddsRow]] = {}
    for odds_row in _rows_by_figure(figures):
        figure = odds_row.figure
        figure_key = base_bet_name(figure.bet), _chances_key(figure), figure.play, odds_row.stakes
        rows_by_figure.setdefault(figure_key, []).append(odds_row)
    places_by_bet: dict[str, set[str]] = {}
    for figure in figures:
        places_by_bet.setdefault(base_bet_name(figure.bet), set()).add(figure.bet)
    return [
        _row_of_places(alike_rows, places_by_bet[base_bet_name(alike_rows[0].bet_name)])
        for alike_rows in rows_by_figure.values()
    ]


def decision_rows(shown_rows: Sequence[OddsRow]) -> Iterator[tuple[OddsRow, bool]]:
    """Yield a row for each table of decisions, and whether it depends on the stake."""
    advised_rows = [odds_row for odds_row in shown_rows if odds_row.figure.advice]
    for _, bet_rows in groupby(advised_rows, key=lambda odds_row: odds_row.bet_name):
        rows_by_advice: dict[tuple[AdviceRow, ...], OddsRow] = {}
        for odds_row in bet_rows:
            row_of_advice = rows_by_advice.setdefault(odds_row.figure.advice, odds_row)
            if row_of_advice is not odds_row:
                merged_stakes = tuple(sorted((*row_of_advice.stakes, *odds_row.stakes)))
                rows_by_advice[odds_row.figure.advice] = row_of_advice._replace(
                    stakes=merged_stakes
                )
        yield from ((odds_row, len(rows_by_advice) > 1) for odds_row in rows_by_advice.values())


def _rows_by_figure(figures: Sequence[Figure]) -> Iterator[OddsRow]:
    """Yield each figure of a bet, with all stakes for which it holds."""
    figures_by_chances: dict[object, list[Figure]] = {}
    for figure in figures:
        figures_by_chances.setdefault((figure.bet, _chances_key(figure), figure.play), []).append(
            figure
        )
    for alike_figures in figures_by_chances.values():
        yield OddsRow(
            alike_figures[0].bet,
            alike_figures[0],
            tuple(alike_figure.stake for alike_figure in alike_figures if alike_figure.stake),
        )


def _row_of_places(alike_rows: Sequence[OddsRow], places: set[str]) -> OddsRow:
    """Return one row for places that have the same figure, of all places of this bet."""
    first_row = alike_rows[0]
    if len(alike_rows) == len(places):
        return (
            first_row._replace(bet_name=base_bet_name(first_row.bet_name))
            if len(alike_rows) > 1
            else first_row
        )
    place_names = PLACE_SEPARATOR.join(
        odds_row.bet_name.partition(":")[2] for odds_row in alike_rows
    )
    return (
        first_row._replace(bet_name=f"{base_bet_name(first_row.bet_name)}:{place_names}")
        if len(alike_rows) > 1
        else first_row
    )


def _chances_key(figure: Figure) -> object:
    return frozenset(figure.chances.items())
