"""The tables of linked jackpots."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002_lots"
down_revision = "0001"

JACKPOT_KEYS: dict[str, dict[str, type[Any]]] = {
    "lot_terms": {"begins": sa.BigInteger},
    "lot_line": {"version": sa.BigInteger},
    "lot_message": {"journal": sa.Text, "n": sa.BigInteger},
}
"""The primary key of each table, after the name of the jackpot."""


def upgrade() -> None:
    for table_name, key_types in JACKPOT_KEYS.items():
        key_columns = (
            _key_column("lot", sa.Text),
            *(
                _key_column(column_name, column_type)
                for column_name, column_type in key_types.items()
            ),
        )
        op.create_table(table_name, *key_columns, sa.Column("body", sa.Text, nullable=False))


def _key_column(column_name: str, column_type: type[Any]) -> sa.Column[Any]:
    return sa.Column(column_name, column_type, primary_key=True, autoincrement=False)
