"""Who is enrolled on the floor, and the messages that were set aside."""

import sqlalchemy as sa
from alembic import op

revision = "0007_roster"
down_revision = "0006_names"


def upgrade() -> None:
    op.create_table(
        "enrolment",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "rejected",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("sender", sa.Text, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("octets", sa.LargeBinary, nullable=False),
        sa.Column("received_at", sa.Text, nullable=False),
        sa.UniqueConstraint("subject", "sequence", "digest"),
    )
    op.create_index("rejected_sender", "rejected", ["sender"])
