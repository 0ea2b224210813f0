"""The rows that the ledger folds from facts: a table's state, its takings by the hour, its alarms.

They are empty: the ledger fills them from the stored facts when it starts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013_projections"
down_revision = "0012_rejected"

COUNTS = (
    *("rounds", "handle", "held", "voids", "late_bets"),
    *("priced_rounds", "priced_stakes", "priced_gain"),
)
STATE_NUMBERS = ("revision", "takings_revision", "shoe", "number")
IS_OPEN_ALARM = "over_ms IS NULL OR acknowledged IS false"


def upgrade() -> None:
    op.create_table(
        "table_state",
        sa.Column("journal", sa.Text, primary_key=True),
        *(_number_column(column_name) for column_name in STATE_NUMBERS),
        sa.Column("fold", sa.Text, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
    )
    op.create_table(
        "last_rounds",
        sa.Column("journal", sa.Text, primary_key=True),
        sa.Column("rounds", sa.Text, nullable=False),
    )
    op.create_table(
        "hour_takings",
        sa.Column("journal", sa.Text, primary_key=True),
        sa.Column("hour", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("bet_class", sa.Text, primary_key=True),
        *(_number_column(column_name) for column_name in COUNTS),
        sa.Column("expected_gain", sa.Text, nullable=False),
        sa.Column("variance", sa.Double, nullable=False),
    )
    op.create_index("hour_takings_hour", "hour_takings", ["hour"])
    _create_alarms()


def _create_alarms() -> None:
    op.create_table(
        "table_alarm",
        sa.Column("journal", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        _number_column("since_ms"),
        sa.Column("over_ms", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("acknowledged", sa.Boolean, nullable=False),
    )
    op.create_index("table_alarm_id", "table_alarm", ["id"])
    op.create_index(
        "table_alarm_open",
        "table_alarm",
        ["journal"],
        sqlite_where=sa.text("over_ms IS NULL OR acknowledged IS 0"),
        postgresql_where=sa.text(IS_OPEN_ALARM),
    )


def _number_column(column_name: str) -> sa.Column[int]:
    return sa.Column(column_name, sa.BigInteger, nullable=False)
