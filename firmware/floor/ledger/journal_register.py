"""Which journal is whose: each is registered once, by its device and key; its name may change."""

from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, or_, select, update

from firmware.floor.driver_query import DriverQuery
from firmware.floor.envelope import MessageRejected
from firmware.floor.journal_places import (
    RegisteredJournal,
    journals_of_rows,
    places_of_journals,
)
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, utc_timestamp
from firmware.floor.ledger.table_message import TableMessage
from firmware.floor.roster.enrolment import Enrolment
from firmware.floor.roster.roster import Roster
from firmware.floor.store import JOURNAL_PLACE_TABLE, JOURNAL_TABLE, insert_missing

MAX_JOURNALS: Final = 64
"""The most journals of one place: a table begins one with new disks."""

_WERE_THERE: Final = JOURNAL_PLACE_TABLE.alias()
_PLACES: Final = DriverQuery(
    places_of_journals(
        or_(
            JOURNAL_PLACE_TABLE.c.journal.in_(bindparam("identities", expanding=True)),
            JOURNAL_PLACE_TABLE.c.journal.in_(
                select(_WERE_THERE.c.journal).where(
                    _WERE_THERE.c.name.in_(bindparam("names", expanding=True))
                )
            ),
        )
    )
)


class JournalRegister:
    """The journals that some messages concern, in one transaction."""

    def __init__(
        self, connection: Connection, messages: Sequence[TableMessage], roster: Roster
    ) -> None:
        self._connection, self._roster = connection, roster
        self._names = sorted({message.enrolment.name for message in messages})
        self._identities = sorted({message.journal for message in messages})
        self._journals = self._registered()
        self._continuing = set[tuple[str, Enrolment]]()
        """Journals that continue by an enrolment, as long as none is placed."""

    def register(self, message: TableMessage) -> Iterator[LedgerAlarm]:
        """Register the journal of a message. Raises MessageRejected if it is another device's; an
        alarm if the table had another, or if an ended one continues.
        """
        if (message.journal, message.enrolment) in self._continuing:
            return
        if message.journal not in self._journals:
            earlier = self._identities_at(message.enrolment)
            if len(earlier) >= MAX_JOURNALS:
                raise MessageRejected("many_journals", message.enrolment.name)
            if self._begin(message):
                if earlier:
                    yield message.source.alarm("new_journal")
                return
            # another ledger has begun it meanwhile
            self._journals = self._registered()
        self._continue(message)
        if message.journal not in self._identities_at(message.enrolment)[-1:]:
            yield message.source.alarm("two_journals")
        self._continuing.add((message.journal, message.enrolment))

    def _registered(self) -> dict[str, RegisteredJournal]:
        """Return these journals, and all that a table of these names has had."""
        rows = _PLACES.rows(self._connection, identities=self._identities, names=self._names)
        return journals_of_rows(rows)

    def _identities_at(self, enrolment: Enrolment) -> list[str]:
        return [
            identity
            for identity, journal in self._journals.items()
            if journal.place == enrolment.place or _is_unplaced(journal, enrolment)
        ]

    def _begin(self, message: TableMessage) -> bool:
        """Begin a journal; return False if it is begun. Raises MessageRejected if another device
        that is enrolled has begun it, though it has sent nothing of it yet.
        """
        enrolment = message.enrolment
        if self._roster.device_of_journal(message.journal) not in (None, enrolment.device):
            raise MessageRejected("other_journal", enrolment.name)
        row = {
            "journal": message.journal,
            "device": enrolment.device,
            "key": enrolment.key,
            "began_at": utc_timestamp(),
        }
        if not insert_missing(self._connection, JOURNAL_TABLE, [row]):
            return False
        self._place(message.journal, enrolment)
        return True

    def _continue(self, message: TableMessage) -> None:
        """Have a journal continue, at another place if its enrolment is newer. Raises
        MessageRejected if it is another's.
        """
        journal, enrolment = self._journals[message.journal], message.enrolment
        if not _is_owner(journal, enrolment):
            raise MessageRejected("other_journal", enrolment.name)
        if _order(enrolment) > journal.enrolled:
            self._move(journal, enrolment)

    def _move(self, journal: RegisteredJournal, enrolment: Enrolment) -> None:
        """Have a journal belong to a newer enrolment, and be at its place."""
        statement = update(JOURNAL_TABLE).where(JOURNAL_TABLE.c.journal == journal.identity)
        device = enrolment.device or journal.device
        self._connection.execute(statement.values(key=enrolment.key, device=device))
        self._place(journal.identity, enrolment)

    def _place(self, identity: str, enrolment: Enrolment) -> None:
        enrolled_ms, number = _order(enrolment)
        row = {
            "journal": identity,
            "since": utc_timestamp(),
            "property": enrolment.property_name,
            "pit": enrolment.pit,
            "name": enrolment.name,
            "position": enrolment.position,
            "enrolled_ms": enrolled_ms,
            "enrolment": number,
        }
        insert_missing(self._connection, JOURNAL_PLACE_TABLE, [row])
        self._continuing.clear()
        self._journals[identity] = RegisteredJournal(
            identity,
            enrolment.key,
            enrolment.device,
            enrolment.place,
            enrolment.position,
            (enrolled_ms, number),
        )


def _is_owner(journal: RegisteredJournal, enrolment: Enrolment) -> bool:
    if journal.key is None:
        return _is_unplaced(journal, enrolment)
    is_same_device = journal.device is not None and journal.device == enrolment.device
    return journal.key == enrolment.key or is_same_device


def _is_unplaced(journal: RegisteredJournal, enrolment: Enrolment) -> bool:
    """Return whether a journal is from before there were enrolments, and has this name."""
    return journal.key is None and journal.place.name == enrolment.name


def _order(enrolment: Enrolment) -> tuple[int, int]:
    return enrolment.since_ms, enrolment.number
