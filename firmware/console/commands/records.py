"""`recall`, `meters` and `logs`: the table's records."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.command.outcome import told as marked
from firmware.console.command.prompts import asked, whole
from firmware.console.table.rounds import RoundTeller, words_of
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import Mark, Told, fitted, hung, indented
from firmware.core.table.meters import COUNTS, MONEY, Meters, rows
from firmware.core.vocabulary.health import LockedStatus
from firmware.core.vocabulary.panel import Text
from firmware.shell.recall import ROUNDS, Recalled
from firmware.shell.sockets.control import MOST
from firmware.shell.technician.answers import Logged
from firmware.shell.technician.requests import READERS, Logs

LINES: Final = 40
MOST_LINES: Final = 500
TIME: Final = 12
"""Columns of the time of day, before the words of an event."""
NAME: Final = 23
"""Columns of a bet's name, or of a sum's."""
METER: Final = 10
"""Digits of a meter."""


def number(arguments: Sequence[str], usual: int, most: int) -> int:
    """Return the number that may be given, from 1 to `most`. Raises Refused."""
    return whole(arguments[0], 1, most) if arguments else usual


def _recall(context: Context, arguments: Sequence[str]) -> Recalled:
    return context.table.recall(number(arguments, ROUNDS, MOST))


def _tell_recall(context: Context, found: Recalled) -> Told:
    if not found.rounds:
        yield Ink(said(context.words, "recall.none"))
    for told in found.rounds:
        for line in RoundTeller(words_of(told, context.words)).lines(told):
            yield hung(line, TIME)
        yield Ink()


class LastMeters(msgspec.Struct, frozen=True):
    """The meters of a locked table as they were known last; None if they are not known."""

    locked: LockedStatus
    meters: Meters | None


def _meters(context: Context, _arguments: Sequence[str]) -> Meters | LastMeters:
    status = context.table.status()
    if status.locked is None:
        return context.table.meters()
    return LastMeters(status.locked, context.table.meters() if status.known else None)


def _tell_meters(context: Context, found: Meters | LastMeters) -> Told:
    if isinstance(found, Meters):
        return tell_meters(context, found)
    return _tell_last_meters(context, found)


def _tell_last_meters(context: Context, found: LastMeters) -> Told:
    words, locked = context.words, found.locked
    if found.meters is None:
        yield from marked(context, Mark.BAD, [Text("status.unknown")])
        for name, _ in rows(Meters()):
            yield Ink(f"{fitted(said(words, name.key), 2 * NAME)}–")
        return
    at = {"number": str(locked.round), "record": str(locked.record)}
    yield from marked(context, Mark.BAD, [Text("status.locked_meters", at)])
    yield from tell_meters(context, found.meters)


def tell_meters(context: Context, meters: Meters) -> Told:
    """Yield the sums a line each, then the bets a line each with their money in columns."""
    words, told = context.words, list(rows(meters))
    sums, bets = told[: len(COUNTS) + len(MONEY)], told[len(COUNTS) + len(MONEY) :]
    for sum_of, digits in sums:
        yield Ink(f"{fitted(said(words, sum_of.key), 2 * NAME)}{digits}")
    if not bets:
        return
    heads = [said(words, f"console.meter.{name}") for name in MONEY]
    yield Ink()
    yield Ink(_in_columns(said(words, "console.meter.bet"), heads), Mark.HEAD.style)
    for at in range(0, len(bets), len(MONEY)):
        of_bet = bets[at : at + len(MONEY)]
        name = said(words, "console.meter.of", on=of_bet[0][0].values["on"])
        yield Ink(_in_columns(name, [of_one for _, of_one in of_bet]))


def _in_columns(name: str, cells: Sequence[str]) -> str:
    return " ".join([fitted(name, NAME), *(f"{cell:>{METER}}" for cell in cells)])


def _logs(context: Context, arguments: Sequence[str]) -> Logged:
    return asked(context, Logs(count=number(arguments, LINES, MOST_LINES)), Logged)


def _tell_logs(context: Context, found: Logged) -> Told:
    yield from _log_lines(context, found)
    for path in found.crashes:
        yield indented(
            said(context.words, "console.read.crash_file", path=path), Mark.WARN.style, 0
        )
    if not found.crashes:
        yield Ink(said(context.words, "console.read.no_crash"), Mark.GOOD.style)


def _log_lines(context: Context, found: Logged) -> Iterator[Ink]:
    for line in found.lines:
        yield indented(clean(line), left=0)
    if not found.lines:
        yield Ink(said(context.words, "console.read.no_log"))


COMMANDS: Final = (
    Command("recall", _recall, _tell_recall, (Takes("rounds", required=False),)),
    Command("meters", _meters, _tell_meters),
    Command("logs", _logs, _tell_logs, (Takes("lines", required=False),), roles=READERS),
)
