"""Keepers of a linked lot: from the tables' facts to the line, each message once."""

from msgspec.structs import replace
from sqlalchemy import Engine

from firmware.floor.jackpot.ledger_line import LedgerLine, first_line, fold_message
from firmware.floor.store import (
    WATERMARK_TABLE,
    insert_missing,
)
from firmware.shell.jackpot.signed_messages import is_signed_by_keeper
from firmware.shell.trust.keys import public_octets
from tests.kits.floor.jackpots import TERMS, A, B
from tests.kits.floor.keeper_jackpot import FedTable, KeeperJackpot


def folded(*tables: FedTable) -> LedgerLine:
    line = first_line([TERMS])
    for message in (message for table in tables for message in table.sent):
        line = fold_message(line, message, [TERMS]).ledger_line
    return line


def test_message_counts_once(
    house: KeeperJackpot,
) -> None:
    table, other = house.table("table-1", A), house.start_keeper()
    for bets in (1, 2, 3):
        table.play(bets)
    table.play(shares=[(1, 100)])
    for _ in range(4):
        house.keeper.fold_next()
        other.fold_next()
    assert house.fold() == folded(table)
    assert [stored.version for stored in house.store.lines_after(0)] == [1, 2, 3, 4, 5]


def test_message_ahead_of_sequence_waits(house: KeeperJackpot, engine: Engine) -> None:
    table = house.table("table-1", A)
    for _ in range(2):
        table.play()
    last = {"journal": A, "lane": "fact", "shoe": 0, "number": 2}
    with engine.begin() as connection:
        connection.execute(WATERMARK_TABLE.delete().where(WATERMARK_TABLE.c.lane == "fact"))
        insert_missing(connection, WATERMARK_TABLE, [last])
    house.fold()
    assert house.store.cursors() == {A: 1}


def test_each_table_has_its_own_cursor(
    house: KeeperJackpot,
) -> None:
    one, two = house.table("table-1", A), house.table("table-2", B)
    for table in (one, two, one):
        table.play()
    line = house.fold()
    assert house.store.cursors() == {A: 2, B: 1}
    assert not hasattr(line, "cursors")
    assert house.update(one).cursors == {A: 2}


def test_lost_line_has_no_cursor(
    house: KeeperJackpot,
) -> None:
    table = house.table("table-1", A)
    table.play()
    line = house.fold()
    assert house.keeper.update_to(replace(line, version=line.version + 1), 7, A) == []


def test_hit_granted_and_line_signed(house: KeeperJackpot) -> None:
    table = house.table("table-1", A)
    table.play(shares=[(1, 100)])
    line = house.fold()
    signed = house.keeper.signed_update(line, 7)
    assert (line.generation, line.hits) == (2, 1)
    assert all(
        is_signed_by_keeper(one, public_octets(house.key).hex(), ())
        for one in (signed, *house.keeper.signed_grants(A))
    )
