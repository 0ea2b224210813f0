"""The rows that the ledger folds from facts, in the transaction that moves their watermark."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Table, Text

from firmware.floor.store import METADATA

TABLE_STATE_TABLE: Final = Table(
    "table_state",
    METADATA,
    Column("journal", Text, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("takings_revision", BigInteger, nullable=False),
    Column("shoe", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("fold", Text, nullable=False),
    Column("shown", Text, nullable=False),
)
"""The fold of each journal up to a fact, and its part for screens; `revision` grows with each write
of any row of the journal, `takings_revision` is that of its last takings.
"""

LAST_ROUNDS_TABLE: Final = Table(
    "last_rounds",
    METADATA,
    Column("journal", Text, primary_key=True),
    Column("rounds", Text, nullable=False),
)
"""The last settled rounds of each journal, written only when a round settles."""

HOUR_TAKINGS_TABLE: Final = Table(
    "hour_takings",
    METADATA,
    Column("journal", Text, primary_key=True),
    Column("hour", BigInteger, primary_key=True, autoincrement=False),
    Column("bet_class", Text, primary_key=True),
    Column("rounds", BigInteger, nullable=False),
    Column("handle", BigInteger, nullable=False),
    Column("held", BigInteger, nullable=False),
    Column("voids", BigInteger, nullable=False),
    Column("late_bets", BigInteger, nullable=False),
    Column("priced_rounds", BigInteger, nullable=False),
    Column("priced_stakes", BigInteger, nullable=False),
    Column("priced_gain", BigInteger, nullable=False),
    Column("expected_gain", Text, nullable=False),
    Column("variance", Double, nullable=False),
    Index("hour_takings_hour", "hour"),
)
"""The money of a journal by hour since 1970 and class of bet, '' for the whole table. Cents; the
expected gain is an exact fraction of them.
"""

TABLE_ALARM_TABLE: Final = Table(
    "table_alarm",
    METADATA,
    Column("journal", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("over_ms", BigInteger),
    Column("body", Text, nullable=False),
    Column("acknowledged", Boolean, nullable=False),
)
"""The alarms of the facts. `acknowledged` is set with the pit's acknowledgement, or from the start
of a kind whose end is enough: by it open alarms have an index of their own.
"""
IS_OPEN_ALARM: Final = TABLE_ALARM_TABLE.c.over_ms.is_(None) | TABLE_ALARM_TABLE.c.acknowledged.is_(
    False
)
"""Lasts, or is not acknowledged."""
Index(
    "table_alarm_open",
    TABLE_ALARM_TABLE.c.journal,
    sqlite_where=IS_OPEN_ALARM,
    postgresql_where=IS_OPEN_ALARM,
)
Index("table_alarm_id", TABLE_ALARM_TABLE.c.id)
Index("table_alarm_since", TABLE_ALARM_TABLE.c.since_ms)

ROW_TABLES: Final = (TABLE_STATE_TABLE, LAST_ROUNDS_TABLE, HOUR_TAKINGS_TABLE, TABLE_ALARM_TABLE)
