"""The house's expectation as a sheet, and as JSON."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from firmware.cli.args.types import WagerGrouping
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text
from firmware.odds.expected_hold import ExpectedHold
from firmware.odds.hold_statistics import HoldStatistics
from firmware.shell.words.ratios import rounded_decimal
from firmware.shell.words.text_table import PrintedSheet, SheetSection
from firmware.shell.words.words import Words

GROUPING_KEYS: Final[Mapping[WagerGrouping, str]] = {
    "bet": "theory.head.bet",
    "day": "theory.head.day",
    "hour": "theory.head.hour",
}
HEADING_KEYS: Final = (
    "theory.head.rounds",
    "theory.head.handle",
    "theory.head.expected",
    "theory.head.held",
    "theory.head.off",
    "theory.head.deviations",
)
"""The headings after that of the groups."""


def theory_sheet(
    game_name: str, outcome: HoldStatistics, grouping: WagerGrouping, words: Words
) -> PrintedSheet:
    """Return the expectation as a sheet: a row for each group, then the total."""
    group_rows = [
        _sums_row(_group_text(group_name, grouping, words), group_sums, words)
        for group_name, group_sums in outcome.holds_by_group.items()
    ]
    group_rows.append(_sums_row(words.render(Text("theory.total")), outcome.total_hold, words))
    heading_texts = [
        words.render(Text(heading_key)) for heading_key in (GROUPING_KEYS[grouping], *HEADING_KEYS)
    ]
    groups_section = SheetSection(
        words.render(Text("theory.title")), tuple(heading_texts), tuple(group_rows)
    )
    note_texts = tuple(map(words.render, _note_texts(outcome)))
    return PrintedSheet(words.render(game_label(game_name)), note_texts, (groups_section,))


def _sums_row(group_text: str, group_sums: ExpectedHold, words: Words) -> tuple[str, ...]:
    return (
        group_text,
        rounded_decimal(Fraction(group_sums.round_count), 0, words),
        words.format_money(group_sums.total_stakes),
        words.format_money(round(group_sums.expected_gain)),
        words.format_money(group_sums.actual_gain),
        words.format_money(group_sums.actual_gain - round(group_sums.expected_gain)),
        ""
        if group_sums.deviation_count is None
        else rounded_decimal(Fraction(group_sums.deviation_count), 2, words),
    )


def _group_text(group_name: str, grouping: WagerGrouping, words: Words) -> str:
    return words.render(bet_words(group_name)) if grouping == "bet" else group_name


def _note_texts(outcome: HoldStatistics) -> Iterator[Text]:
    for drift in outcome.drift_notes:
        drift_key = "theory.more" if drift.is_excess else "theory.less"
        yield Text(drift_key, {"since": str(drift.first_round), "number": str(drift.note_round)})
    for bet_key, stakes_cents in sorted(outcome.unpriced_stakes.items()):
        yield Text("theory.without", {"on": bet_words(bet_key), "stakes_cents": stakes_cents})


class _TheorySums(msgspec.Struct, frozen=True):
    """Money in cents; `expected` is rounded."""

    name: str
    rounds: int
    handle: int
    expected: int
    held: int
    deviations: float | None


class _TheoryLine(msgspec.Struct, frozen=True):
    game: str
    by: WagerGrouping
    total: _TheorySums
    groups: list[_TheorySums]
    without: dict[str, int]
    drifts: list[dict[str, int]]


def theory_json(game_name: str, outcome: HoldStatistics, grouping: WagerGrouping) -> bytes:
    """Return the expectation as JSON."""
    sums_of_groups = [
        _rounded_sums(group_name, group_sums)
        for group_name, group_sums in outcome.holds_by_group.items()
    ]
    total_sums = _rounded_sums("", outcome.total_hold)
    drift_values = [found_drift._asdict() for found_drift in outcome.drift_notes]
    return msgspec.json.encode(
        _TheoryLine(
            game_name,
            grouping,
            total_sums,
            sums_of_groups,
            dict(outcome.unpriced_stakes),
            drift_values,
        )
    )


def _rounded_sums(group_name: str, group_sums: ExpectedHold) -> _TheorySums:
    expected_cents = round(group_sums.expected_gain)
    return _TheorySums(
        group_name,
        group_sums.round_count,
        group_sums.total_stakes,
        expected_cents,
        group_sums.actual_gain,
        group_sums.deviation_count,
    )
