"""An archived day: a folder of Parquet files and a signed manifest, written whole or not at all."""

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table

from firmware.floor.archive.archive_manifest import (
    ARCHIVE_KIND,
    MANIFEST_FILE,
    ArchivedLane,
    ArchivedTable,
    ArchiveManifest,
    ArchiveRefused,
    archived_table,
    check_files,
    read_manifest,
    write_manifest,
)
from firmware.floor.archive.day_rows import DAY_CONDITIONS, MOVED_TABLES, DayEnds, Row, day_rows
from firmware.floor.archive.parquet_rows import RowDigest, read_rows, write_rows
from firmware.floor.facts import LanePosition
from firmware.floor.ledger.archived_days import LaneSpan
from firmware.shell.device.atomic_file import sync_directory
from firmware.shell.trust.keys import DeviceKey

UNFINISHED: Final = ".unfinished"
"""Ends the name of a folder that is being written. A crash leaves it; the next write removes it."""


class DayArchive(NamedTuple):
    """An archived day whose signature is verified; so are its files once `check` has returned."""

    folder: Path
    manifest: ArchiveManifest

    @classmethod
    def open(cls, archive: Path, day: date, known_key: bytes | None = None) -> "DayArchive":
        """Raises ArchiveRefused."""
        folder = day_folder(archive, day)
        manifest = read_manifest(folder, known_key)
        if manifest.day != day:
            raise ArchiveRefused("floor.archive.other_day", folder, MANIFEST_FILE)
        return cls(folder, manifest)

    def check(self) -> None:
        """Hold the files against their digests. Raises ArchiveRefused."""
        check_files(self.folder, self.manifest)

    def check_rows(self) -> None:
        """Hold the rows in the files against those that were read from the database. Raises
        ArchiveRefused.
        """
        for archived in self.manifest.tables:
            digest = RowDigest()
            for row in self._file_rows(archived.file_name):
                digest.add(row)
            if (digest.rows, digest.text) != (archived.rows, archived.rows_sha256):
                raise self._refused(archived.file_name)

    def rows(self, table: Table, **values: frozenset[str]) -> Iterator[Row]:
        """Yield the rows of a table in the order of its key; those with one of the values in each
        named column, if any is named. Raises ArchiveRefused.
        """
        return self._file_rows(f"{table.name}.parquet", **values)

    def lane_span(self, table: Table, journal: str) -> LaneSpan | None:
        """Return a journal's rows of the day, None if it has none."""
        lanes = self.manifest.lanes
        lane = next(
            (own for own in lanes if (own.journal, own.lane) == (journal, table.name)), None
        )
        if lane is None:
            return None
        return LaneSpan(
            lane.first, lane.last, lambda: self.rows(table, journal=frozenset({journal}))
        )

    def row_count(self, table: Table) -> int:
        return next(found.rows for found in self.manifest.tables if found.table == table.name)

    def _file_rows(self, file_name: str, **values: frozenset[str]) -> Iterator[Row]:
        try:
            yield from read_rows(self.folder / file_name, **values)
        except (OSError, ValueError):
            raise self._refused(file_name) from None

    def _refused(self, file_name: str) -> ArchiveRefused:
        return ArchiveRefused("floor.archive.differs", self.folder, file_name)


def day_folder(archive: Path, day: date) -> Path:
    return archive / f"{day:%Y}" / day.isoformat()


def write_archive(
    connection: Connection, archive: Path, ends: DayEnds, signer: DeviceKey
) -> DayArchive:
    """Write the rows of a day. An archive that is there already stays, and must have the same rows:
    a database that was restored may have fewer. Raises ArchiveRefused, OSError, SQLAlchemyError.
    """
    day = ends.day
    folder = day_folder(archive, day)
    former = DayArchive.open(archive, day, signer.public_key) if folder.exists() else None
    unfinished = folder.with_name(folder.name + UNFINISHED)
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    tables, lanes = list[ArchivedTable](), list[ArchivedLane]()
    for table in DAY_CONDITIONS:
        name = str(table.name)
        spans, rows = _LaneSpans(name), day_rows(connection, table, ends)
        counted = spans.counted(rows) if table in MOVED_TABLES else rows
        digest = write_rows(unfinished / f"{name}.parquet", table, counted)
        tables.append(archived_table(unfinished, name, digest.rows, digest.text))
        lanes += spans.lanes
    manifest = ArchiveManifest(
        ARCHIVE_KIND,
        day,
        datetime.now(UTC).isoformat(timespec="seconds"),
        signer.public_key.hex(),
        tuple(tables),
        tuple(lanes),
    )
    write_manifest(unfinished, manifest, signer)
    if former is not None:
        if moved_rows(former.manifest) != moved_rows(manifest):
            raise ArchiveRefused("floor.archive.other_rows", folder)
        shutil.rmtree(unfinished)
        return former
    _sync_files(unfinished)
    unfinished.rename(folder)
    sync_directory(folder.parent)
    return DayArchive.open(archive, day, signer.public_key)


def moved_rows(manifest: ArchiveManifest) -> dict[str, str]:
    """Return the digests of the rows that the database gives away, by table."""
    names = {table.name for table in MOVED_TABLES}
    return {table.table: table.rows_sha256 for table in manifest.tables if table.table in names}


class _LaneSpans:
    """Notes the ends of each journal in the rows of a lane."""

    def __init__(self, lane: str) -> None:
        self._lane = lane
        self._spans: dict[str, ArchivedLane] = {}

    def counted(self, rows: Iterator[Row]) -> Iterator[Row]:
        for row in rows:
            position, journal = LanePosition(row.get("shoe", 0), row["number"]), row["journal"]
            span = self._spans.get(journal)
            first, count = (span.first, span.rows) if span else (position, 0)
            self._spans[journal] = ArchivedLane(journal, self._lane, count + 1, first, position)
            yield row

    @property
    def lanes(self) -> list[ArchivedLane]:
        return [*self._spans.values()]


def _sync_files(folder: Path) -> None:
    for path in folder.iterdir():
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    sync_directory(folder)
