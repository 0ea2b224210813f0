"""The sealed gaming days: each day's closing, and its amendments."""

import sqlalchemy as sa
from alembic import op

revision = "0019_sealed_days"
down_revision = "0018_running"


def upgrade() -> None:
    op.create_table(
        "sealed_day",
        sa.Column("property", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("octets", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("sealed_ms", sa.BigInteger, nullable=False),
    )
