"""The alarms that follow from the heartbeats of tables, and from no fact."""

import sqlalchemy as sa
from alembic import op

revision = "0005_seen"
down_revision = "0004_grants"


def upgrade() -> None:
    op.create_table(
        "seen_alarm",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
    )
    is_unended = sa.text("ended IS NULL")
    op.create_index(
        "seen_alarm_lasts",
        "seen_alarm",
        ["table_name", "kind"],
        unique=True,
        sqlite_where=is_unended,
        postgresql_where=is_unended,
    )
