"""The tables of the ledger."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table("series", *_journal_columns(), sa.Column("began", sa.Text, nullable=False))
    op.create_table(
        "kept",
        *_journal_columns(),
        _key_column("lane"),
        _number_column("shoe"),
        _number_column("number"),
    )
    op.create_table(
        "link",
        *_journal_columns(),
        _key_column("lane"),
        _key_column("after_shoe", sa.BigInteger),
        _key_column("after_number", sa.BigInteger),
        _number_column("shoe"),
        _number_column("number"),
    )
    op.create_table(
        "fact",
        *_journal_columns(),
        _key_column("shoe", sa.BigInteger),
        _key_column("number", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("received", sa.Text, nullable=False),
    )
    op.create_table(
        "record",
        *_journal_columns(),
        _key_column("number", sa.BigInteger),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("before", sa.LargeBinary, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("header", sa.LargeBinary),
    )
    op.create_table(
        "alarm",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        *(sa.Column(column_name, sa.Text, nullable=False) for column_name in ALARM_COLUMNS),
        sa.UniqueConstraint(*ALARM_COLUMNS[:-1]),
    )


ALARM_COLUMNS = ("kind", "table_name", "journal", "place", "at")


def _journal_columns() -> tuple[sa.Column[Any], ...]:
    return _key_column("table_name"), _key_column("journal")


def _key_column(column_name: str, column_type: type[Any] = sa.Text) -> sa.Column[Any]:
    return sa.Column(column_name, column_type, primary_key=True, autoincrement=False)


def _number_column(column_name: str) -> sa.Column[Any]:
    return sa.Column(column_name, sa.BigInteger, nullable=False)
