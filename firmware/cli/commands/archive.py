"""`croupier floor archive` and `croupier floor recall`: days that are archived and read again."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import msgspec

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS, EXIT_UNPROVEN
from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import FolderPath
from firmware.cli.commands.floor import SubjectToken, opened_store
from firmware.cli.commands.pit import DayStart, KeyFile
from firmware.cli.commands.roster import DatabaseUrl
from firmware.cli.commands.round_printer import print_rounds
from firmware.cli.commands.tournament_sheet import parse_day
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.gaming_day import USUAL_START, GamingCalendar
from firmware.shell.trust.keys import DeviceKey, fingerprint
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from firmware.floor.archive.day_rows import DayEnds
    from firmware.floor.archive.detach import ArchiveStep
    from firmware.floor.archive.retention import Retention
    from firmware.floor.archive.table_day import DaySource
    from firmware.floor.ledger.archived_days import ArchivedDays

ARCHIVE_LIBRARIES: Final = ("alembic", "pyarrow", "sqlalchemy")
STEP_KEYS: Final = {
    "carried": "floor.archive.carried",
    "written": "floor.archive.written",
    "compared": "floor.archive.compared",
    "detached": "floor.archive.detached",
    "dropped": "floor.archive.dropped",
}
GamingDay = Annotated[
    date,
    Option(parse=parse_day, expected_key="command.wanted.day", value_key="command.value.day"),
]


def archive_days(
    words: Words,
    *,
    database: DatabaseUrl,
    folder: FolderPath,
    key: KeyFile,
    retention: Path | None = None,
    day_starts: DayStart = USUAL_START,
) -> int:
    """Archive the days that are due, the oldest first; 1 if one must stay."""
    _require_libraries()
    from firmware.floor.archive.retention import Retention, last_due_day, read_retention
    from firmware.floor.ledger.day_partitions import drop_empty_partitions
    from firmware.floor.ledger.table_message import current_day

    calendar = GamingCalendar(day_starts)
    signer, today = DeviceKey.read(key), current_day(calendar)
    house = read_retention(retention) if retention else Retention()
    with _open_store(database) as store:
        has_left = _archive_due_days(words, store, _Archive(folder, signer, house, calendar), today)
        drop_empty_partitions(store, last_due_day(house, today))
    _print_expired_days(words, folder, house, today)
    return 0 if has_left else EXIT_FINDINGS


class _Archive(NamedTuple):
    """Where days are archived, by whose key, and which."""

    folder: Path
    signer: DeviceKey
    house: "Retention"
    calendar: GamingCalendar


def _archive_due_days(words: Words, store: Any, archive: _Archive, today: date) -> bool:  # noqa: ANN401
    """Archive and print; return whether every due day has left."""
    from firmware.floor.archive.day_rows import DayEnds
    from firmware.floor.archive.detach import archive_day
    from firmware.floor.archive.retention import due_days

    with store.connect() as connection:
        verdicts = [*due_days(connection, archive.house, today)]
    if not verdicts:
        print(words.render(Text("floor.archive.nothing", {"days": archive.house.row_days})))
    for verdict in verdicts:
        if verdict.why is not None:
            print(words.render(verdict.why))
            continue
        ends = DayEnds.of(verdict.day, archive.calendar)
        for step in archive_day(store, archive.folder, ends, today, archive.signer):
            print(words.render(_step_text(step, verdict.day)), flush=True)
    return all(verdict.why is None for verdict in verdicts)


def _print_expired_days(words: Words, folder: Path, house: "Retention", today: date) -> None:
    from firmware.floor.archive.retention import expired_days

    for day in expired_days(folder, house, today):
        years = house.archive_years
        expired = Text("floor.archive.expired", {"day": day.isoformat(), "years": years})
        print(words.render(expired))


def reopen_days(
    words: Words, day: tuple[GamingDay, ...], *, database: DatabaseUrl, archive: FolderPath
) -> int:
    """Put archived days back into the ledger's database, for every other command."""
    _require_libraries()
    from firmware.floor.archive.reopen import reopen_day

    with _open_store(database) as store:
        for each in day:
            if not _is_archived(store, each):
                raise RequestFailed(Text("floor.archive.not_archived", {"day": each.isoformat()}))
            manifest = reopen_day(store, archive, each).manifest
            rows = {table.table: table.rows for table in manifest.tables}
            reopened = Text(
                "floor.archive.reopened",
                {"day": each.isoformat(), "facts": rows["fact"], "records": rows["record"]},
            )
            print(words.render(reopened))
    return 0


@mutually_exclusive("why", "json")
def recall_table(
    words: Words,
    table: SubjectToken,
    day: GamingDay,
    *,
    database: Annotated[str | None, Option(value_key="command.value.url")] = None,
    archive: FolderPath | None = None,
    day_starts: DayStart = USUAL_START,
    why: bool = False,
    json: bool = False,
) -> int:
    """Print everything of a table on a gaming day; 1 if there is nothing."""
    if archive is not None:
        _require_libraries()
    from firmware.floor.archive.day_rows import DayEnds
    from firmware.floor.archive.table_day import plain_row, table_rounds, table_rows

    ends, counts = DayEnds.of(day, GamingCalendar(day_starts)), Counter[str]()
    with _day_source(database, archive, ends) as (source, where):
        for found, row in table_rows(source, ends, table):
            counts[str(found.name)] += 1
            if json:
                line = {"table": str(found.name), **plain_row(row)}
                print(msgspec.json.encode(line).decode())
        values = {"table": table, "day": day.isoformat(), **where.values}
        if not json:
            _print_counts(words, Text(where.key if counts else "floor.recall.none", values), counts)
            print_rounds(table_rounds(source, ends, table), words, why=why)
    return 0 if counts else EXIT_FINDINGS


@contextmanager
def _day_source(
    database: str | None, archive: Path | None, ends: "DayEnds"
) -> Iterator[tuple["DaySource", Text]]:
    """Give a day of the database if its rows are there, otherwise of an archive; and which it is.
    Raises RequestFailed.
    """
    from firmware.floor.archive.day_rows import DatabaseDay

    if database is None and archive is None:
        raise RequestFailed(Text("floor.archive.no_source"))
    with _open_store(database) as store:
        if archive is not None and (store is None or _is_archived(store, ends.day)):
            yield _archived_day(store, archive, ends.day)
        else:
            with store.connect() as connection:
                yield DatabaseDay(connection, ends), Text("floor.recall.from_database")


@contextmanager
def _open_store(database: str | None) -> Iterator[Any]:
    """Give the database at an address, None if there is none."""
    if database is None:
        yield None
        return
    with opened_store(database) as store:
        yield store


def _archived_day(
    store: Any,  # noqa: ANN401 - of a library that is imported late
    archive: Path,
    day: date,
) -> tuple["DaySource", Text]:
    """Return an archived day that may be relied on. Raises ArchiveRefused."""
    from firmware.floor.archive.day_archive import DayArchive
    from firmware.floor.archive.detach import open_relied

    found = open_relied(store, archive, day) if store else DayArchive.open(archive, day)
    found.check()
    signer = fingerprint(bytes.fromhex(found.manifest.key))
    return found, Text(
        "floor.recall.from_archive", {"folder": str(found.folder), "fingerprint": signer}
    )


def _is_archived(store: Any, day: date) -> bool:  # noqa: ANN401 - of a library imported late
    from firmware.floor.archive.detach import relied_digest

    return relied_digest(store, day) is not None


def open_archived_days(store: Any, archive: Path | None) -> "ArchivedDays":  # noqa: ANN401
    """Return the days that a database has in an archive; none is at hand without a folder. Raises
    CannotServe if the archive's libraries are not installed.
    """
    from firmware.floor.ledger.archived_days import ArchivedDays

    if archive is None:
        return ArchivedDays()
    _require_libraries()
    from firmware.floor.archive.detach import open_at_hand

    return ArchivedDays(partial(open_at_hand, store, archive))


def print_unread_days(words: Words, archived_days: "ArchivedDays") -> int:
    """Print which archived days were needed and could not be read: 1 if one is not as it was
    archived, 4 if one is not at hand.
    """
    from firmware.floor.ledger.archived_days import day_ranges

    for refusal in archived_days.refusals.values():
        print(words.render(refusal))
    unread = archived_days.not_at_hand
    if not unread:
        return 0
    since = (unread[-1] + timedelta(1)).isoformat()
    values: TextValues = {"days": day_ranges(unread), "since": since}
    print(words.render(Text("floor.archive.not_at_hand", values)))
    return EXIT_FINDINGS if archived_days.refusals else EXIT_UNPROVEN


def _print_counts(words: Words, heading: Text, counts: Counter[str]) -> None:
    print(words.render(heading))
    for name, count in counts.items():
        print(words.render(Text("floor.recall.count", {"name": name, "count": count})))
    print()


def _step_text(step: "ArchiveStep", day: date) -> Text:
    values: dict[str, str | int | Text] = {"day": day.isoformat()}
    if step.archive is not None:
        rows = {table.table: table.rows for table in step.archive.manifest.tables}
        values |= {"facts": rows["fact"], "records": rows["record"]}
        values["octets"] = sum(table.size for table in step.archive.manifest.tables)
    return Text(STEP_KEYS[step.name], values)


def _require_libraries() -> None:
    missing = [name for name in ARCHIVE_LIBRARIES if find_spec(name) is None]
    if missing:
        raise CannotServe(Text("floor.archive.no_libraries", {"names": ", ".join(missing)}))
