"""Which programs work with the database: the oldest schema that it supports, and the versions."""

import sqlalchemy as sa
from alembic import op

revision = "0018_running"
down_revision = "0017_shelved"


def upgrade() -> None:
    op.create_table("schema_support", sa.Column("oldest", sa.Text, primary_key=True))
    op.create_table(
        "running_program",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, primary_key=True),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("seen_at", sa.Text, nullable=False),
    )
