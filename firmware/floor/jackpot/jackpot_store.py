"""Linked jackpots in the ledger's database: terms, the tables' messages, and the ledger lines.

The primary key (jackpot, version) orders the money: the keeper that inserts a version first has
made that line.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Table,
    Text,
    and_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from firmware.core.vocabulary.jackpot import JackpotGrant, JackpotTableMessage, JackpotTerms
from firmware.floor.facts import LANE_START
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.floor.journal_places import registered_journals
from firmware.floor.store import FACT_TABLE, METADATA, WATERMARK_TABLE, insert_missing, select_rows
from firmware.shell.history.journal_entries import Attested
from firmware.shell.jackpot.signed_messages import SignedMessage

JACKPOT_LANE: Final = "jackpot"
"""The lane of facts already scanned for jackpot messages."""
FACT_LANE: Final = "fact"
FACTS_PER_TRANSACTION: Final = 1000
"""Facts that are scanned in one transaction."""
ATTESTED_KEY: Final = "Attested"

IsKnownMessage = Callable[[Attested, str, str], bool]
"""Whether a fact of that table and journal is a message which the house accepts."""


def _jackpot_table(table_name: str, **key_columns: Any) -> Table:  # noqa: ANN401 - types of columns
    columns = (
        Column(column_name, column_type, primary_key=True, autoincrement=False)
        for column_name, column_type in {"jackpot": Text, **key_columns}.items()
    )
    return Table(table_name, METADATA, *columns, Column("body", Text, nullable=False))


JACKPOT_TERMS_TABLE: Final = _jackpot_table("jackpot_terms", first_generation=BigInteger)
JACKPOT_LINE_TABLE: Final = _jackpot_table("jackpot_line", version=BigInteger)
JACKPOT_MESSAGE_TABLE: Final = _jackpot_table("jackpot_message", journal=Text, number=BigInteger)
JACKPOT_GRANT_TABLE: Final = _jackpot_table("jackpot_grant", hit_number=BigInteger)
"""How each hit was paid, from pool and reserve, by its order in the jackpot."""


class JackpotStore:
    """One jackpot in the database; each call reads the database."""

    def __init__(self, database: Engine, jackpot_name: str) -> None:
        self._database = database
        self.jackpot_name = jackpot_name

    @property
    def signed_terms(self) -> list[SignedMessage]:
        """All terms, the oldest first."""
        with self._database.connect() as connection:
            terms_rows = select_rows(connection, JACKPOT_TERMS_TABLE, jackpot=self.jackpot_name)
        return [
            msgspec.json.decode(terms_row["body"], type=SignedMessage) for terms_row in terms_rows
        ]

    @property
    def all_terms(self) -> list[JackpotTerms]:
        signed_messages = (signed.message for signed in self.signed_terms)
        return [
            jackpot_terms
            for jackpot_terms in signed_messages
            if isinstance(jackpot_terms, JackpotTerms)
        ]

    def add_terms(self, signed: SignedMessage) -> None:
        """Add terms; existing terms for the same generation stay."""
        if not isinstance(signed.message, JackpotTerms):
            raise TypeError(type(signed.message))
        first_generation = signed.message.first_generation
        encoded = msgspec.json.encode(signed).decode()
        with self._database.begin() as connection:
            insert_missing(
                connection,
                JACKPOT_TERMS_TABLE,
                [
                    {
                        "jackpot": self.jackpot_name,
                        "first_generation": first_generation,
                        "body": encoded,
                    }
                ],
            )

    @property
    def newest_line(self) -> LedgerLine | None:
        """The newest line, None of a jackpot that has not begun."""
        statement = select(JACKPOT_LINE_TABLE.c.body).where(
            JACKPOT_LINE_TABLE.c.jackpot == self.jackpot_name
        )
        with self._database.connect() as connection:
            encoded = connection.scalar(
                statement.order_by(JACKPOT_LINE_TABLE.c.version.desc()).limit(1)
            )
        return None if encoded is None else msgspec.json.decode(encoded, type=LedgerLine)

    def ledger_lines(self) -> Iterator[LedgerLine]:
        """Yield all lines, in order."""
        with self._database.connect() as connection:
            for line_row in select_rows(connection, JACKPOT_LINE_TABLE, jackpot=self.jackpot_name):
                yield msgspec.json.decode(line_row["body"], type=LedgerLine)

    @property
    def stored_grants(self) -> list[JackpotGrant]:
        """All grants, in the order of the hits."""
        with self._database.connect() as connection:
            grant_rows = select_rows(connection, JACKPOT_GRANT_TABLE, jackpot=self.jackpot_name)
        return [
            msgspec.json.decode(grant_row["body"], type=JackpotGrant) for grant_row in grant_rows
        ]

    def insert_line(
        self, ledger_line: LedgerLine, jackpot_grant: JackpotGrant | None = None
    ) -> bool:
        """Insert the next line and its grant; False if another keeper wrote this version first."""
        # always the same octets of the same line, so that stored ones can be compared
        encoded = msgspec.json.encode(ledger_line, order="deterministic").decode()
        line_row = {"jackpot": self.jackpot_name, "version": ledger_line.version, "body": encoded}
        try:
            with self._database.begin() as connection:
                connection.execute(JACKPOT_LINE_TABLE.insert(), [line_row])
                if jackpot_grant is not None:
                    connection.execute(JACKPOT_GRANT_TABLE.insert(), [_grant_row(jackpot_grant)])
        except IntegrityError:  # the primary key: another keeper has written this version
            return False
        return True

    def next_message(self, ledger_line: LedgerLine) -> Attested | None:
        """Return the next message of any table that is not in the line yet."""
        with self._database.connect() as connection:
            statement = select(JACKPOT_MESSAGE_TABLE.c.journal).where(
                JACKPOT_MESSAGE_TABLE.c.jackpot == self.jackpot_name
            )
            # any journal may be next: only the order within one is given
            for journal in connection.scalars(statement.distinct()).all():
                message_number = ledger_line.cursors.get(journal, 0) + 1
                message_rows = select_rows(
                    connection,
                    JACKPOT_MESSAGE_TABLE,
                    jackpot=self.jackpot_name,
                    journal=journal,
                    number=message_number,
                )
                if message_rows:
                    return msgspec.json.decode(message_rows[0]["body"], type=Attested)
        return None

    def collect_messages(self, is_known: IsKnownMessage) -> int:
        """Collect the jackpot messages among the stored facts; return how many. Messages that
        `is_known` rejects are skipped.
        """
        collected_count = 0
        with self._database.begin() as connection:
            journals = registered_journals(connection)
            for fact_watermark in _journals_with_new_facts(connection):
                journal = fact_watermark["journal"]
                for attested in _next_attested(connection, fact_watermark):
                    if is_known(attested, journals[journal].place.name, journal):
                        insert_missing(connection, JACKPOT_MESSAGE_TABLE, [_message_row(attested)])
                        collected_count += 1
        return collected_count


def _journals_with_new_facts(connection: Connection) -> list[dict[str, Any]]:
    """Return the journals with facts that were not scanned yet, each with its fact watermark."""
    scanned = WATERMARK_TABLE.alias()
    has_new_facts = tuple_(WATERMARK_TABLE.c.shoe, WATERMARK_TABLE.c.number) > tuple_(
        scanned.c.shoe, scanned.c.number
    )
    both_lanes = WATERMARK_TABLE.outerjoin(
        scanned,
        and_(scanned.c.journal == WATERMARK_TABLE.c.journal, scanned.c.lane == JACKPOT_LANE),
    )
    statement = (
        select(WATERMARK_TABLE).select_from(both_lanes).where(WATERMARK_TABLE.c.lane == FACT_LANE)
    )
    selected_rows = connection.execute(
        statement.where(scanned.c.lane.is_(None) | has_new_facts).order_by(
            *WATERMARK_TABLE.primary_key
        )
    )
    return [dict(selected_row) for selected_row in selected_rows.mappings()]


def _grant_row(jackpot_grant: JackpotGrant) -> dict[str, Any]:
    encoded = msgspec.json.encode(jackpot_grant).decode()
    name, hit_number = jackpot_grant.jackpot, jackpot_grant.order
    return {"jackpot": name, "hit_number": hit_number, "body": encoded}


def _message_row(attested: Attested) -> dict[str, Any]:
    message: JackpotTableMessage = attested.message
    encoded = msgspec.json.encode(attested).decode()
    key = {"jackpot": message.jackpot, "journal": message.journal, "number": message.message_number}
    return {**key, "body": encoded}


def _next_attested(connection: Connection, fact_watermark: dict[str, Any]) -> list[Attested]:
    """Return the messages among the next facts of a journal, and advance its scan."""
    lane_columns = {"journal": fact_watermark["journal"], "lane": JACKPOT_LANE}
    insert_missing(connection, WATERMARK_TABLE, [{**lane_columns, **LANE_START._asdict()}])
    (scanned,) = select_rows(connection, WATERMARK_TABLE, **lane_columns)
    fact_position = tuple_(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
    fact_rows = connection.execute(
        select(FACT_TABLE.c.shoe, FACT_TABLE.c.number, FACT_TABLE.c.body)
        .where(FACT_TABLE.c.journal == fact_watermark["journal"])
        .where(fact_position > tuple_(scanned["shoe"], scanned["number"]))
        .where(fact_position <= tuple_(fact_watermark["shoe"], fact_watermark["number"]))
        .order_by(FACT_TABLE.c.shoe, FACT_TABLE.c.number)
        .limit(FACTS_PER_TRANSACTION)
    ).all()
    if fact_rows:
        conditions = [
            WATERMARK_TABLE.c[column_name] == value for column_name, value in lane_columns.items()
        ]
        last_position = {"shoe": fact_rows[-1].shoe, "number": fact_rows[-1].number}
        connection.execute(update(WATERMARK_TABLE).where(*conditions).values(last_position))
    return [attested for fact_row in fact_rows if (attested := _attested_message(fact_row.body))]


def _attested_message(fact_body: str) -> Attested | None:
    # most facts are no such message, and are not decoded
    if not fact_body.startswith(f'{{"{ATTESTED_KEY}":'):
        return None
    return msgspec.json.decode(fact_body, type=dict[str, Attested])[ATTESTED_KEY]
