"""Indices of the jackpots' messages that wait, so that a keeper finds the next one of thousands."""

import sqlalchemy as sa
from alembic import op

revision = "0011_waiting"
down_revision = "0010_lines"


def upgrade() -> None:
    has_no_line = sa.text("version IS NULL")
    for index_name, column_names in (
        ("first", ("received_at", "journal")),
        ("next", ("journal", "number")),
    ):
        op.create_index(
            f"jackpot_message_{index_name}",
            "jackpot_message",
            ["jackpot", *column_names],
            postgresql_where=has_no_line,
            sqlite_where=has_no_line,
        )
