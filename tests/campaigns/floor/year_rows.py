"""A year of a floor as rows: what a ledger would have folded, and raw lines of its last days."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Table, text

from firmware.floor.day.day_store import SEALED_DAY_TABLE
from firmware.floor.gaming_day import USUAL_CALENDAR
from firmware.floor.ledger.day_partitions import make_partitions
from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE, FORM_TABLE
from firmware.floor.pit.forms import DropCounted, PitForm, TrayCounted
from firmware.floor.projection.row_tables import (
    HOUR_TAKINGS_TABLE,
    LAST_ROUNDS_TABLE,
    TABLE_ALARM_TABLE,
    TABLE_STATE_TABLE,
)
from firmware.floor.projection.state_rows import WrittenState, row_of_rounds, row_of_state
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.projection.taking_rows import HourClass, row_of_sums
from firmware.floor.projection.takings_sums import TakingsSums, total_sums
from firmware.floor.store import WATERMARK_TABLE, insert_missing, write_transaction
from tests.campaigns.progress import say
from tests.kits.floor.archive_kit import table_messages
from tests.kits.floor.enrolled import PROPERTY, register
from tests.kits.floor.pit_kit import WholeFold, facts_of, folded
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import TABLE, open_ledger, received

GAMES: Final = ("sic-bo", "baccarat", "roulette")
ROWS_PER_TRANSACTION: Final = 20_000
RECORDS_PER_DAY: Final = 43_200
"""Of a table: one in two seconds."""
ALARMS_PER_DAY: Final = 12
MS_PER_HOUR: Final = 3_600_000
Row = Mapping[str, Any]


class YearTable(NamedTuple):
    """A table, and the hours that it may have."""

    name: str
    journal: str
    game: str


def year_tables(count: int) -> list[YearTable]:
    return [
        YearTable(f"TBL-{number}", f"{number:08x}".ljust(32, "7"), GAMES[number % len(GAMES)])
        for number in range(1, count + 1)
    ]


def fill_year(store: Engine, tables: Sequence[YearTable], last_day: date, days: int) -> None:
    """Insert the rows of some days up to a last one: takings by the hour, states, alarms and their
    acknowledgements, forms, sealed days.
    """
    folds = {game: folded(facts_of(open_entries(game, 600))) for game in GAMES}
    samples = {game: [*_hour_samples(game)] for game in GAMES}
    first_day = last_day - timedelta(days - 1)
    with write_transaction(store) as connection:
        for table in tables:
            register(connection, table.name, table.journal)
    _insert(store, HOUR_TAKINGS_TABLE, _takings(tables, samples, first_day, days))
    _insert(store, TABLE_ALARM_TABLE, (row for row, _ in _alarms(tables, first_day, days)))
    _insert(store, ACKNOWLEDGEMENT_TABLE, (row for _, row in _alarms(tables, first_day, days)))
    _insert(store, FORM_TABLE, _forms(tables, first_day, days))
    _insert(store, SEALED_DAY_TABLE, _seals(first_day, days))
    with write_transaction(store) as connection:
        for table in tables:
            _insert_state(connection, table, folds[table.game])


def fill_lines(store: Engine, tables: Sequence[YearTable], days: Sequence[date]) -> None:
    """Insert facts and records of some days, copies of those that a ledger has stored: of the same
    size as a table's, in no chain.
    """
    make_partitions(store, days[0])
    open_ledger(store).store_messages([received(message) for message in table_messages()])
    with write_transaction(store) as connection:
        template = _template(connection)
        for day in days:
            for number, table in enumerate(tables):
                _copy_lines(connection, template, table, number, day)
        _drop_template(connection)


def _hour_samples(game: str) -> Iterator[dict[str, TakingsSums]]:
    """Yield the takings of an hour by class of bet, as the fold has them."""
    for steps in (200, 320, 440, 600):
        fold = folded(facts_of(open_entries(game, steps)))
        classes = {each.key.bet_class for each in fold.takings.hour_advances}
        advances = fold.takings.hour_advances
        yield {
            bet_class: total_sums(each.sums for each in advances if each.key.bet_class == bet_class)
            for bet_class in classes
        }


def _takings(
    tables: Sequence[YearTable],
    samples: Mapping[str, Sequence[Mapping[str, TakingsSums]]],
    first_day: date,
    days: int,
) -> Iterator[Row]:
    chance = Random(1)
    hours = USUAL_CALENDAR.days_hours(first_day, first_day + timedelta(days - 1))
    for hour in range(*hours):
        for table in tables:
            for bet_class, sums in chance.choice(samples[table.game]).items():
                yield row_of_sums(table.journal, HourClass(hour, bet_class), sums)


def _alarms(tables: Sequence[YearTable], first_day: date, days: int) -> Iterator[tuple[Row, Row]]:
    """Yield past alarms, each with its acknowledgement."""
    first_ms = USUAL_CALENDAR.day_hours(first_day).first_ms
    for number in range(days * ALARMS_PER_DAY):
        since_ms = first_ms + number * 24 * MS_PER_HOUR // ALARMS_PER_DAY
        for table in tables:
            alarm_id = f"{table.journal[:8]}.{number}.0.fault"
            values = {"part": "shoe", "code": "jam"}
            alarm = Alarm(alarm_id, "fault", table.name, since_ms, since_ms + 60_000, values)
            row = {"journal": table.journal, "id": alarm_id, "kind": "fault"}
            row |= {"since_ms": since_ms, "over_ms": alarm.over, "acknowledged": True}
            signed = {"alarm_id": alarm_id, "acknowledged_by": "anne"}
            yield (
                row | {"body": msgspec.json.encode(alarm).decode()},
                signed | {"acknowledged_ms": since_ms, "note": "seen"},
            )


def _forms(tables: Sequence[YearTable], first_day: date, days: int) -> Iterator[Row]:
    """Yield an opener, a closer and a drop of each table and day."""
    chips, number = ((500, 200), (2500, 100)), 0
    for day_number in range(days):
        at_ms = USUAL_CALENDAR.day_hours(first_day + timedelta(day_number)).first_ms
        for table in tables:
            forms: tuple[PitForm, ...] = (
                TrayCounted("opener", chips),
                TrayCounted("closer", chips),
                DropCounted(number + 1, 120_000),
            )
            for later, form in enumerate(forms):
                number += 1
                yield {
                    "number": number,
                    "table_name": table.name,
                    "body": msgspec.json.encode(form).decode(),
                    "filed_by": "anne",
                    "filed_ms": at_ms + (1 + 9 * later) * MS_PER_HOUR,
                    "second_by": "bruno",
                }


def _seals(first_day: date, days: int) -> Iterator[Row]:
    """Yield days that are noted as sealed; their octets are those of no real file."""
    for number in range(days):
        day = (first_day + timedelta(number)).isoformat()
        own = {"property": PROPERTY, "day": day, "number": 0}
        yield own | {"octets": b"sealed" * 10_000, "previous": "", "sealed_ms": 0}


def _insert_state(connection: Connection, table: YearTable, fold: WholeFold) -> None:
    own = {"journal": table.journal}
    position = fold.state.last_position._asdict()
    state = {**row_of_state(fold, WrittenState(1, 1)), **own}
    insert_missing(connection, TABLE_STATE_TABLE, [state])
    insert_missing(connection, LAST_ROUNDS_TABLE, [{**row_of_rounds(fold), **own}])
    insert_missing(connection, WATERMARK_TABLE, [{**own, **position, "lane": "fact"}])


def _insert(store: Engine, table: Table, rows: Iterator[Row]) -> None:
    count = 0
    while page := [*islice(rows, ROWS_PER_TRANSACTION)]:
        with write_transaction(store) as connection:
            count += insert_missing(connection, table, page)
    say(f"{count:,} rows of {table.name}")


class _Template(NamedTuple):
    """The lines that are copied: how many records, and beyond which shoe the next copy begins."""

    records: int
    shoes: int


def _template(connection: Connection) -> _Template:
    """Move a table's lines into tables of their own."""
    for name in ("fact", "record"):
        connection.execute(text(f"CREATE TABLE year_{name} AS SELECT * FROM {name}"))  # noqa: S608
        connection.execute(text(f"DELETE FROM {name}"))  # noqa: S608
    connection.execute(text("DELETE FROM journal_place WHERE name = :name"), {"name": TABLE})
    ends = connection.execute(text("SELECT max(number) + 1 FROM year_record")).scalar_one()
    return _Template(int(ends), int(ends))


def _copy_lines(
    connection: Connection, template: _Template, table: YearTable, number: int, day: date
) -> None:
    copies = -(-RECORDS_PER_DAY // template.records)
    base = (day.toordinal() - date(2020, 1, 1).toordinal()) * copies
    values = {"journal": table.journal, "base": base, "copies": copies, "day": day}
    values |= {"step": template.records, "at": f"{day}T15:00:00.000000+00:00"}
    connection.execute(
        text(
            "INSERT INTO record (journal, number, index_in_commit, previous_digest, payload, "
            "header, received_at, day) SELECT :journal, r.number + (:base + k) * :step, "
            "r.index_in_commit, r.previous_digest, r.payload, r.header, :at, :day "
            "FROM year_record r, generate_series(0, :copies - 1) k"
        ),
        values,
    )
    connection.execute(
        text(
            "INSERT INTO fact (journal, shoe, number, body, received_at, day) "
            "SELECT :journal, f.shoe + (:base + k) * :step, f.number, f.body, :at, :day "
            "FROM year_fact f, generate_series(0, :copies - 1) k"
        ),
        values,
    )
    last = "SELECT max({0}) FROM {1} WHERE journal = :journal AND day = :day"
    own = {"journal": table.journal, "day": day}
    shoe = connection.execute(text(last.format("shoe", "fact")), own).scalar_one()
    record = connection.execute(text(last.format("number", "record")), own).scalar_one()
    connection.execute(
        text("DELETE FROM watermark WHERE journal = :journal"), {"journal": table.journal}
    )
    lanes = {"fact": (shoe, 1 << 20), "record": (0, record), "checked": (record, record)}
    insert_missing(
        connection,
        WATERMARK_TABLE,
        [
            {"journal": table.journal, "lane": lane, "shoe": shoe, "number": at}
            for lane, (shoe, at) in lanes.items()
        ],
    )
    connection.execute(
        text("UPDATE table_state SET shoe = :shoe, number = :number WHERE journal = :journal"),
        {"shoe": shoe, "number": 1 << 20, "journal": table.journal},
    )


def _drop_template(connection: Connection) -> None:
    for name in ("fact", "record"):
        connection.execute(text(f"DROP TABLE year_{name}"))
