"""Holds what the database has of each journal against hash chain, segment headers and records.

Whoever alters or deletes a row after it was stored is found by the next row of the chain, by the
facts that the records give, or by the watermark, which says what must be there. The ledger does it
slowly all the time, and `croupier ledger verify` at once.
"""

import asyncio
from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from firmware.floor.journal_places import RegisteredJournal, registered_journals
from firmware.floor.ledger.archived_days import ArchivedDays, lane_days
from firmware.floor.ledger.journal_verifier import FoundRow, JournalVerifier
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.log import WriteLog
from firmware.floor.store import FACT_TABLE

SLICE_RECORDS: Final = 500
SLICE_INTERVAL_S: Final = 5.0
"""The ledger verifies a hundred records a second besides its work."""
RETRY_INTERVAL_S: Final = 60.0


class VerifiedRecord(NamedTuple):
    """A record that was read. With a finding it is the last one: `place` names the first row of its
    journal that is not as it was stored.
    """

    journal: RegisteredJournal
    number: int
    finding: str = ""
    place: str = ""


def verify_journals(
    database: Engine, archived_days: ArchivedDays, since: date | None = None
) -> Iterator[VerifiedRecord]:
    """Verify each journal, from the first shoe on of which a fact came since a gaming day; yield
    each record as it is read. Raises RequestFailed, SQLAlchemyError.
    """
    with database.connect() as connection:
        journals = [*registered_journals(connection).values()]
    for journal in journals:
        first_number: int | None = 0
        if since is not None:
            first_number = _first_number(database, journal.identity, archived_days, since)
        if first_number is not None:
            yield from _verify_journal(database, journal, archived_days, first_number)


async def verify_slowly(ledger: Ledger, write_log: WriteLog) -> None:
    """Verify all journals, one slice after another, for ever; what is found raises an alarm."""
    while True:
        try:
            await _verify_slices(ledger, write_log)
            await asyncio.sleep(SLICE_INTERVAL_S)
        except SQLAlchemyError:
            await asyncio.sleep(RETRY_INTERVAL_S)


async def _verify_slices(ledger: Ledger, write_log: WriteLog) -> None:
    verified_records = verify_journals(ledger.database, ArchivedDays())
    while verified := await asyncio.to_thread(_slice_of, verified_records):
        alarms = [
            LedgerAlarm(
                "ledger_altered",
                record.journal.place.name,
                record.journal.identity,
                record.place,
            )
            for record in verified
            if record.finding
        ]
        for alarm in await asyncio.to_thread(ledger.raise_alarms, alarms):
            write_log(alarm.log_text)
        await asyncio.sleep(SLICE_INTERVAL_S)


def _slice_of(verified_records: Iterator[VerifiedRecord]) -> list[VerifiedRecord]:
    return list(islice(verified_records, SLICE_RECORDS))


def _first_number(
    database: Engine, identity: str, archived_days: ArchivedDays, since: date
) -> int | None:
    """Return the record from which facts since a gaming day can be told: two shoes before the first
    one; None if none came since.
    """
    shoe, day, is_own = FACT_TABLE.c.shoe, FACT_TABLE.c.day, FACT_TABLE.c.journal == identity
    with database.connect() as connection:
        days = lane_days(connection, identity, "fact")
        spans = (
            archived_days.lane_span(each, FACT_TABLE, identity) for each in days if each >= since
        )
        stored_shoe = connection.scalar(select(func.min(shoe)).where(is_own, day >= since))
        first_shoes = [span.first.shoe for span in spans if span is not None]
        first_shoe = min(
            [*first_shoes, *([] if stored_shoe is None else [stored_shoe])], default=None
        )
        if first_shoe is None:
            return None
        statement = select(shoe).distinct().where(is_own, shoe < first_shoe)
        stored = connection.scalars(statement.order_by(shoe.desc()).limit(2)).all()
    earlier_shoes = {*stored} | {end.shoe for end in days.values() if end.shoe < first_shoe}
    return sorted(earlier_shoes)[-2] if len(earlier_shoes) > 1 else 0


def _verify_journal(
    database: Engine, journal: RegisteredJournal, archived_days: ArchivedDays, first_number: int
) -> Iterator[VerifiedRecord]:
    verifier = JournalVerifier(database, journal.identity, first_number, archived_days)
    number = first_number
    try:
        for number in verifier.read_records():
            yield VerifiedRecord(journal, number)
        verifier.check_ends()
    except FoundRow as found:
        yield VerifiedRecord(journal, number, found.finding, found.place)
