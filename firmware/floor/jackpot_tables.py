"""The tables of linked jackpots in the ledger's database."""

from typing import Any, Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Table, Text, text

from firmware.floor.store import METADATA


def _number(column_name: str, **options: Any) -> Column[int]:  # noqa: ANN401 - options of a column
    return Column(column_name, BigInteger, autoincrement=False, **options)


def _message_key() -> tuple[Column[Any], ...]:
    """The journal of a message, and its number there."""
    return Column("journal", Text, primary_key=True), _number("number", primary_key=True)


def _jackpot_table(table_name: str, *columns: Column[Any] | Index) -> Table:
    return Table(
        table_name,
        METADATA,
        Column("jackpot", Text, primary_key=True),
        *columns,
        Column("body", Text, nullable=False),
    )


def _waiting_index(index_name: str, *column_names: str) -> Index:
    """Return an index of the messages that wait."""
    has_no_line = text("version IS NULL")
    return Index(
        f"jackpot_message_{index_name}",
        "jackpot",
        *column_names,
        postgresql_where=has_no_line,
        sqlite_where=has_no_line,
    )


JACKPOT_LANE: Final = "jackpot"
"""The lane of facts already scanned for jackpot messages."""
JACKPOT_TERMS_TABLE: Final = _jackpot_table(
    "jackpot_terms", _number("first_generation", primary_key=True)
)
JACKPOT_LINE_TABLE: Final = _jackpot_table(
    "jackpot_line",
    _number("version", primary_key=True),
    Column("journal", Text, nullable=False),
    _number("number", nullable=False),
    _number("sequence", nullable=False),
    Index("jackpot_line_cursor", "jackpot", "journal", "number"),
)
"""The signed lines; `sequence` is that of the engine's message with the same octets."""
JACKPOT_MESSAGE_TABLE: Final = _jackpot_table(
    "jackpot_message",
    *_message_key(),
    Column("received_at", Text, nullable=False),
    _number("shoe", nullable=False),
    _number("fact_number", nullable=False),
    _number("version"),
    _number("bets", nullable=False),
    Column("refused", Text),
    Index("jackpot_message_version", "jackpot", "version"),
    Index("jackpot_message_refused", "jackpot", "refused"),
    _waiting_index("first", "received_at", "journal"),
    _waiting_index("next", "journal", "number"),
)
"""The tables' messages, with the position of each among the facts of its journal; `version` is that
of the line which has it, None while it waits; `bets` of it are counted. One that is refused holds
up its journal.
"""
JACKPOT_DECISION_TABLE: Final = _jackpot_table(
    "jackpot_decision",
    *_message_key(),
    Column("counts", Boolean, primary_key=True),
    _number("version"),
)
"""The decisions of two people on a message; `version` is that of the line which has it."""
JACKPOT_GRANT_TABLE: Final = _jackpot_table(
    "jackpot_grant",
    _number("hit_number", primary_key=True),
    Column("journal", Text, nullable=False),
    _number("version", nullable=False),
    Index("jackpot_grant_journal", "jackpot", "journal"),
)
"""How each hit was paid, from pool and reserve, by its order in the jackpot."""
