"""The tables of linked lots."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002_lots"
down_revision = "0001"

KEYS: dict[str, dict[str, type[Any]]] = {
    "lot_terms": {"begins": sa.BigInteger},
    "lot_line": {"version": sa.BigInteger},
    "lot_message": {"journal": sa.Text, "n": sa.BigInteger},
}
"""The primary key of each, behind the name of the lot."""


def upgrade() -> None:
    for name, keys in KEYS.items():
        key = (_key("lot", sa.Text), *(_key(of, kind) for of, kind in keys.items()))
        op.create_table(name, *key, sa.Column("body", sa.Text, nullable=False))


def _key(name: str, kind: type[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True, autoincrement=False)
