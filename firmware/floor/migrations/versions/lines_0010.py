"""The signed lines of linked jackpots; messages that are refused, and what people decide on them.

The former lines, which no keeper has signed, stay in `jackpot_former_line`, from which a keeper
signs them once. The messages are read from the facts again.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010_lines"
down_revision = "0009_journals"


def upgrade() -> None:
    op.rename_table("jackpot_line", "jackpot_former_line")
    if op.get_bind().dialect.name == "postgresql":  # it names a key after its table
        renamed = "RENAME CONSTRAINT jackpot_line_pkey TO jackpot_former_line_pkey"
        op.execute(f"ALTER TABLE jackpot_former_line {renamed}")
    for former_table in ("jackpot_message", "jackpot_grant"):
        op.drop_table(former_table)
    op.execute(sa.text("DELETE FROM watermark WHERE lane = 'jackpot'"))
    _create_line_table()
    _create_message_tables()
    op.create_table(
        "jackpot_grant",
        sa.Column("jackpot", sa.Text, primary_key=True),
        _number("hit_number", primary_key=True),
        sa.Column("journal", sa.Text, nullable=False),
        _number("version", nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("jackpot_grant_journal", "jackpot_grant", ["jackpot", "journal"])


def _create_line_table() -> None:
    op.create_table(
        "jackpot_line",
        sa.Column("jackpot", sa.Text, primary_key=True),
        _number("version", primary_key=True),
        sa.Column("journal", sa.Text, nullable=False),
        _number("number", nullable=False),
        _number("sequence", nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("jackpot_line_cursor", "jackpot_line", ["jackpot", "journal", "number"])


def _create_message_tables() -> None:
    op.create_table(
        "jackpot_message",
        *_message_key(),
        sa.Column("received_at", sa.Text, nullable=False),
        _number("shoe", nullable=False),
        _number("fact_number", nullable=False),
        _number("version"),
        _number("bets", nullable=False),
        sa.Column("refused", sa.Text),
        sa.Column("body", sa.Text, nullable=False),
    )
    for column_name in ("version", "refused"):
        op.create_index(
            f"jackpot_message_{column_name}", "jackpot_message", ["jackpot", column_name]
        )
    op.create_table(
        "jackpot_decision",
        *_message_key(),
        sa.Column("counts", sa.Boolean, primary_key=True),
        _number("version"),
        sa.Column("body", sa.Text, nullable=False),
    )


def _message_key() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("jackpot", sa.Text, primary_key=True),
        sa.Column("journal", sa.Text, primary_key=True),
        _number("number", primary_key=True),
    )


def _number(column_name: str, **options: Any) -> sa.Column[int]:  # noqa: ANN401
    return sa.Column(column_name, sa.BigInteger, autoincrement=False, **options)
