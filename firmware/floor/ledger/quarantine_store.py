"""The rejected messages in the ledger's database, and the alarm of each sender."""

from hashlib import sha256
from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    func,
    select,
)
from sqlalchemy.engine import RowMapping

from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms, utc_timestamp
from firmware.floor.places import place_of_subject
from firmware.floor.quarantine import NAMELESS_REASONS, RejectedMessage
from firmware.floor.store import METADATA, insert_missing, write_transaction

REJECTED_TABLE: Final = Table(
    "rejected",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("subject", Text, nullable=False),
    Column("sender", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("octets", LargeBinary, nullable=False),
    Column("received_at", Text, nullable=False),
    UniqueConstraint("subject", "sequence", "digest"),
    Index("rejected_sender", "sender"),
    Index("rejected_subject", "subject", "sender", "reason"),
)
"""Messages that were set aside; `digest` is of all their octets, of which the first are stored."""
STORED_OCTETS: Final = 4096
MAX_REJECTED: Final = 1000
"""Rows of a sender: what comes beyond is refused without a trace but its alarm."""


class QuarantineStore:
    """The rejected messages of one database."""

    def __init__(self, database: Engine) -> None:
        self._database = database

    def set_aside(self, rejected: RejectedMessage) -> None:
        """Store a message that was not taken. Raises SQLAlchemyError."""
        with write_transaction(self._database) as connection:
            store_rejected(connection, [rejected])

    def rejected_rows(self) -> list[RowMapping]:
        """Return all, the oldest first."""
        with self._database.connect() as connection:
            statement = select(REJECTED_TABLE).order_by(REJECTED_TABLE.c.id)
            return list(connection.execute(statement).mappings())


def store_rejected(
    connection: Connection, rejected_messages: list[RejectedMessage]
) -> list[LedgerAlarm]:
    """Store messages in a transaction; return the alarms of senders that had none."""
    rows: list[dict[str, object]] = []
    free_rows: dict[str, int] = {}
    for rejected in rejected_messages:
        source = rejected.source
        if source not in free_rows:  # once a batch: a flood costs others' messages little time
            free_rows[source] = MAX_REJECTED - _row_count(connection, rejected)
        if free_rows[source] > 0:
            free_rows[source] -= 1
            rows.append(_rejected_row(rejected))
    insert_missing(connection, REJECTED_TABLE, rows)
    alarms = [LedgerAlarm("rejected", _alarm_name(rejected), "") for rejected in rejected_messages]
    return raise_new_alarms(connection, alarms)


def _row_count(connection: Connection, rejected: RejectedMessage) -> int:
    """Return how many rows the source of a message has."""
    columns = REJECTED_TABLE.c
    is_nameless = (columns.sender == "") | columns.reason.in_(NAMELESS_REASONS)
    is_alike = (
        (columns.subject == rejected.subject) & is_nameless
        if rejected.is_nameless
        else columns.sender == rejected.sender
    )
    return connection.scalar(select(func.count()).where(is_alike)) or 0


def _alarm_name(rejected: RejectedMessage) -> str:
    place = place_of_subject(rejected.subject)
    return place.name if rejected.is_nameless and place else rejected.sender


def _rejected_row(rejected: RejectedMessage) -> dict[str, object]:
    return {
        "subject": rejected.subject.replace("\0", "?"),  # which PostgreSQL takes in no text
        "sender": rejected.sender,
        "sequence": rejected.sequence,
        "reason": rejected.reason,
        "digest": sha256(rejected.octets).hexdigest(),
        "octets": rejected.octets[:STORED_OCTETS],
        "received_at": utc_timestamp(),
    }
