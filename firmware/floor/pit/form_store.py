"""Acknowledgements and forms in the ledger's database: inserted, and never changed."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import BigInteger, Column, Connection, Engine, Table, Text
from sqlalchemy.exc import IntegrityError

from firmware.floor.pit.fact import EpochMs
from firmware.floor.pit.forms import AnyForm, FiledForm, check_form, with_voids
from firmware.floor.pit.screen import Acknowledgement
from firmware.floor.store import METADATA, insert_missing, select_rows

ACKNOWLEDGEMENT_TABLE: Final = Table(
    "acknowledgement",
    METADATA,
    Column("alarm_id", Text, primary_key=True),
    Column("acknowledged_by", Text, nullable=False),
    Column("acknowledged_ms", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
)
"""The first acknowledgement of each alarm."""

FORM_TABLE: Final = Table(
    "form",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("table_name", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("filed_by", Text, nullable=False),
    Column("filed_ms", BigInteger, nullable=False),
)
"""The forms by their number, from 1 without gaps."""


class FormStore:
    """The acknowledgements and forms of one database; each call reads the database."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def acknowledgements(self) -> dict[str, Acknowledgement]:
        with self._database.connect() as connection:
            acknowledged_rows = select_rows(connection, ACKNOWLEDGEMENT_TABLE)
        return {
            row["alarm_id"]: Acknowledgement(
                row["acknowledged_by"], row["acknowledged_ms"], row["note"]
            )
            for row in acknowledged_rows
        }

    def acknowledge(self, alarm_id: str, acknowledgement: Acknowledgement) -> None:
        """Store an acknowledgement, unless the alarm has one."""
        acknowledged_row = {
            "alarm_id": alarm_id,
            "acknowledged_by": acknowledgement.by,
            "acknowledged_ms": acknowledgement.at,
            "note": acknowledgement.words,
        }
        with self._database.begin() as connection:
            insert_missing(connection, ACKNOWLEDGEMENT_TABLE, [acknowledged_row])

    def filed_forms(self) -> list[FiledForm]:
        """Return all forms, in the order of their numbers."""
        with self._database.connect() as connection:
            return _stored_forms(connection)

    def file_form(
        self, table_name: str, new_form: AnyForm, filed_by: str, filed_ms: EpochMs
    ) -> int:
        """Give a form the next number, and store it. Raises RequestFailed if it can't follow the
        earlier ones. If another pit files first, the form is checked again, and takes the number
        after.
        """
        while True:
            # of two pits that file at once, one gets the number, and the other comes round again
            with suppress(IntegrityError), self._database.begin() as connection:
                earlier_forms = _stored_forms(connection)
                check_form(new_form, table_name, filed_by, earlier_forms)
                form_number = len(earlier_forms) + 1
                encoded_form = msgspec.json.encode(new_form).decode()
                form_row = {
                    "table_name": table_name,
                    "body": encoded_form,
                    "filed_by": filed_by,
                    "filed_ms": filed_ms,
                }
                connection.execute(FORM_TABLE.insert(), [{**form_row, "number": form_number}])
                return form_number


def _stored_forms(connection: Connection) -> list[FiledForm]:
    return with_voids([_filed_form(form_row) for form_row in select_rows(connection, FORM_TABLE)])


def _filed_form(form_row: Mapping[str, Any]) -> FiledForm:
    pit_form = msgspec.json.decode(form_row["body"], type=AnyForm)
    return FiledForm(
        form_row["number"],
        form_row["table_name"],
        pit_form,
        form_row["filed_by"],
        form_row["filed_ms"],
    )
