"""One older round: found by the index, read only from the journal."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from firmware.core.vocabulary.panel import Text
from firmware.shell.recall.index import LinkedSource, RoundIndex, UnusableIndex
from firmware.shell.recall.outline import RoundRow, epoch_ms, segment_outline
from firmware.shell.recall.recent_rounds import recall_from
from firmware.shell.recall.round_record import RecalledRound, RoundsAtTime
from firmware.shell.words.os_words import os_reason

LookupResult = TypeVar("LookupResult")

ENVIRONMENT_ERRORS: Final = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_READONLY", "SQLITE_PERM"),
    *("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_IOERR"),
)
"""Errors of the disk or of another process, not of the file itself."""


@dataclass(frozen=True)
class RoundLookup:
    """Looks rounds up in a journal by its index, which it builds and updates.

    Without a `path`, or if the file can't be used, the index is in memory, and each look-up reads
    the whole journal. Look-ups raise JournalError, and msgspec.DecodeError.
    """

    source: LinkedSource
    path: Path | None
    on_record: Callable[[int], None] = lambda _: None
    """Called with the number of each record read for the index."""
    on_message: Callable[[Text], None] = lambda _: None
    """Called with messages about the index."""

    def by_number(self, number: int) -> RecalledRound | None:
        """Return a round, None if the journal does not have it."""
        found_rounds = self._with_index(lambda index: self._recalled_rounds(index, number, number))
        return found_rounds[0] if found_rounds else None

    def by_time(self, time: datetime) -> RoundsAtTime:
        """Return the round or rounds at a time."""
        time_ms = epoch_ms(time)
        return self._with_index(lambda index: self._rounds_at(index, time_ms))

    def rebuild(self) -> tuple[int, int]:
        """Rebuild the index; return the number of its rounds and segments."""
        return self._with_index(RoundIndex.round_count, rebuild_first=True)

    def _with_index(
        self, query: Callable[[RoundIndex], LookupResult], *, rebuild_first: bool = False
    ) -> LookupResult:
        """Use the index in the file; else a rebuilt one; else one in memory."""
        if self.path is None:
            return self._updated_query(RoundIndex(), query)
        try:
            if rebuild_first:
                self.path.unlink(missing_ok=True)
            return self._updated_query(RoundIndex(self.path), query)
        except OSError as error:
            reason: Text | str = os_reason(error)
        except (sqlite3.Error, UnusableIndex) as error:
            # the file itself is bad: it proves nothing, so it may be removed
            if not rebuild_first and not _sqlite_name(error).startswith(ENVIRONMENT_ERRORS):
                self.on_message(Text("index.remade"))
                return self._with_index(query, rebuild_first=True)
            reason = _sqlite_name(error) or type(error).__name__
        self.on_message(Text("index.without", {"why": reason}))
        return self._updated_query(RoundIndex(), query)

    def _updated_query(
        self, round_index: RoundIndex, query: Callable[[RoundIndex], LookupResult]
    ) -> LookupResult:
        with round_index as index:
            index.update(self.source, self.on_record)
            return query(index)

    def _recalled_rounds(
        self, index: RoundIndex, first: int, last: int
    ) -> tuple[RecalledRound, ...]:
        """Return some rounds from the journal, reading from the segment before them."""
        segment = index.segment_of(first)
        oldest = self.source.segments()[0]
        span = recall_from(self.source, oldest if segment is None else segment, first, last)
        # the index is of another journal, or of removed segments; one just made can't be wrong
        if not span.is_whole and not index.was_made:
            raise UnusableIndex
        return span.rounds

    def _rounds_at(self, index: RoundIndex, time_ms: int) -> RoundsAtTime:
        live_rows = self._live_rows(index)
        numbers = dict.fromkeys(
            [*index.rounds_at(time_ms), *(row.round for row in live_rows if row.covers(time_ms))]
        )
        candidates = [self._confirmed_around(index, number, time_ms) for number in numbers] or [
            self._before_first(time_ms)
        ]
        if not index.was_made and None in candidates:
            raise UnusableIndex
        proven_candidates = [candidate for candidate in candidates if candidate]
        rounds_by_number = {
            recalled_round.number: recalled_round
            for candidate in proven_candidates
            for recalled_round in candidate.rounds
        }
        return (
            RoundsAtTime(tuple(rounds_by_number.values()))
            if rounds_by_number
            else next(iter(proven_candidates), RoundsAtTime())
        )

    def _live_rows(self, index: RoundIndex) -> list[RoundRow]:
        """Return the rounds of the segment that is not in the index yet."""
        number = self.source.segments()[-1]
        records = self.source.segment_records(number)
        return segment_outline(number, records, index.last_row(number - 1), is_live=True).rows

    def _confirmed_around(
        self, index: RoundIndex, number: int, time_ms: int
    ) -> RoundsAtTime | None:
        """Return the rounds around a time, given the number of the last one opened by then; None if
        the journal does not confirm that.
        """
        recalled_rounds = self._recalled_rounds(index, number, number)
        if recalled_rounds and _has_ended(recalled_rounds[0], time_ms):
            recalled_rounds = self._recalled_rounds(index, number, number + 1)
        opened_rounds = [
            recalled_round
            for recalled_round in recalled_rounds
            if _has_opened(recalled_round, time_ms)
        ]
        if not opened_rounds or opened_rounds[-1].number > number:
            return None
        if not _has_ended(opened_rounds[-1], time_ms):
            return RoundsAtTime(tuple(opened_rounds[-1:]))
        following = (
            recalled_round.number for recalled_round in recalled_rounds[len(opened_rounds) :]
        )
        return RoundsAtTime(previous=opened_rounds[-1].number, next=next(following, None))

    def _before_first(self, time_ms: int) -> RoundsAtTime | None:
        """Return the first round as the next one, if the time is before it."""
        number, *later_segments = self.source.segments()
        records = self.source.segment_records(number)
        rows, _ = segment_outline(number, records, None, is_live=not later_segments)
        return RoundsAtTime(next=rows[0].round) if rows and time_ms < rows[0].begins_ms else None


def _has_opened(recalled_round: RecalledRound, time_ms: int) -> bool:
    """Return whether a round had opened by a time; True if its opening is in a removed segment."""
    return recalled_round.opened is None or epoch_ms(recalled_round.opened) <= time_ms


def _has_ended(recalled_round: RecalledRound, time_ms: int) -> bool:
    return recalled_round.ended is not None and epoch_ms(recalled_round.ended) <= time_ms


def _sqlite_name(error: Exception) -> str:
    """Return SQLite's name of an error."""
    return str(getattr(error, "sqlite_errorname", ""))
