"""Joins results that are alike: a unit may say the same for an hour."""

from typing import NamedTuple

from firmware.shell.conformance.line_result import Fate, LineResult


class ResultRun(NamedTuple):
    """Lines in a row that became the same."""

    first: LineResult
    last_number: int

    @property
    def numbers(self) -> str:
        """The numbers of its lines; none for a time without a line."""
        first_line = self.first.line
        if first_line is None:
            return ""
        if first_line.number == self.last_number:
            return str(first_line.number)
        return f"{first_line.number}–{self.last_number}"


class ResultRuns:
    """Takes results in order. The counters that grew between two lines are left to the summary."""

    def __init__(self) -> None:
        self._run: ResultRun | None = None
        self._likeness: object = None

    def add(self, result: LineResult) -> ResultRun | None:
        """Return the run before a result that is unlike it, None as long as the run goes on."""
        if result.fate is Fate.PASSED and not _is_shown(result):
            return None
        likeness = _likeness(result)
        number = result.line.number if result.line else 0
        if (
            self._run
            and likeness is not None
            and likeness == self._likeness
            and number > self._run.last_number
        ):
            self._run = self._run._replace(last_number=number)
            return None
        ended_run, self._run = self._run, ResultRun(result, number)
        self._likeness = likeness
        return ended_run

    def end(self) -> ResultRun | None:
        """Return the last run."""
        ended_run, self._run = self._run, None
        return ended_run


def _is_shown(result: LineResult) -> bool:
    reaction = result.reaction
    return bool(reaction.events or reaction.unknown or reaction.rows)


def _likeness(result: LineResult) -> object:
    """Return what two results that are alike have in common, None if none is like it."""
    reaction, line = result.reaction, result.line
    if line is None or reaction.events or reaction.unknown or reaction.error:
        return None
    rows = tuple(row.name for row, _ in reaction.rows)
    return result.fate, line.direction, line.address, rows, tuple(reaction.counters)
