"""Acknowledgements of alarms, and forms."""

import sqlalchemy as sa
from alembic import op

revision = "0003_pit"
down_revision = "0002_lots"


def upgrade() -> None:
    op.create_table(
        "acknowledged",
        sa.Column("alarm", sa.Text, primary_key=True),
        sa.Column("by_whom", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
    op.create_table(
        "form",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("by_whom", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
