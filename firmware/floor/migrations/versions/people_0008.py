"""The pits' chains; second signers of forms; ids of alarms that can't be known beforehand.

The names that were typed on earlier forms move out of their bodies, to the second signer. An
acknowledgement belongs to the same alarm as before.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0008_people"
down_revision = "0007_roster"

TYPED_NAMES: Final = ("second", "cage", "runner", "dealer", "supervisor")
"""The fields of earlier forms that held a typed name."""


def upgrade() -> None:
    op.create_table(
        "pit_chain",
        sa.Column("pit", sa.Text, primary_key=True),
        sa.Column("header", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "pit_entry",
        sa.Column("pit", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("form_number", sa.BigInteger, index=True),
    )
    second_by = sa.Column("second_by", sa.Text, nullable=False, server_default="")
    op.add_column("form", second_by)
    _move_typed_names()
    _rename_acknowledged_alarms()


def _move_typed_names() -> None:
    form = sa.table("form", *map(sa.column, ("number", "body", "second_by")))
    for number, body in op.get_bind().execute(sa.select(form.c.number, form.c.body)).all():
        fields = json.loads(body)
        typed_names = [fields.pop(name) for name in TYPED_NAMES if name in fields]
        if typed_names:
            values = {"body": json.dumps(fields), "second_by": ", ".join(typed_names)}
            op.execute(form.update().where(form.c.number == number).values(values))


def _rename_acknowledged_alarms() -> None:
    acknowledgement = sa.table("acknowledgement", sa.column("alarm_id"))
    for former_id, present_id in [*_ledger_alarms(), *_form_alarms()]:
        is_former = acknowledgement.c.alarm_id == former_id
        op.execute(acknowledgement.update().where(is_former).values(alarm_id=present_id))


def _ledger_alarms() -> Iterator[tuple[str, str]]:
    names = ("id", "kind", "table_name", "journal", "place", "raised_at")
    alarm = sa.table("alarm", *map(sa.column, names))
    for row_id, *sources in op.get_bind().execute(sa.select(*alarm.c)).all():
        yield f"ledger.{row_id}", _bound_id("ledger", *sources)


def _form_alarms() -> Iterator[tuple[str, str]]:
    form = sa.table("form", *map(sa.column, ("number", "table_name", "filed_ms")))
    for number, *sources in op.get_bind().execute(sa.select(*form.c)).all():
        yield f"form.{number}", _bound_id("form", number, *sources, 0, 0)


def _bound_id(prefix: str, *sources: object) -> str:
    """As `firmware.floor.pit.alarms.bound_id` has been at this version."""
    source_text = "\0".join(map(str, sources))
    return f"{prefix}.{hashlib.blake2b(source_text.encode(), digest_size=12).hexdigest()}"
