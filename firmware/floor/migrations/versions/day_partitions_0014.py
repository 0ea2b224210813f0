"""Facts and records by the gaming day of their receipt: in PostgreSQL each day is a partition.

Of a record from before, the time of its receipt is that of the last fact of its shoe, with which
the table released it.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

from firmware.floor.gaming_day import USUAL_CALENDAR

revision = "0014_day_partitions"
down_revision = "0013_projections"

DAYS_AHEAD: Final = 8
MINUTE_LETTERS: Final = 16
"""Of a time in ISO 8601, up to its minute."""
POSITIONS: Final = {"fact": ("shoe", "number"), "record": ("number",)}
CONTENTS: Final = {
    "fact": ("body",),
    "record": ("index_in_commit", "previous_digest", "payload", "header"),
}
RECEIPTS: Final = {
    "fact": "t.received_at",
    "record": (
        "COALESCE("
        "(SELECT max(f.received_at) FROM former_fact f WHERE f.journal = t.journal AND f.shoe ="
        " (SELECT max(g.shoe) FROM former_fact g"
        " WHERE g.journal = t.journal AND g.shoe <= t.number)),"
        "(SELECT j.began_at FROM journal j WHERE j.journal = t.journal), '{now}')"
    ),
}
"""By table: the time of receipt of a row from before."""


def upgrade() -> None:
    _create_archive_tables()
    now = datetime.now(UTC)
    for name in POSITIONS:
        op.rename_table(name, f"former_{name}")
        if _is_postgresql():
            op.execute(
                f"ALTER TABLE former_{name} RENAME CONSTRAINT {name}_pkey TO former_{name}_pkey"
            )
    days = _create_minutes(now)
    for name in POSITIONS:
        _create_table(name)
        if _is_postgresql():
            _create_partitions(name, days | {_today(now) + timedelta(n) for n in range(DAYS_AHEAD)})
        _copy_rows(name, now)
    for name in ("former_fact", "former_record", "receipt_minute"):
        op.drop_table(name)


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def _create_archive_tables() -> None:
    op.create_table(
        "archived_day",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("archived_at", sa.Text, nullable=False),
    )
    op.create_table(
        "archived_lane",
        sa.Column("journal", sa.Text, primary_key=True),
        sa.Column("lane", sa.Text, primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("shoe", sa.BigInteger, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
    )


def _create_minutes(now: datetime) -> set[date]:
    """Create the table of the minutes of receipts with their gaming days; return these days."""
    minutes = op.create_table(
        "receipt_minute",
        sa.Column("minute", sa.Text, primary_key=True),
        sa.Column("day", sa.Date, nullable=False),
    )
    times = (
        f"SELECT {_minute('received_at')} FROM former_fact UNION "  # noqa: S608 - of ours
        f"SELECT {_minute('began_at')} FROM journal UNION SELECT '{_text(now)[:16]}'"
    )
    days = dict(_minute_days(op.get_bind().scalars(sa.text(times)).all()))
    op.bulk_insert(minutes, [{"minute": minute, "day": day} for minute, day in days.items()])
    return {*days.values()}


def _minute(column: str) -> str:
    return f"substr({column}, 1, {MINUTE_LETTERS})"


def _minute_days(minutes: Any) -> Iterator[tuple[str, date]]:  # noqa: ANN401 - rows
    for minute in minutes:
        with suppress(ValueError):
            yield minute, _today(datetime.fromisoformat(minute).replace(tzinfo=UTC))


def _today(moment: datetime) -> date:
    return USUAL_CALENDAR.gaming_day(int(moment.timestamp() * 1000))


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def _create_table(name: str) -> None:
    texts = {"body": sa.Text}
    binaries = {"previous_digest": sa.LargeBinary, "payload": sa.LargeBinary}
    key = ["journal", *POSITIONS[name]]
    op.create_table(
        name,
        sa.Column("journal", sa.Text, nullable=False),
        *(sa.Column(column, sa.BigInteger, nullable=False) for column in POSITIONS[name]),
        *(
            sa.Column("header", sa.LargeBinary)
            if column == "header"
            else sa.Column(column, (texts | binaries).get(column, sa.Integer), nullable=False)
            for column in CONTENTS[name]
        ),
        sa.Column("received_at", sa.Text, nullable=False),
        sa.Column("day", sa.Date, nullable=False, server_default=sa.func.current_date()),
        sa.PrimaryKeyConstraint(*key, *(["day"] if _is_postgresql() else [])),
        postgresql_partition_by="RANGE (day)",
    )


def _create_partitions(name: str, days: set[date]) -> None:
    op.execute(f"CREATE TABLE {name}_default PARTITION OF {name} DEFAULT")
    for day in sorted(days):
        ends = f"FROM ('{day}') TO ('{day + timedelta(1)}')"
        op.execute(f"CREATE TABLE {name}_{day:%Y%m%d} PARTITION OF {name} FOR VALUES {ends}")


def _copy_rows(name: str, now: datetime) -> None:
    columns = ", ".join(("journal", *POSITIONS[name], *CONTENTS[name]))
    receipt = RECEIPTS[name].format(now=_text(now))
    inner = f"SELECT {columns}, {receipt} AS received_at FROM former_{name} t"  # noqa: S608
    day = f"COALESCE(m.day, {_date_literal(_today(now))})"
    op.execute(
        f"INSERT INTO {name} ({columns}, received_at, day) "  # noqa: S608
        f"SELECT {columns}, received_at, {day} FROM ({inner}) r "
        f"LEFT JOIN receipt_minute m ON m.minute = {_minute('r.received_at')}"
    )


def _date_literal(day: date) -> str:
    return f"DATE '{day}'" if _is_postgresql() else f"'{day}'"
