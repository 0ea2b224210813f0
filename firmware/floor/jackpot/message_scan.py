"""Finds the tables' jackpot messages among the stored facts.

A fact that is no valid message of its own journal is set aside with its sender and reason, and the
next one is read: nothing of it is held against another table.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, RowMapping, Select, and_, func, select, tuple_, update

from firmware.floor.facts import LANE_START
from firmware.floor.jackpot_tables import (
    JACKPOT_LANE,
    JACKPOT_MESSAGE_TABLE,
    JACKPOT_TERMS_TABLE,
)
from firmware.floor.journal_places import PLACES_OF_ONE, registered_journals
from firmware.floor.ledger.quarantine_store import store_rejected
from firmware.floor.places import place_subject
from firmware.floor.quarantine import UNREADABLE, RejectedMessage
from firmware.floor.store import (
    FACT_TABLE,
    WATERMARK_TABLE,
    insert_missing,
    select_rows,
    write_transaction,
)
from firmware.shell.config.floor import SUBJECT_TOKEN
from firmware.shell.history.journal_entries import Attested

FACT_LANE: Final = "fact"
FACTS_PER_TRANSACTION: Final = 1000
"""Facts that are scanned in one transaction."""
MAX_WAITING: Final = 500
"""Messages of a journal that wait at a refusal: beyond them no more of it are read."""
ATTESTED_KEY: Final = "Attested"
MAX_NUMBER: Final = 1 << 53
"""Above every number that a table can reach."""


def scan_facts(database: Engine) -> int:
    """Store the jackpot messages among the facts that were not scanned yet; return how many facts
    were.
    """
    with database.connect() as connection:
        fact_watermarks = _journals_with_new_facts(connection)
    scanned_count = 0
    for fact_watermark in fact_watermarks:
        with write_transaction(database) as connection:
            scanned_count += _scan_journal(connection, fact_watermark)
    return scanned_count


def _journals_with_new_facts(connection: Connection) -> list[dict[str, Any]]:
    """Return the journals with facts that were not scanned yet, each with its fact watermark,
    except those that wait with many messages at a refusal.
    """
    scanned = WATERMARK_TABLE.alias()
    same_journal = scanned.c.journal == WATERMARK_TABLE.c.journal
    has_new_facts = tuple_(WATERMARK_TABLE.c.shoe, WATERMARK_TABLE.c.number) > tuple_(
        scanned.c.shoe, scanned.c.number
    )
    both_lanes = WATERMARK_TABLE.outerjoin(
        scanned, and_(same_journal, scanned.c.lane == JACKPOT_LANE)
    )
    statement = (
        select(WATERMARK_TABLE).select_from(both_lanes).where(WATERMARK_TABLE.c.lane == FACT_LANE)
    )
    selected_rows = connection.execute(
        statement.where(scanned.c.lane.is_(None) | has_new_facts)
        .where(WATERMARK_TABLE.c.journal.not_in(_held_up_journals()))
        .order_by(*WATERMARK_TABLE.primary_key)
    )
    return [dict(selected_row) for selected_row in selected_rows.mappings()]


def _held_up_journals() -> Select[tuple[str]]:
    """Select the journals with so many messages at a refusal that more would only cost the time of
    the other tables; the facts are read once people have decided.
    """
    refused, waiting = JACKPOT_MESSAGE_TABLE.alias(), JACKPOT_MESSAGE_TABLE.alias()
    is_behind = and_(
        waiting.c.jackpot == refused.c.jackpot,
        waiting.c.journal == refused.c.journal,
        waiting.c.number >= refused.c.number,
    )
    # by jackpot, as the index has them
    is_refused = refused.c.refused.is_not(None) & refused.c.jackpot.in_(
        select(JACKPOT_TERMS_TABLE.c.jackpot)
    )
    # not a join, for which SQLite may go through all messages
    waiting_count = select(func.count()).select_from(waiting).where(is_behind)
    return select(refused.c.journal).where(
        is_refused, waiting_count.correlate(refused).scalar_subquery() >= MAX_WAITING
    )


def _scan_journal(connection: Connection, fact_watermark: dict[str, Any]) -> int:
    """Scan the next facts of a journal; return how many there were."""
    lane_columns = {"journal": fact_watermark["journal"], "lane": JACKPOT_LANE}
    insert_missing(connection, WATERMARK_TABLE, [{**lane_columns, **LANE_START._asdict()}])
    (scanned,) = select_rows(connection, WATERMARK_TABLE, **lane_columns)
    fact_rows = _next_facts(connection, scanned, fact_watermark)
    faults = [
        (fact_row, reason)
        for fact_row in fact_rows
        # most facts are no such message, and are not decoded
        if fact_row["body"].startswith(f'{{"{ATTESTED_KEY}":')
        and (reason := _take_message(connection, fact_row)) is not None
    ]
    _set_aside(connection, fact_watermark["journal"], faults)
    if fact_rows:
        conditions = [
            WATERMARK_TABLE.c[column_name] == value for column_name, value in lane_columns.items()
        ]
        last_position = {"shoe": fact_rows[-1]["shoe"], "number": fact_rows[-1]["number"]}
        connection.execute(update(WATERMARK_TABLE).where(*conditions).values(last_position))
    return len(fact_rows)


def _next_facts(
    connection: Connection, scanned: dict[str, Any], fact_watermark: dict[str, Any]
) -> list[RowMapping]:
    fact_position = tuple_(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
    statement = (
        select(FACT_TABLE)
        .where(FACT_TABLE.c.journal == fact_watermark["journal"])
        .where(fact_position > tuple_(scanned["shoe"], scanned["number"]))
        .where(fact_position <= tuple_(fact_watermark["shoe"], fact_watermark["number"]))
        .order_by(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
    )
    return list(connection.execute(statement.limit(FACTS_PER_TRANSACTION)).mappings())


def _take_message(connection: Connection, fact_row: RowMapping) -> str | None:
    """Store the message of a fact; return the reason if it is none that its table may send."""
    attested = _decode_attested(fact_row["body"])
    if attested is None:
        return UNREADABLE
    if attested.message.journal != fact_row["journal"]:
        return "not_allowed"
    message_row = _message_row(attested, fact_row)
    if insert_missing(connection, JACKPOT_MESSAGE_TABLE, [message_row]):
        return None
    return None if _is_known(connection, attested) else "repeated"


def _decode_attested(fact_body: str) -> Attested | None:
    """Return the message of a fact, None if it is none that a table can make."""
    try:
        attested = msgspec.json.decode(fact_body, type=dict[str, Attested])[ATTESTED_KEY]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    message = attested.message
    has_number = 0 < message.message_number < MAX_NUMBER
    return attested if has_number and SUBJECT_TOKEN.fullmatch(message.jackpot) else None


def _message_row(attested: Attested, fact_row: RowMapping) -> dict[str, Any]:
    message = attested.message
    return {
        "jackpot": message.jackpot,
        "journal": message.journal,
        "number": message.message_number,
        "received_at": fact_row["received_at"],
        "shoe": fact_row["shoe"],
        "fact_number": fact_row["number"],
        "version": None,
        "bets": 0,
        "refused": None,
        "body": _encoded(attested),
    }


def _is_known(connection: Connection, attested: Attested) -> bool:
    """Return whether the stored message of this number is the same one."""
    message = attested.message
    key = {"jackpot": message.jackpot, "journal": message.journal, "number": message.message_number}
    (message_row,) = select_rows(connection, JACKPOT_MESSAGE_TABLE, **key)
    return bool(message_row["body"] == _encoded(attested))


def _encoded(attested: Attested) -> str:
    return msgspec.json.encode(attested).decode()


def _set_aside(
    connection: Connection, journal: str, faults: Sequence[tuple[RowMapping, str]]
) -> None:
    if not faults:
        return
    found = registered_journals(connection, PLACES_OF_ONE, identity=journal)
    place = found[journal].place if journal in found else None
    subject, name = ("", "") if place is None else (place_subject("fact", place), place.name)
    rejected_messages = [
        RejectedMessage(subject, name, fact_row["number"], reason, fact_row["body"].encode())
        for fact_row, reason in faults
    ]
    store_rejected(connection, rejected_messages)
