"""A journal is its identity alone; its name, pit and position are attributes of a time.

Where one journal was stored under two names, its rows are merged. Of a row that differs the one of
the older name stays, the other is set aside, and an alarm names the first such place.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0009_journals"
down_revision = "0008_people"

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "watermark": ("journal", "lane"),
    "gap": ("journal", "lane", "after_shoe", "after_number"),
    "fact": ("journal", "shoe", "number"),
    "record": ("journal", "number"),
    "journal": ("journal",),
}
"""By table: its primary key from now on."""
CONTENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "fact": ("body",),
    "record": ("index_in_commit", "previous_digest", "payload", "header"),
}
"""By table: what must be equal in rows that are merged."""
STORED_OCTETS: Final = 4096
Row = sa.RowMapping


def upgrade() -> None:
    _create_tables()
    for table_name in KEYS:
        _merge_names(_reflected(table_name))
    for table_name, key in KEYS.items():
        with op.batch_alter_table(table_name) as batch:
            batch.drop_column("table_name")
        if op.get_bind().dialect.name == "postgresql":  # the key went with its column
            op.create_primary_key(f"{table_name}_pkey", table_name, [*key])
    op.add_column("journal", sa.Column("device", sa.Text))
    op.add_column("journal", sa.Column("key", sa.Text))


def _create_tables() -> None:
    op.create_table(
        "journal_place",
        sa.Column("journal", sa.Text, primary_key=True),
        sa.Column("since", sa.Text, primary_key=True),
        *(
            sa.Column(column_name, sa.Text, nullable=False)
            for column_name in ("property", "pit", "name", "position")
        ),
        sa.Column("enrolled_ms", sa.BigInteger, nullable=False),
        sa.Column("enrolment", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "doubt",
        sa.Column("journal", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("found_at", sa.Text, nullable=False),
    )
    # the property was in no row: the next message of the table brings it
    op.execute(
        "INSERT INTO journal_place SELECT journal, began_at, '', 'main', table_name, '', 0, 0 "
        "FROM journal"
    )


def _reflected(table_name: str) -> sa.Table:
    return sa.Table(table_name, sa.MetaData(), autoload_with=op.get_bind())


def _merge_names(table: sa.Table) -> None:
    """Leave one row of each key."""
    for journal, names in _doubled_journals().items():
        for name in names[1:]:
            if table.name in ("watermark", "journal"):
                _merge_positions(table, journal, names[0], name)
            else:
                _merge_rows(table, journal, names[0], name)


def _doubled_journals() -> dict[str, list[str]]:
    """Return the names of each journal that has several, the oldest first."""
    # the places were copied first, and outlive the rows of the journals
    rows = op.get_bind().execute(
        sa.text("SELECT journal, name FROM journal_place ORDER BY since, name")
    )
    names: dict[str, list[str]] = {}
    for journal, name in rows:
        names.setdefault(journal, []).append(name)
    return {journal: found for journal, found in names.items() if len(found) > 1}


def _merge_positions(table: sa.Table, journal: str, first_name: str, name: str) -> None:
    """Leave the further position of each lane."""
    for row in _rows(table, journal, name):
        lane = {} if table.name == "journal" else {"lane": row["lane"]}
        first = next(iter(_rows(table, journal, first_name, **lane)), None)
        is_further = first is not None and lane and _place(row) > _place(first)
        if first is not None:
            _delete(table, row if not is_further else first)
        if first is None or is_further:
            _rename(table, row, first_name)


def _merge_rows(table: sa.Table, journal: str, first_name: str, name: str) -> None:
    """Move the rows that the first name has not; set aside those that it has otherwise."""
    first = table.alias()
    own = (table.c.journal == journal, table.c.table_name == name)
    same_key = [first.c[column] == table.c[column] for column in KEYS[table.name]]
    is_doubled = (first.c.table_name == first_name, *same_key)
    contents = CONTENTS.get(table.name, ())
    differs = sa.or_(
        sa.false(), *(first.c[column].is_distinct_from(table.c[column]) for column in contents)
    )
    statement = sa.select(table).join(first, sa.and_(*is_doubled)).where(*own, differs)
    differing = op.get_bind().execute(statement.order_by(*table.primary_key)).mappings().all()
    op.execute(table.delete().where(*own, sa.exists().where(*is_doubled)))
    op.execute(table.update().where(*own).values(table_name=first_name))
    if differing:
        _set_aside(table.name, name, differing)


def _place(row: Row) -> tuple[int, int]:
    return row["shoe"], row["number"]


def _rows(table: sa.Table, journal: str, name: str, **values: object) -> Sequence[Row]:
    key_values = {"journal": journal, "table_name": name, **values}
    conditions = [table.c[column] == value for column, value in key_values.items()]
    return op.get_bind().execute(sa.select(table).where(*conditions)).mappings().all()


def _row_conditions(table: sa.Table, row: Row) -> list[Any]:
    return [column == row[column.name] for column in table.primary_key]


def _delete(table: sa.Table, row: Row) -> None:
    op.execute(table.delete().where(*_row_conditions(table, row)))


def _rename(table: sa.Table, row: Row, name: str) -> None:
    op.execute(table.update().where(*_row_conditions(table, row)).values(table_name=name))


def _set_aside(table_name: str, name: str, rows: Sequence[Row]) -> None:
    """Keep what differs, and raise an alarm."""
    rejected, alarm, now = _reflected("rejected"), _reflected("alarm"), _now()
    for row in rows:
        contents = [row[column] for column in CONTENTS[table_name]]
        octets = b" ".join(
            part if isinstance(part, bytes) else str(part).encode() for part in contents
        )
        op.execute(
            rejected.insert().values(
                subject=f"{table_name} {row['journal']} {row.get('shoe', 0)}",
                sender=name,
                sequence=row["number"],
                reason="other_journal",
                digest=sha256(octets).hexdigest(),
                octets=octets[:STORED_OCTETS],
                received_at=now,
            )
        )
    first = rows[0]
    place = f"{table_name} {first.get('shoe', 0)}.{first['number']}"
    values = {"kind": "altered", "table_name": name, "journal": first["journal"], "place": place}
    op.execute(alarm.insert().values(**values, raised_at=now))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
