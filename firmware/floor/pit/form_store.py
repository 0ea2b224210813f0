"""Acknowledgements and forms in the ledger's database: inserted with their entry in the pit's
chain, and never changed.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Table,
    Text,
    bindparam,
    func,
    select,
    true,
)
from sqlalchemy.exc import IntegrityError

from firmware.core.vocabulary.panel import Text as Words
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.acts import check_signers, check_station
from firmware.floor.pit.chain_entries import (
    AlarmAcknowledged,
    FormFiled,
    GroupAcknowledged,
    KindAtTable,
)
from firmware.floor.pit.chain_store import PIT_ENTRY_TABLE, PitChain
from firmware.floor.pit.form_checks import check_form
from firmware.floor.pit.forms import AnyForm, FiledForm, form_act, with_marks
from firmware.floor.pit.shown_alarms import Acknowledgement
from firmware.floor.pit.signature import FormSignature
from firmware.floor.projection.alarm_rows import mark_acknowledged
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.store import METADATA, insert_missing
from firmware.shell.technician.requests import Role

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
    Column("table_name", Text, nullable=False, index=True),
    Column("body", Text, nullable=False),
    Column("filed_by", Text, nullable=False),
    Column("filed_ms", BigInteger, nullable=False, index=True),
    Column("second_by", Text, nullable=False, server_default=""),
)
"""The forms by their number, from 1 without gaps."""

IDS_PER_QUERY: Final = 500
_ACKNOWLEDGEMENTS: Final = select(ACKNOWLEDGEMENT_TABLE).where(
    ACKNOWLEDGEMENT_TABLE.c.alarm_id.in_(bindparam("ids", expanding=True))
)
_HIGHEST_NUMBERS: Final = select(
    *(
        select(func.max(column)).scalar_subquery()
        for column in (FORM_TABLE.c.number, PIT_ENTRY_TABLE.c.form_number)
    )
)

MAX_COLLISIONS: Final = 20
"""How often another pit may take the number first before a form is refused."""


class FormStore:
    """The acknowledgements and forms of one database; each call reads the database."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def acknowledgements(self, alarm_ids: Sequence[str]) -> dict[str, Acknowledgement]:
        """Return the acknowledgements of these alarms that there are."""
        found: dict[str, Acknowledgement] = {}
        with self._database.connect() as connection:
            for first in range(0, len(alarm_ids), IDS_PER_QUERY):
                ids = alarm_ids[first : first + IDS_PER_QUERY]
                rows = connection.execute(_ACKNOWLEDGEMENTS, {"ids": ids})
                found |= {alarm_id: Acknowledgement(*row) for alarm_id, *row in rows}
        return found

    def filed_forms(self) -> list[FiledForm]:
        """Return all forms, in the order of their numbers."""
        with self._database.connect() as connection:
            return stored_forms(connection)

    def highest_number(self) -> int:
        """Return the highest number that a form has or, by a pit's chain, has had; 0 if none."""
        with self._database.connect() as connection:
            return highest_number(connection)


class FormDesk:
    """Takes acknowledgements and forms, with an entry in the chain for each. Every method raises
    SQLAlchemyError.
    """

    def __init__(self, chain: PitChain) -> None:
        self._chain = chain

    def acknowledge(
        self, target: str, alarms: Sequence[Alarm], acknowledgement: Acknowledgement, role: Role
    ) -> None:
        """Store an acknowledgement of an alarm, or of those of a group, `target`; not of alarms
        that have one.
        """
        with self._chain.transaction() as transaction:
            is_chosen = ACKNOWLEDGEMENT_TABLE.c.alarm_id.in_([alarm.id for alarm in alarms])
            known_ids = set(
                transaction.connection.scalars(
                    select(ACKNOWLEDGEMENT_TABLE.c.alarm_id).where(is_chosen)
                )
            )
            new_alarms = [alarm for alarm in alarms if alarm.id not in known_ids]
            if new_alarms:
                rows = [_acknowledged_row(alarm, acknowledgement) for alarm in new_alarms]
                insert_missing(transaction.connection, ACKNOWLEDGEMENT_TABLE, rows)
                mark_acknowledged(transaction.connection, [alarm.id for alarm in new_alarms])
                transaction.append(_acknowledged(target, new_alarms, acknowledgement, role))

    def file_form(self, table_name: str, new_form: AnyForm, signature: FormSignature) -> int:
        """Give a form the next number, and store it. Raises RequestFailed if it can't follow the
        earlier ones, or these may not sign it.
        """
        for _ in range(MAX_COLLISIONS):
            # of two pits that file at once one gets the number, and the other takes the one after
            try:
                return self._file_once(table_name, new_form, signature)
            except IntegrityError:
                continue
        raise RequestFailed(Words("pit.form.why.busy"))

    def _file_once(self, table_name: str, new_form: AnyForm, signature: FormSignature) -> int:
        filed_ms = self._chain.wall_clock()
        with self._chain.transaction() as transaction:
            # a form may follow only those of its own table
            is_own = FORM_TABLE.c.table_name == table_name
            earlier_forms = with_marks(select_forms(transaction.connection, is_own))
            _check(new_form, table_name, signature, earlier_forms)
            form_number = highest_number(transaction.connection) + 1
            form_row = {
                "number": form_number,
                "table_name": table_name,
                "body": msgspec.json.encode(new_form).decode(),
                "filed_by": signature.first.name,
                "filed_ms": filed_ms,
                "second_by": signature.second_name,
            }
            transaction.connection.execute(FORM_TABLE.insert(), [form_row])
            entry = FormFiled(
                filed_ms,
                form_number,
                table_name,
                signature.first.name,
                signature.second_name,
                signature.address,
                new_form,
            )
            transaction.append(entry, form_number)
        return form_number


def _acknowledged_row(alarm: Alarm, acknowledgement: Acknowledgement) -> dict[str, object]:
    return {
        "alarm_id": alarm.id,
        "acknowledged_by": acknowledgement.by,
        "acknowledged_ms": acknowledgement.at,
        "note": acknowledgement.words,
    }


def _acknowledged(
    target: str, alarms: Sequence[Alarm], acknowledgement: Acknowledgement, role: Role
) -> AlarmAcknowledged | GroupAcknowledged:
    """Return the entry of one act, of one alarm or of several."""
    at, person, words = acknowledgement.at, acknowledgement.by, acknowledgement.words
    if target == alarms[0].id:
        kind, table_name = alarms[0].alarm_kind, alarms[0].table_name
        return AlarmAcknowledged(at, person, target, kind, table_name, words, role)
    by_id = {alarm.id: KindAtTable(alarm.alarm_kind, alarm.table_name) for alarm in alarms}
    return GroupAcknowledged(at, person, role, target, by_id, words)


def _check(
    new_form: AnyForm,
    table_name: str,
    signature: FormSignature,
    earlier_forms: list[FiledForm],
) -> None:
    pit_act = form_act(new_form, {form.number: form for form in earlier_forms})
    check_signers(pit_act, signature.first, signature.second)
    if signature.is_cage is not None:
        check_station(pit_act, is_cage=signature.is_cage)
    check_form(new_form, table_name, signature.names, earlier_forms)


def stored_forms(connection: Connection) -> list[FiledForm]:
    """Return all forms, in the order of their numbers, each marked if it is void or corrected.
    One that can't be read counts as missing.
    """
    return with_marks(select_forms(connection, true()))


def select_forms(connection: Connection, condition: ColumnElement[bool]) -> list[FiledForm]:
    """Return some forms, in the order of their numbers, without marks. One that can't be read
    counts as missing.
    """
    statement = select(FORM_TABLE).where(condition).order_by(FORM_TABLE.c.number)
    filed_forms = map(_filed_form, connection.execute(statement).mappings())
    return [filed_form for filed_form in filed_forms if filed_form is not None]


def forms_numbered(connection: Connection, numbers: Collection[int]) -> dict[int, FiledForm]:
    """Return the forms of these numbers that there are, without marks."""
    statement = select(FORM_TABLE).where(FORM_TABLE.c.number.in_(numbers))
    filed_forms = map(_filed_form, connection.execute(statement).mappings())
    return {filed_form.number: filed_form for filed_form in filed_forms if filed_form is not None}


def unsigned_numbers(connection: Connection) -> list[int]:
    """Return the numbers of the forms that no pit has entered in its chain."""
    form_number = PIT_ENTRY_TABLE.c.form_number
    signed_numbers = select(form_number).where(form_number.is_not(None))
    is_unsigned = FORM_TABLE.c.number.not_in(signed_numbers)
    statement = select(FORM_TABLE.c.number).where(is_unsigned).order_by(FORM_TABLE.c.number)
    return list(connection.execute(statement).scalars())


def highest_number(connection: Connection) -> int:
    """Return the highest number that a form has or, by a pit's chain, has had; 0 if none."""
    return max(number or 0 for number in connection.execute(_HIGHEST_NUMBERS).one())


def _filed_form(form_row: Mapping[Any, Any]) -> FiledForm | None:
    try:
        pit_form = msgspec.json.decode(form_row["body"], type=AnyForm)
    except msgspec.MsgspecError:
        return None
    return FiledForm(
        form_row["number"],
        form_row["table_name"],
        pit_form,
        form_row["filed_by"],
        form_row["filed_ms"],
        form_row["second_by"],
    )
