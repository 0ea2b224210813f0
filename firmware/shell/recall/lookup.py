"""One older round: found by the index, read only from the journal."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from firmware.core.vocabulary.panel import Text
from firmware.shell.recall.index import Index, IndexUnfit, Linked
from firmware.shell.recall.outline import Row, millis, outline
from firmware.shell.recall.recent_rounds import recall_from
from firmware.shell.recall.round_record import Round, Then
from firmware.shell.words.os_words import os_reason

Found = TypeVar("Found")

NO_FAULT_OF_ITS: Final = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_READONLY", "SQLITE_PERM"),
    *("SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_IOERR"),
)
"""Errors of the disk or of another process, not of the file itself."""


@dataclass(frozen=True)
class Lookup:
    """Looks rounds up in a journal by its index, which it builds and updates.

    Without a `path`, or if the file can't be used, the index is in memory, and each look-up reads
    the whole journal. Look-ups raise JournalError, and msgspec.DecodeError.
    """

    source: Linked
    path: Path | None
    reading: Callable[[int], None] = lambda _: None
    """Called with the number of each record read for the index."""
    said: Callable[[Text], None] = lambda _: None
    """Called with messages about the index."""

    def by_number(self, number: int) -> Round | None:
        """Return a round, None if the journal does not have it."""
        found = self._look(lambda index: self._rounds(index, number, number))
        return found[0] if found else None

    def by_time(self, time: datetime) -> Then:
        """Return the round or rounds at a time."""
        at = millis(time)
        return self._look(lambda index: self._then(index, at))

    def rebuild(self) -> tuple[int, int]:
        """Rebuild the index; return the number of its rounds and segments."""
        return self._look(Index.count, anew=True)

    def _look(self, find: Callable[[Index], Found], *, anew: bool = False) -> Found:
        """Use the index in the file; else a rebuilt one; else one in memory."""
        if self.path is None:
            return self._by(Index(), find)
        try:
            if anew:
                self.path.unlink(missing_ok=True)
            return self._by(Index(self.path), find)
        except OSError as error:
            why: Text | str = os_reason(error)
        except (sqlite3.Error, IndexUnfit) as error:
            if not anew and not _name(error).startswith(NO_FAULT_OF_ITS):
                self.said(Text("index.remade"))
                return self._look(find, anew=True)
            why = _name(error) or type(error).__name__
        self.said(Text("index.without", {"why": why}))
        return self._by(Index(), find)

    def _by(self, opened: Index, find: Callable[[Index], Found]) -> Found:
        with opened as index:
            index.update(self.source, self.reading)
            return find(index)

    def _rounds(self, index: Index, first: int, last: int) -> tuple[Round, ...]:
        """Return some rounds from the journal, reading from the segment before them."""
        segment = index.segment_of(first)
        oldest = self.source.segments()[0]
        span = recall_from(self.source, oldest if segment is None else segment, first, last)
        if not span.whole and not index.made:
            raise IndexUnfit
        return span.rounds

    def _then(self, index: Index, at: int) -> Then:
        live = self._live(index)
        numbers = dict.fromkeys([*index.at(at), *(row.round for row in live if row.spans(at))])
        found = [self._around(index, number, at) for number in numbers] or [self._before(at)]
        if not index.made and None in found:
            raise IndexUnfit
        proven = [then for then in found if then]
        played = {told.number: told for then in proven for told in then.rounds}
        return Then(tuple(played.values())) if played else next(iter(proven), Then())

    def _live(self, index: Index) -> list[Row]:
        """Return the rounds of the segment that is not in the index yet."""
        number = self.source.segments()[-1]
        records = self.source.segment_records(number)
        return outline(number, records, index.last(number - 1), live=True).rows

    def _around(self, index: Index, number: int, at: int) -> Then | None:
        """Return the rounds around a time, given the number of the last one opened by then; None if
        the journal does not confirm that.
        """
        found = self._rounds(index, number, number)
        if found and _ended_by(found[0], at):
            found = self._rounds(index, number, number + 1)
        opened = [told for told in found if _opened_by(told, at)]
        if not opened or opened[-1].number > number:
            return None
        if not _ended_by(opened[-1], at):
            return Then(tuple(opened[-1:]))
        following = (told.number for told in found[len(opened) :])
        return Then(previous=opened[-1].number, next=next(following, None))

    def _before(self, at: int) -> Then | None:
        """Return the first round as the next one, if the time is before it."""
        number, *more = self.source.segments()
        records = self.source.segment_records(number)
        rows, _ = outline(number, records, None, live=not more)
        return Then(next=rows[0].round) if rows and at < rows[0].begins else None


def _opened_by(told: Round, at: int) -> bool:
    """Return whether a round had opened by a time; True if its opening is no longer kept."""
    return told.opened is None or millis(told.opened) <= at


def _ended_by(told: Round, at: int) -> bool:
    return told.ended is not None and millis(told.ended) <= at


def _name(error: Exception) -> str:
    """Return SQLite's name of an error."""
    return str(getattr(error, "sqlite_errorname", ""))
