"""An index by which the rejected messages of a subject are counted without reading their octets."""

from alembic import op

revision = "0012_rejected"
down_revision = "0011_waiting"


def upgrade() -> None:
    op.create_index("rejected_subject", "rejected", ["subject", "sender", "reason"])
