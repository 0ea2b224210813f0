"""Tables and columns under names that an auditor with an SQL client can read; no row is lost.

Tables are renamed in place, not copied, so that a ledger of many gigabytes migrates in a moment.
"""

from collections.abc import Mapping
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0006_names"
down_revision = "0005_seen"

TABLES: Final[Mapping[str, str]] = {
    "series": "journal",
    "kept": "watermark",
    "link": "gap",
    "acknowledged": "acknowledgement",
    "seen_alarm": "view_alarm",
    "lot_terms": "jackpot_terms",
    "lot_line": "jackpot_line",
    "lot_message": "jackpot_message",
    "lot_grant": "jackpot_grant",
}
"""The new name of a table, by its old one."""
COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    "journal": {"began": "began_at"},
    "fact": {"received": "received_at"},
    "record": {"place": "index_in_commit", "before": "previous_digest"},
    "alarm": {"at": "raised_at"},
    "acknowledgement": {
        "alarm": "alarm_id",
        "by_whom": "acknowledged_by",
        "at": "acknowledged_ms",
        "words": "note",
    },
    "form": {"by_whom": "filed_by", "at": "filed_ms"},
    "view_alarm": {"since": "since_ms", "ended": "ended_ms"},
    "jackpot_terms": {"lot": "jackpot", "begins": "first_generation"},
    "jackpot_line": {"lot": "jackpot"},
    "jackpot_message": {"lot": "jackpot", "n": "number"},
    "jackpot_grant": {"lot": "jackpot", "hit": "hit_number"},
}
"""By new table: the new name of a column, by its old one."""
OLD_LANE: Final = "lot"
NEW_LANE: Final = "jackpot"
"""The lane of facts that were scanned for messages of a jackpot."""


def upgrade() -> None:
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    # the index names a column whose name changes, and SQLite can't rename an index
    op.drop_index("seen_alarm_lasts", "seen_alarm")
    for old_table, new_table in TABLES.items():
        op.rename_table(old_table, new_table)
        if is_postgresql:  # it names a key after its table, and says the name in error messages
            renamed = f"RENAME CONSTRAINT {old_table}_pkey TO {new_table}_pkey"
            op.execute(f"ALTER TABLE {new_table} {renamed}")
    for table_name, columns in COLUMNS.items():
        for old_column, new_column in columns.items():
            op.alter_column(table_name, old_column, new_column_name=new_column)
    is_unended = sa.text("ended_ms IS NULL")
    op.create_index(
        "view_alarm_unended",
        "view_alarm",
        ["table_name", "kind"],
        unique=True,
        sqlite_where=is_unended,
        postgresql_where=is_unended,
    )
    watermark = sa.table("watermark", sa.column("lane"))
    rows = watermark.update().where(watermark.c.lane == OLD_LANE)
    op.execute(rows.values(lane=NEW_LANE))
