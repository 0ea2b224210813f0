"""The alarms that people have shelved, with their reasons and ends."""

import sqlalchemy as sa
from alembic import op

revision = "0017_shelved"
down_revision = "0014_day_partitions"


def upgrade() -> None:
    op.create_table(
        "shelved_alarm",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("table_name", sa.Text, primary_key=True),
        sa.Column("shelved_ms", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
        sa.Column("shelved_by", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_index("shelved_alarm_until", "shelved_alarm", ["until_ms"])
