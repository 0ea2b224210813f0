"""Closed alarms of heartbeats are read no more; forms are found by their time and table."""

import sqlalchemy as sa
from alembic import op

revision = "0020_open_rows"
down_revision = "0019_sealed_days"
OLDEST_SUPPORTED = "0019_sealed_days"


def upgrade() -> None:
    is_closed = sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("view_alarm", is_closed)
    op.create_index(
        "view_alarm_open",
        "view_alarm",
        ["id"],
        sqlite_where=sa.text("closed IS 0"),
        postgresql_where=sa.text("closed IS false"),
    )
    op.create_index("view_alarm_since", "view_alarm", ["since_ms"])
    op.create_index("table_alarm_since", "table_alarm", ["since_ms"])
    op.create_index("ix_form_filed_ms", "form", ["filed_ms"])
    op.create_index("ix_form_table_name", "form", ["table_name"])
