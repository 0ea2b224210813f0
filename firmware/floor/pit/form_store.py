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

ACKNOWLEDGED_TABLE: Final = Table(
    "acknowledged",
    METADATA,
    Column("alarm", Text, primary_key=True),
    Column("by_whom", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
)
"""The first acknowledgement of each alarm."""

FORM_TABLE: Final = Table(
    "form",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("table_name", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("by_whom", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The forms by their number, from 1 without gaps."""


class FormStore:
    """The acknowledgements and forms of one database; each call reads the database."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def acknowledgements(self) -> dict[str, Acknowledgement]:
        with self._database.connect() as connection:
            acknowledged_rows = select_rows(connection, ACKNOWLEDGED_TABLE)
        return {
            acknowledged_row["alarm"]: Acknowledgement(
                acknowledged_row["by_whom"], acknowledged_row["at"], acknowledged_row["words"]
            )
            for acknowledged_row in acknowledged_rows
        }

    def acknowledge(self, alarm_id: str, acknowledgement: Acknowledgement) -> None:
        """Store an acknowledgement, unless the alarm has one."""
        acknowledged_row = {
            "alarm": alarm_id,
            "by_whom": acknowledgement.by,
            "at": acknowledgement.at,
            "words": acknowledgement.words,
        }
        with self._database.begin() as connection:
            insert_missing(connection, ACKNOWLEDGED_TABLE, [acknowledged_row])

    def filed_forms(self) -> list[FiledForm]:
        """Return all forms, in the order of their numbers."""
        with self._database.connect() as connection:
            return _stored_forms(connection)

    def file_form(
        self, table_name: str, new_form: AnyForm, filed_by: str, filed_ms: EpochMs
    ) -> int:
        """Give a form the next number, and store it. Raises CannotBeDone if it can't follow the
        earlier ones. If another pit files first, the form is checked again, and takes the number
        after.
        """
        while True:
            with suppress(IntegrityError), self._database.begin() as connection:
                earlier_forms = _stored_forms(connection)
                check_form(new_form, table_name, filed_by, earlier_forms)
                form_number = len(earlier_forms) + 1
                encoded_form = msgspec.json.encode(new_form).decode()
                form_row = {
                    "table_name": table_name,
                    "body": encoded_form,
                    "by_whom": filed_by,
                    "at": filed_ms,
                }
                connection.execute(FORM_TABLE.insert(), [{**form_row, "number": form_number}])
                return form_number


def _stored_forms(connection: Connection) -> list[FiledForm]:
    return with_voids([_filed_form(form_row) for form_row in select_rows(connection, FORM_TABLE)])


def _filed_form(form_row: Mapping[str, Any]) -> FiledForm:
    pit_form = msgspec.json.decode(form_row["body"], type=AnyForm)
    return FiledForm(
        form_row["number"], form_row["table_name"], pit_form, form_row["by_whom"], form_row["at"]
    )
