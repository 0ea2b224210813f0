"""Gathers the store's facts about a message, so that its claim can be held against it."""

from collections.abc import Callable
from datetime import datetime
from math import inf

from sqlalchemy import Connection, func, select

from firmware.floor.jackpot.claims import ROUNDS_PER_DAY, Evidence, LastClaim
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.floor.jackpot.message_store import MessageStore, StoredMessage
from firmware.floor.jackpot.round_facts import closed_round
from firmware.floor.jackpot_tables import JACKPOT_GRANT_TABLE, JACKPOT_LINE_TABLE
from firmware.floor.store import ALARM_TABLE
from firmware.shell.jackpot.signed_messages import is_attested

IsEnrolled = Callable[[str], bool]
"""Whether a device's public key, hex, is enrolled."""


class EvidenceReader:
    """Reads the evidence of one jackpot's messages; every read is by key."""

    def __init__(
        self,
        jackpot_store: JackpotStore,
        message_store: MessageStore,
        game: str,
        is_enrolled: IsEnrolled,
    ) -> None:
        self._lines = jackpot_store
        self._messages = message_store
        self._game = game
        self._is_enrolled = is_enrolled

    def evidence(self, stored: StoredMessage) -> Evidence:
        """Return the evidence of a message that waits."""
        attested, message = stored.attested, stored.attested.message
        shown_line = self._shown_line(message.version)
        shown_cursor = self._lines.cursor_at(message.journal, message.version) if shown_line else 0
        with self._lines.database.connect() as connection:
            round_facts = closed_round(connection, message.journal, stored.shoe, stored.fact_number)
            last_hit = self._last_hit(connection, message.journal)
            contradicted = _is_contradicted(connection, message.journal)
        return Evidence(
            is_enrolled=self._is_enrolled(attested.device) and is_attested(attested),
            is_next=message.message_number == self._lines.cursor(message.journal) + 1,
            device=attested.device,
            shown_line=None if shown_cursor is None else shown_line,
            shown_cursor=shown_cursor or 0,
            counted_bets=self._messages.counted_bets(
                message.journal, shown_cursor or 0, message.message_number
            ),
            locked=round_facts.locked,
            placed_bets=round_facts.progressive_bets(self._game),
            last_claim=self._last_claim(message.journal, message.message_number),
            last_hit=last_hit,
            day_s=self._day_s(stored),
            is_contradicted=contradicted,
        )

    def _shown_line(self, version: int) -> LedgerLine | None:
        newest = self._lines.newest
        if newest is None or not 0 < version <= newest.version:
            return None
        stored_line = self._lines.line(version)
        return stored_line.signed_line.line if stored_line else None

    def _last_claim(self, journal: str, number: int) -> LastClaim | None:
        stored = self._messages.message(journal, number - 1)
        if stored is None:
            return None
        message = stored.attested.message
        return LastClaim(message.round, message.version, stored.attested.device)

    def _last_hit(self, connection: Connection, journal: str) -> int:
        lines, grants = JACKPOT_LINE_TABLE.c, JACKPOT_GRANT_TABLE.c
        statement = select(func.max(lines.number)).where(
            lines.jackpot == grants.jackpot,
            lines.version == grants.version,
            grants.jackpot == self._lines.jackpot_name,
            grants.journal == journal,
        )
        return connection.scalar(statement) or 0

    def _day_s(self, stored: StoredMessage) -> float:
        message = stored.attested.message
        if message.message_number <= ROUNDS_PER_DAY:
            return inf
        earlier = self._messages.message(message.journal, message.message_number - ROUNDS_PER_DAY)
        if earlier is None or not earlier.received_at or not stored.received_at:
            return inf
        began, ended = map(datetime.fromisoformat, (earlier.received_at, stored.received_at))
        return (ended - began).total_seconds()


def _is_contradicted(connection: Connection, journal: str) -> bool:
    statement = select(ALARM_TABLE.c.id).where(
        ALARM_TABLE.c.kind == "fact_differs", ALARM_TABLE.c.journal == journal
    )
    return connection.execute(statement.limit(1)).first() is not None
