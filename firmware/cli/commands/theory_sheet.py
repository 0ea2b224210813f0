"""The expectation of a table in words, and for a program."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec

from firmware.cli.args.types import Grouping
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import bet_name
from firmware.odds.expected import Expected
from firmware.odds.outcome import Outcome
from firmware.shell.words.rounded import decimal
from firmware.shell.words.text_table import Section, Sheet
from firmware.shell.words.words import Words

HEADS: Final = ("rounds", "handle", "expected", "held", "off", "deviations")


def theory_sheet(game: str, outcome: Outcome, by: Grouping, words: Words) -> Sheet:
    """Return the expectation as a sheet: group by group, then in all."""
    rows = [_row(_group(name, by, words), sums, words) for name, sums in outcome.groups.items()]
    rows.append(_row(words.say(Text("theory.total")), outcome.total, words))
    heads = [words.say(Text(f"theory.head.{name}")) for name in (by, *HEADS)]
    table = Section(words.say(Text("theory.title")), tuple(heads), tuple(rows))
    notes = tuple(map(words.say, _notes(outcome)))
    return Sheet(words.say(Text(f"game.{game}")), notes, (table,))


def _row(name: str, sums: Expected, words: Words) -> tuple[str, ...]:
    return (
        name,
        decimal(Fraction(sums.rounds), 0, words),
        words.money(sums.handle),
        words.money(round(sums.expected)),
        words.money(sums.held),
        words.money(sums.held - round(sums.expected)),
        "" if sums.deviations is None else decimal(Fraction(sums.deviations), 2, words),
    )


def _group(name: str, by: Grouping, words: Words) -> str:
    return words.say(bet_name(name)) if by == "bet" else name


def _notes(outcome: Outcome) -> Iterator[Text]:
    for drift in outcome.drifts:
        side = "more" if drift.more else "less"
        yield Text(f"theory.{side}", {"since": str(drift.since), "number": str(drift.round)})
    for on, cents in sorted(outcome.without.items()):
        yield Text("theory.without", {"on": bet_name(on), "stakes_cents": cents})


class _Sums(msgspec.Struct, frozen=True):
    """Money in cents; `expected` is rounded."""

    name: str
    rounds: int
    handle: int
    expected: int
    held: int
    deviations: float | None


class _Line(msgspec.Struct, frozen=True):
    game: str
    by: Grouping
    total: _Sums
    groups: list[_Sums]
    without: dict[str, int]
    drifts: list[dict[str, int]]


def theory_line(game: str, outcome: Outcome, by: Grouping) -> bytes:
    """Return the expectation as JSON."""
    groups = [_sums(name, sums) for name, sums in outcome.groups.items()]
    total = _sums("", outcome.total)
    drifts = [drift._asdict() for drift in outcome.drifts]
    return msgspec.json.encode(_Line(game, by, total, groups, dict(outcome.without), drifts))


def _sums(name: str, sums: Expected) -> _Sums:
    expected = round(sums.expected)
    return _Sums(name, sums.rounds, sums.handle, expected, sums.held, sums.deviations)
