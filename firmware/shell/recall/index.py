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

from firmware.shell.journal import ChainHead, JournalDamaged, NumberedRecord
from firmware.shell.recall.outline import RoundRow, segment_outline
from firmware.shell.recall.recent_rounds import RecordSource

TABLE_STATEMENTS: Final = (
    "CREATE TABLE segments (number INTEGER PRIMARY KEY, records INTEGER, link BLOB) STRICT",
    "CREATE TABLE rounds (round INTEGER, segment INTEGER, begins INTEGER, until INTEGER,"
    " PRIMARY KEY (segment, round)) STRICT, WITHOUT ROWID",
    "CREATE INDEX openings ON rounds (round, segment)",
    "CREATE INDEX times ON rounds (begins, until)",
)
PATIENCE_S: Final = 5.0
"""The longest wait for another process that writes the index."""


class UnusableIndex(Exception):
    """The file is no index of this journal."""


class LinkedSource(RecordSource, Protocol):
    """A journal whose segments can be identified."""

    def link(self, number: int) -> ChainHead:
        """Return the head with which a segment's chain begins. Raises
        JournalDamaged if it is lost.
        """
        ...


class RoundIndex:
    """An index in a file, or in memory. Every call raises sqlite3.Error, and IndexUnfit."""

    def __init__(self, path: Path | None = None) -> None:
        """Open it, or make it, readable by its owner alone. Raises OSError."""
        if path is not None:
            # made here with its mode, since sqlite would make it readable by all
            os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600))
        self.was_made = False
        """Whether it was made just now, from this journal."""
        database = path or ":memory:"
        self._connection = sqlite3.connect(
            database, timeout=PATIENCE_S, isolation_level="IMMEDIATE"
        )
        try:
            self._create_tables()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def update(self, source: LinkedSource, on_record: Callable[[int], None]) -> None:
        """Add the segments sealed since the last update, and drop the retired ones.

        `on_record` is called with the number of each record read. Raises JournalError.
        """
        stored_segments = source.segments()
        sealed_segments, known_heads = stored_segments[:-1], self._known_heads()
        if known_heads and min(known_heads) < stored_segments[0]:
            self._delete_older(stored_segments[0])
        newest_known = max(known_heads, default=0)
        if newest_known >= stored_segments[0] and not (
            newest_known in sealed_segments
            and _has_link(source, newest_known, known_heads[newest_known])
        ):
            raise UnusableIndex
        for number in sealed_segments:
            if number not in known_heads:
                self._index_segment(source, number, on_record)

    def segment_of(self, number: int) -> int | None:
        """Return the segment of the last round up to a number, None if none is known."""
        found_rows = self._query(
            "SELECT segment FROM rounds WHERE round <= ? ORDER BY round DESC, segment LIMIT 1",
            number,
        )
        return found_rows[0][0] if found_rows else None

    def rounds_at(self, time: int) -> list[int]:
        """Return the rounds that were the last to open by a time: several, if clocks were set."""
        statement = (
            "SELECT DISTINCT round FROM rounds WHERE begins <= ?1 AND until > ?1 ORDER BY round"
        )
        return [number for (number,) in self._query(statement, time)]

    def last_row(self, segment: int) -> RoundRow | None:
        """Return the last round of a segment, None if it is not known."""
        statement = "SELECT * FROM rounds WHERE segment = ? ORDER BY round DESC LIMIT 1"
        return next((RoundRow(*row) for row in self._query(statement, segment)), None)

    def round_count(self) -> tuple[int, int]:
        """Return of how many rounds it knows, in how many segments."""
        ((rounds, segments),) = self._query(
            "SELECT count(DISTINCT round), count(DISTINCT segment) FROM rounds"
        )
        return rounds, segments

    def _create_tables(self) -> None:
        """Create the tables; without durability, and without further files."""
        self._connection.execute("PRAGMA journal_mode = MEMORY")
        # the index can be rebuilt at any time, so it need not survive a power cut
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("PRAGMA trusted_schema = OFF")
        if not self._tables():
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                # looked at again inside the transaction: another process may have made them
                for table in TABLE_STATEMENTS if not self._tables() else ():
                    self.was_made = True
                    self._connection.execute(table)
        if self._tables() != TABLE_STATEMENTS:
            raise UnusableIndex

    def _tables(self) -> tuple[str, ...]:
        schema_rows = self._connection.execute(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
        )
        return tuple(statement for (statement,) in schema_rows)

    def _known_heads(self) -> dict[int, ChainHead]:
        segment_rows = self._connection.execute(
            "SELECT number, records, link FROM segments"
        ).fetchall()
        if not all(type(number) is int for number, _, _ in segment_rows):
            raise UnusableIndex
        return {number: ChainHead(records, link) for number, records, link in segment_rows}

    def _delete_older(self, oldest: int) -> None:
        with self._connection:
            self._connection.execute("DELETE FROM rounds WHERE segment < ?", (oldest,))
            self._connection.execute("DELETE FROM segments WHERE number < ?", (oldest,))

    def _index_segment(
        self, source: LinkedSource, number: int, on_record: Callable[[int], None]
    ) -> None:
        """One that is damaged is read again the next time: it may be mended by then."""

        def numbered_records() -> Iterator[NumberedRecord]:
            for record in source.segment_records(number):
                on_record(record.number)
                yield record

        rows, is_whole = segment_outline(
            number, numbered_records(), self.last_row(number - 1), is_live=False
        )
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?)", rows)
            if is_whole:
                link = number, *source.link(number)
                self._connection.execute("INSERT OR REPLACE INTO segments VALUES (?, ?, ?)", link)

    def _query(self, statement: str, *values: int) -> Sequence[tuple[int, ...]]:
        with closing(self._connection.execute(statement, values)) as result_cursor:
            rows = result_cursor.fetchall()
        if not all(type(value) is int for row in rows for value in row):
            raise UnusableIndex
        return rows


def _has_link(source: LinkedSource, number: int, link: ChainHead) -> bool:
    """Return whether it is this journal's: a link has in it all that was before."""
    try:
        return source.link(number) == link
    except JournalDamaged:
        return False
