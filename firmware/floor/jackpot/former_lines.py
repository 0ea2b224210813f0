"""The lines of a jackpot from before keepers signed them: recomputed once, and signed.

They are taken only where neither store nor stream has a signed line: else somebody with the
database's password could choose another order of the same messages.
"""

from typing import Final

import msgspec
from sqlalchemy import BigInteger, Column, Table, Text, select

from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.floor.jackpot.line_history import LineAltered
from firmware.floor.jackpot.message_scan import scan_facts
from firmware.floor.store import METADATA

FORMER_LINE_TABLE: Final = Table(
    "jackpot_former_line",
    METADATA,
    Column("jackpot", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)
SUMS: Final = ("version", "generation", "pool", "reserve", "hits")


def adopt_former_lines(jackpot_store: JackpotStore, keeper: JackpotKeeper) -> int:
    """Sign the former lines of a jackpot that has only begun; return how many there are. Raises
    LineAltered if one does not follow from the tables' messages; StreamAway.
    """
    newest, former = jackpot_store.newest_line, former_lines(jackpot_store)
    if newest is None or newest.version > 1 or len(former) < 2:
        return 0
    while scan_facts(jackpot_store.database):
        pass
    for former_line in former[1:]:
        folded = keeper.fold_again(former_line.journal, former_line.message_number)
        if folded is None or _sums(folded) != _sums(former_line):
            raise LineAltered(jackpot_store.jackpot_name, former_line.version)
    return len(former)


def former_lines(jackpot_store: JackpotStore) -> list[LedgerLine]:
    """Return the lines that no keeper has signed, in order."""
    columns = FORMER_LINE_TABLE.c
    statement = select(columns.body).where(columns.jackpot == jackpot_store.jackpot_name)
    with jackpot_store.database.connect() as connection:
        bodies = connection.scalars(statement.order_by(columns.version)).all()
    return [msgspec.json.decode(body, type=LedgerLine) for body in bodies]


def _sums(ledger_line: LedgerLine) -> tuple[int, ...]:
    return tuple(getattr(ledger_line, name) for name in SUMS)
