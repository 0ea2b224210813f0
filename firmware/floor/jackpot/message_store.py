"""The messages of a jackpot that wait, that are refused, and that people decide on."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Engine, RowMapping, Select, and_, func, select, tuple_, update

from firmware.core.vocabulary.jackpot import JackpotDecision
from firmware.floor.jackpot.claims import CURABLE
from firmware.floor.jackpot_tables import JACKPOT_DECISION_TABLE, JACKPOT_MESSAGE_TABLE
from firmware.floor.journal_places import journal_name
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.store import insert_missing, select_rows, write_transaction
from firmware.shell.history.journal_entries import Attested
from firmware.shell.jackpot.signed_messages import SignedMessage

MESSAGE = JACKPOT_MESSAGE_TABLE.c

MAX_RETRIED: Final = 32
"""Journals that are read again at once: more could keep the keeper from the tables in play."""
NO_LINE: Final = 0
"""The version of a message that came after people had passed over its number."""


MessageKey = tuple[str, int]
"""The journal of a message, and its number there."""


class StoredMessage(NamedTuple):
    """A message as the store has it; `version` is that of its line, None while it waits."""

    attested: Attested
    received_at: str
    shoe: int
    fact_number: int
    version: int | None
    bets: int
    refused: str | None


class MessageStore:
    """The messages of one jackpot; each call reads the database, by key."""

    def __init__(self, database: Engine, jackpot_name: str) -> None:
        self._database = database
        self.jackpot_name = jackpot_name

    def next_waiting(self) -> StoredMessage | None:
        """Return the first message that waits, of a journal that no refusal holds up: the journals
        as they have come, and each in its own order, since a ledger's clock may be set back.
        """
        held_up = select(MESSAGE.journal).where(
            MESSAGE.jackpot == self.jackpot_name, MESSAGE.refused.is_not(None)
        )
        waits = MESSAGE.jackpot == self.jackpot_name, MESSAGE.version.is_(None)
        # two searches, each by an index of its own: thousands may wait
        first_journal = (
            select(MESSAGE.journal)
            .where(*waits, MESSAGE.journal.not_in(held_up))
            .order_by(MESSAGE.received_at, MESSAGE.journal)
            .limit(1)
        )
        statement = (
            self._messages()
            .where(*waits, MESSAGE.journal == first_journal.scalar_subquery())
            .order_by(MESSAGE.number)
        )
        return self._first(statement)

    def message(self, journal: str, number: int) -> StoredMessage | None:
        return self._first(
            self._messages().where(MESSAGE.journal == journal, MESSAGE.number == number)
        )

    def rounds(self, keys: Iterable[MessageKey]) -> dict[MessageKey, int]:
        """Return the rounds of some messages, as far as they are stored."""
        statement = select(MESSAGE.journal, MESSAGE.number, MESSAGE.body).where(
            MESSAGE.jackpot == self.jackpot_name,
            tuple_(MESSAGE.journal, MESSAGE.number).in_([*keys]),
        )
        with self._database.connect() as connection:
            return {
                (journal, number): msgspec.json.decode(body, type=Attested).message.round
                for journal, number, body in connection.execute(statement)
            }

    def counted_bets(self, journal: str, after: int, before: int) -> int:
        """Return the counted bets of the messages between two numbers."""
        statement = select(func.sum(MESSAGE.bets)).where(
            MESSAGE.jackpot == self.jackpot_name,
            MESSAGE.journal == journal,
            MESSAGE.number > after,
            MESSAGE.number < before,
        )
        with self._database.connect() as connection:
            return int(connection.scalar(statement) or 0)

    def refuse(self, journal: str, number: int, reason: str) -> bool:
        """Hold up a journal at a message; return whether that raised an alarm of its table."""
        with write_transaction(self._database) as connection:
            connection.execute(
                update(JACKPOT_MESSAGE_TABLE)
                .where(*self._key(journal, number))
                .values(refused=reason)
            )
            table, place = journal_name(connection, journal), f"{self.jackpot_name} {number}"
            alarm = LedgerAlarm("jackpot_refused", table, journal, place)
            return bool(raise_new_alarms(connection, [alarm]))

    def pass_over(self, journal: str, number: int) -> None:
        """Have a message wait no longer whose number a line has without it."""
        with write_transaction(self._database) as connection:
            connection.execute(
                update(JACKPOT_MESSAGE_TABLE)
                .where(*self._key(journal, number))
                .values(version=NO_LINE)
            )

    def retry(self, after: str = "") -> str:
        """Have those read again whose reason may have ended, of some journals at a time, in the
        order of their identities; return the last one, which is the next `after`.
        """
        is_curable = and_(MESSAGE.jackpot == self.jackpot_name, MESSAGE.refused.in_(CURABLE))
        next_journals = (
            select(MESSAGE.journal)
            .where(is_curable, MESSAGE.journal > after)
            .distinct()
            .order_by(MESSAGE.journal)
            .limit(MAX_RETRIED)
        )
        with write_transaction(self._database) as connection:
            journals = connection.scalars(next_journals).all()
            connection.execute(
                update(JACKPOT_MESSAGE_TABLE)
                .where(is_curable, MESSAGE.journal.in_(journals))
                .values(refused=None)
            )
        return journals[-1] if len(journals) == MAX_RETRIED else ""

    def refused(self) -> list[StoredMessage]:
        """Return the refused messages that wait for a decision."""
        statement = self._messages().where(MESSAGE.refused.is_not(None))
        with self._database.connect() as connection:
            message_rows = connection.execute(statement.order_by(MESSAGE.received_at)).mappings()
            return [_stored_message(message_row) for message_row in message_rows]

    def add_decision(self, signed_decision: SignedMessage) -> bool:
        """Store a decision; return whether it is new."""
        decision = signed_decision.message
        if not isinstance(decision, JackpotDecision):
            raise TypeError(type(decision))
        decision_row = {
            "jackpot": self.jackpot_name,
            "journal": decision.journal,
            "number": decision.message_number,
            "counts": decision.counts,
            "version": None,
            "body": msgspec.json.encode(signed_decision).decode(),
        }
        with write_transaction(self._database) as connection:
            return bool(insert_missing(connection, JACKPOT_DECISION_TABLE, [decision_row]))

    def waiting_decisions(self) -> list[SignedMessage]:
        """Return the decisions that no line has yet."""
        with self._database.connect() as connection:
            decision_rows = select_rows(
                connection, JACKPOT_DECISION_TABLE, jackpot=self.jackpot_name, version=None
            )
        return [msgspec.json.decode(row["body"], type=SignedMessage) for row in decision_rows]

    def _messages(self) -> Select[Any]:
        return select(JACKPOT_MESSAGE_TABLE).where(MESSAGE.jackpot == self.jackpot_name)

    def _key(self, journal: str, number: int) -> tuple[Any, ...]:
        return (
            MESSAGE.jackpot == self.jackpot_name,
            MESSAGE.journal == journal,
            MESSAGE.number == number,
        )

    def _first(self, statement: Select[Any]) -> StoredMessage | None:
        with self._database.connect() as connection:
            message_row = connection.execute(statement.limit(1)).mappings().first()
        return None if message_row is None else _stored_message(message_row)


def _stored_message(message_row: RowMapping) -> StoredMessage:
    attested = msgspec.json.decode(message_row["body"], type=Attested)
    columns = ("received_at", "shoe", "fact_number", "version", "bets", "refused")
    return StoredMessage(attested, *(message_row[column] for column in columns))
