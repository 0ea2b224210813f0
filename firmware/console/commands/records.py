"""`recall`, `meters` and `logs`: the table's records."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.outcome import marked_texts
from firmware.console.command.prompts import parse_number, request_answer
from firmware.console.table.rounds import RoundRenderer
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import (
    ConsoleOutput,
    StatusMark,
    fit_text,
    hanging_text,
    indented_text,
)
from firmware.core.table.meters import COUNT_METERS, MONEY_METERS, Meters, meter_rows
from firmware.core.vocabulary.health import LockedStatus
from firmware.core.vocabulary.panel import Text
from firmware.shell.history.setting_words import setting_words
from firmware.shell.recall import RECALLED_ROUNDS, RecalledRounds
from firmware.shell.sockets.control import MOST_ROUNDS
from firmware.shell.technician.answers import LogLines
from firmware.shell.technician.requests import READER_ROLES, LogRequest

DEFAULT_LOG_LINES: Final = 40
MAX_LOG_LINES: Final = 500
TIME_WIDTH: Final = 12
"""Columns of the time of day, before the words of an event."""
NAME_WIDTH: Final = 23
"""Columns of a bet's name, or of a sum's."""
METER_DIGITS: Final = 10
"""Digits of a meter."""
MONEY_KEYS: Final = {
    "handle": "console.meter.handle",
    "returned": "console.meter.returned",
    "paid": "console.meter.paid",
    "commission": "console.meter.commission",
    "held": "console.meter.held",
}
"""The heading of a bet's meter."""


def count_argument(arguments: Sequence[str], default: int, maximum: int) -> int:
    """Return a typed number from 1 to `maximum`, or the default. Raises RequestFailed."""
    return parse_number(arguments[0], 1, maximum) if arguments else default


def _recall_rounds(context: CommandContext, arguments: Sequence[str]) -> RecalledRounds:
    return context.table.recall(count_argument(arguments, RECALLED_ROUNDS, MOST_ROUNDS))


def _render_rounds(context: CommandContext, recalled_rounds: RecalledRounds) -> ConsoleOutput:
    if not recalled_rounds.rounds:
        yield StyledText(clean_words(context.words, "recall.none"))
    for recalled_round in recalled_rounds.rounds:
        renderer = RoundRenderer(setting_words(recalled_round.decided_by, context.words))
        for round_line in renderer.round_lines(recalled_round):
            yield hanging_text(round_line, TIME_WIDTH)
        yield StyledText()


class LastMeters(msgspec.Struct, frozen=True):
    """The meters of a locked table as they were known last; None if they are not known."""

    locked: LockedStatus
    meters: Meters | None


def _current_meters(context: CommandContext, _arguments: Sequence[str]) -> Meters | LastMeters:
    table_status = context.table.status()
    if table_status.locked is None:
        return context.table.meters()
    return LastMeters(table_status.locked, context.table.meters() if table_status.known else None)


def _render_meters(context: CommandContext, current_meters: Meters | LastMeters) -> ConsoleOutput:
    if isinstance(current_meters, Meters):
        return meter_lines(context, current_meters)
    return _render_last_meters(context, current_meters)


def _render_last_meters(context: CommandContext, last_meters: LastMeters) -> ConsoleOutput:
    words, locked_status = context.words, last_meters.locked
    if last_meters.meters is None:
        yield from marked_texts(context, StatusMark.BAD, [Text("status.unknown")])
        for meter_name, _ in meter_rows(Meters()):
            yield StyledText(f"{fit_text(clean_words(words, meter_name.key), 2 * NAME_WIDTH)}–")
        return
    record_placeholders = {"number": str(locked_status.round), "record": str(locked_status.record)}
    yield from marked_texts(
        context, StatusMark.BAD, [Text("status.locked_meters", record_placeholders)]
    )
    yield from meter_lines(context, last_meters.meters)


def meter_lines(context: CommandContext, meters: Meters) -> ConsoleOutput:
    """Yield a line for each sum, then a line for each bet with its meters in columns."""
    words, rows_of_meters = context.words, list(meter_rows(meters))
    sum_count = len(COUNT_METERS) + len(MONEY_METERS)
    sum_rows, bet_rows = rows_of_meters[:sum_count], rows_of_meters[sum_count:]
    for sum_name, digits in sum_rows:
        yield StyledText(f"{fit_text(clean_words(words, sum_name.key), 2 * NAME_WIDTH)}{digits}")
    if not bet_rows:
        return
    money_headings = [clean_words(words, MONEY_KEYS[money_name]) for money_name in MONEY_METERS]
    yield StyledText()
    yield StyledText(
        _columns_line(clean_words(words, "console.meter.bet"), money_headings),
        StatusMark.HEAD.style,
    )
    for bet_index in range(0, len(bet_rows), len(MONEY_METERS)):
        bet_amounts = bet_rows[bet_index : bet_index + len(MONEY_METERS)]
        money_name = clean_words(words, "console.meter.of", on=bet_amounts[0][0].values["on"])
        yield StyledText(_columns_line(money_name, [bet_amount for _, bet_amount in bet_amounts]))


def _columns_line(row_name: str, cell_texts: Sequence[str]) -> str:
    return " ".join(
        [
            fit_text(row_name, NAME_WIDTH),
            *(f"{cell_text:>{METER_DIGITS}}" for cell_text in cell_texts),
        ]
    )


def _read_logs(context: CommandContext, arguments: Sequence[str]) -> LogLines:
    return request_answer(
        context,
        LogRequest(count=count_argument(arguments, DEFAULT_LOG_LINES, MAX_LOG_LINES)),
        LogLines,
    )


def _render_logs(context: CommandContext, log_answer: LogLines) -> ConsoleOutput:
    yield from _log_lines(context, log_answer)
    for crash_file in log_answer.crashes:
        yield indented_text(
            clean_words(context.words, "console.read.crash_file", path=crash_file),
            StatusMark.WARN.style,
            0,
        )
    if not log_answer.crashes:
        yield StyledText(clean_words(context.words, "console.read.no_crash"), StatusMark.GOOD.style)


def _log_lines(context: CommandContext, log_answer: LogLines) -> Iterator[StyledText]:
    for log_line in log_answer.lines:
        yield indented_text(clean_text(log_line), indent_width=0)
    if not log_answer.lines:
        yield StyledText(clean_words(context.words, "console.read.no_log"))


COMMANDS: Final = (
    Command("recall", _recall_rounds, _render_rounds, (Parameter("rounds", required=False),)),
    Command("meters", _current_meters, _render_meters),
    Command(
        "logs", _read_logs, _render_logs, (Parameter("lines", required=False),), roles=READER_ROLES
    ),
)
