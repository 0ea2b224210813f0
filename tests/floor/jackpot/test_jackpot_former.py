"""Lines from before keepers signed them, and the settings of a keeper's database."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine

from firmware.floor.jackpot.database_check import database_faults
from firmware.floor.jackpot.former_lines import FORMER_LINE_TABLE, adopt_former_lines
from firmware.floor.jackpot.ledger_line import LedgerLine, first_line, fold_message
from firmware.floor.jackpot.line_history import LineAltered
from tests.kits.floor.jackpots import TERMS, A, B
from tests.kits.floor.keeper_jackpot import KeeperJackpot


def former(house: KeeperJackpot) -> list[LedgerLine]:
    """Return the lines of two tables' messages in the order of an earlier program."""
    tables = house.table("table-1", A), house.table("table-2", B)
    for table in tables:
        table.play(bets=2, shares=[(1, 10)])
    lines = [first_line([TERMS])]
    for table in reversed(tables):
        lines.append(fold_message(lines[-1], table.sent[0], [TERMS]).ledger_line)
    return lines


def store_former(engine: Engine, lines: list[LedgerLine]) -> None:
    rows = [
        {"jackpot": "grand", "version": line.version, "body": msgspec.json.encode(line).decode()}
        for line in lines
    ]
    with engine.begin() as connection:
        connection.execute(FORMER_LINE_TABLE.insert(), rows)


def test_former_lines_signed_once(tmp_path: Path, engine: Engine) -> None:
    house = KeeperJackpot(tmp_path, engine)
    lines = former(house)
    store_former(engine, lines)
    assert adopt_former_lines(house.store, house.keeper) == len(lines)
    assert house.fold() == lines[-1]
    assert [grant.journal for grant in house.grants] == [B, A]
    assert adopt_former_lines(house.store, house.keeper) == 0


def test_altered_former_line_not_signed(tmp_path: Path, engine: Engine) -> None:
    house = KeeperJackpot(tmp_path, engine)
    lines = former(house)
    store_former(engine, [*lines[:-1], replace(lines[-1], pool=20_000_000)])
    with pytest.raises(LineAltered):
        adopt_former_lines(house.store, house.keeper)


def test_missing_standby_is_named(
    store: Engine,
) -> None:
    found = [fault.key for fault in database_faults(store)]
    is_postgresql = store.dialect.name == "postgresql"
    assert ("linked.keeper.no_standby" in found) == is_postgresql
    assert is_postgresql or found == []
