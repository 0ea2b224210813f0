"""The tables of the ledger."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table("series", *_of_table(), sa.Column("began", sa.Text, nullable=False))
    op.create_table("kept", *_of_table(), _key("lane"), _number("shoe"), _number("number"))
    op.create_table(
        "link",
        *_of_table(),
        _key("lane"),
        _key("after_shoe", sa.BigInteger),
        _key("after_number", sa.BigInteger),
        _number("shoe"),
        _number("number"),
    )
    op.create_table(
        "fact",
        *_of_table(),
        _key("shoe", sa.BigInteger),
        _key("number", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("received", sa.Text, nullable=False),
    )
    op.create_table(
        "record",
        *_of_table(),
        _key("number", sa.BigInteger),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("before", sa.LargeBinary, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("header", sa.LargeBinary),
    )
    op.create_table(
        "alarm",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in OF_ALARM),
        sa.UniqueConstraint(*OF_ALARM[:-1]),
    )


OF_ALARM = ("kind", "table_name", "journal", "place", "at")


def _of_table() -> tuple[sa.Column[Any], ...]:
    return _key("table_name"), _key("journal")


def _key(name: str, kind: type[Any] = sa.Text) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=False)
