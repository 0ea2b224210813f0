"""The index of rounds: the segment of the journal and the time of each.

It is built from the journal, may be deleted at any time, and proves nothing: the rounds themselves
are read from the journal. It holds numbers and times only.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, Protocol, Self

from firmware.shell.journal import Head, JournalDamaged, Numbered
from firmware.shell.recall.outline import Row, outline
from firmware.shell.recall.recent_rounds import Source

TABLES: Final = (
    "CREATE TABLE segments (number INTEGER PRIMARY KEY, records INTEGER, link BLOB) STRICT",
    "CREATE TABLE rounds (round INTEGER, segment INTEGER, begins INTEGER, until INTEGER,"
    " PRIMARY KEY (segment, round)) STRICT, WITHOUT ROWID",
    "CREATE INDEX openings ON rounds (round, segment)",
    "CREATE INDEX times ON rounds (begins, until)",
)
PATIENCE_S: Final = 5.0
"""The longest wait for another process that writes the index."""


class IndexUnfit(Exception):
    """The file is no index of this journal."""


class Linked(Source, Protocol):
    """A journal whose segments can be identified."""

    def link(self, number: int) -> Head:
        """Return the head with which a segment's chain begins. Raises
        JournalDamaged if it is lost.
        """
        ...


class Index:
    """An index in a file, or in memory. Every call raises sqlite3.Error, and IndexUnfit."""

    def __init__(self, path: Path | None = None) -> None:
        """Open it, or make it, readable by its owner alone. Raises OSError."""
        if path is not None:
            os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600))
        self.made = False
        """Whether it was made just now, from this journal."""
        where = path or ":memory:"
        self._file = sqlite3.connect(where, timeout=PATIENCE_S, isolation_level="IMMEDIATE")
        try:
            self._prepare()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def update(self, source: Linked, reading: Callable[[int], None]) -> None:
        """Add the segments sealed since the last update, and drop the retired ones.

        `reading` is called with the number of each record read. Raises JournalError.
        """
        kept = source.segments()
        sealed, known = kept[:-1], self._known()
        if known and min(known) < kept[0]:
            self._forget(kept[0])
        newest = max(known, default=0)
        if newest >= kept[0] and not (newest in sealed and _is_link(source, newest, known[newest])):
            raise IndexUnfit
        for number in sealed:
            if number not in known:
                self._take_in(source, number, reading)

    def segment_of(self, number: int) -> int | None:
        """Return the segment of the last round up to a number, None if none is known."""
        found = self._ask(
            "SELECT segment FROM rounds WHERE round <= ? ORDER BY round DESC, segment LIMIT 1",
            number,
        )
        return found[0][0] if found else None

    def at(self, time: int) -> list[int]:
        """Return the rounds that were the last to open by a time: several, if clocks were set."""
        sql = "SELECT DISTINCT round FROM rounds WHERE begins <= ?1 AND until > ?1 ORDER BY round"
        return [number for (number,) in self._ask(sql, time)]

    def last(self, segment: int) -> Row | None:
        """Return the last round of a segment, None if it is not known."""
        sql = "SELECT * FROM rounds WHERE segment = ? ORDER BY round DESC LIMIT 1"
        return next((Row(*row) for row in self._ask(sql, segment)), None)

    def count(self) -> tuple[int, int]:
        """Return of how many rounds it knows, in how many segments."""
        ((rounds, segments),) = self._ask(
            "SELECT count(DISTINCT round), count(DISTINCT segment) FROM rounds"
        )
        return rounds, segments

    def _prepare(self) -> None:
        """Create the tables; without durability, and without further files."""
        self._file.execute("PRAGMA journal_mode = MEMORY")
        self._file.execute("PRAGMA synchronous = OFF")
        self._file.execute("PRAGMA trusted_schema = OFF")
        if not self._tables():
            with self._file:
                self._file.execute("BEGIN IMMEDIATE")
                for table in TABLES if not self._tables() else ():
                    self.made = True
                    self._file.execute(table)
        if self._tables() != TABLES:
            raise IndexUnfit

    def _tables(self) -> tuple[str, ...]:
        found = self._file.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return tuple(sql for (sql,) in found)

    def _known(self) -> dict[int, Head]:
        found = self._file.execute("SELECT number, records, link FROM segments").fetchall()
        if not all(type(number) is int for number, _, _ in found):
            raise IndexUnfit
        return {number: Head(records, link) for number, records, link in found}

    def _forget(self, oldest: int) -> None:
        with self._file:
            self._file.execute("DELETE FROM rounds WHERE segment < ?", (oldest,))
            self._file.execute("DELETE FROM segments WHERE number < ?", (oldest,))

    def _take_in(self, source: Linked, number: int, reading: Callable[[int], None]) -> None:
        """One that is damaged is read again the next time: it may be mended by then."""

        def told() -> Iterator[Numbered]:
            for record in source.segment_records(number):
                reading(record.number)
                yield record

        rows, whole = outline(number, told(), self.last(number - 1), live=False)
        with self._file:
            self._file.executemany("INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?)", rows)
            if whole:
                link = number, *source.link(number)
                self._file.execute("INSERT OR REPLACE INTO segments VALUES (?, ?, ?)", link)

    def _ask(self, sql: str, *values: int) -> Sequence[tuple[int, ...]]:
        with closing(self._file.execute(sql, values)) as found:
            rows = found.fetchall()
        if not all(type(value) is int for row in rows for value in row):
            raise IndexUnfit
        return rows


def _is_link(source: Linked, number: int, link: Head) -> bool:
    """Return whether it is this journal's: a link has in it all that was before."""
    try:
        return source.link(number) == link
    except JournalDamaged:
        return False
