"""How each hit of a linked jackpot was paid, from pool and reserve."""

import sqlalchemy as sa
from alembic import op

revision = "0004_grants"
down_revision = "0003_pit"


def upgrade() -> None:
    op.create_table(
        "lot_grant",
        sa.Column("lot", sa.Text, primary_key=True),
        sa.Column("hit", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
