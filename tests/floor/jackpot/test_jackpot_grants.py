"""The grant of a hit of a linked lot: made once, and recorded by the table that paid the hit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.vocabulary.jackpot import JackpotGrant, JackpotGrantReceived
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.audit import recomputed_grants
from firmware.floor.jackpot.ledger_line import first_line, fold_message
from firmware.floor.jackpot.line_history import LineAltered
from firmware.floor.jackpot.signed_line import SignedLine
from firmware.shell.history.journal_entries import Attested, Happened, decode, encode
from tests.kits.floor.jackpots import JOURNAL, TERMS, A, B, fed, hit, shown
from tests.kits.floor.keeper_jackpot import KeeperJackpot
from tests.kits.floor.stores import empty_store

MESSAGES = [fed(1), hit(2, 90_000), hit(1, 1_000, 10, B), hit(3, 50_100, generation=2)]
GRANT = JackpotGrant("grand", 1, "table-7", JOURNAL, 1, 123_414, 246_828, 0, 2)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[KeeperJackpot]:
    engine = empty_store(tmp_path / "ledger.db")
    yield KeeperJackpot(tmp_path, engine)
    engine.dispose()


def linked() -> JackpotLink:
    """Return a table's part in a lot of which it has won all."""
    link = (
        JackpotLink()
        .with_terms(TERMS, "table-7", JOURNAL)
        .with_update(shown(5, 123_400))
        .with_round_locked(1)
    )
    return link.with_round_ended(1, [(1, 100, Cents(123_414))])[0]


def test_each_hit_is_granted_in_order(house: KeeperJackpot) -> None:
    tables = [house.table("table-1", A), house.table("table-2", B)]
    for table in tables:
        table.play(shares=[(1, 100)])
    house.fold()
    one, two = house.grants
    assert (one.order, one.journal, one.from_reserve) == (1, A, 0)
    assert (two.order, two.journal, two.from_pool) == (2, B, 0)
    assert one.paid == two.paid == 100_014


def test_query_returns_own_grants_again(house: KeeperJackpot) -> None:
    table, other = house.table("table-1", A), house.table("table-2", B)
    table.play(shares=[(1, 100)])
    house.fold()
    signed = house.keeper.signed_grants(table.journal)
    assert [one.message for one in signed] == house.grants
    assert house.keeper.signed_grants(other.journal) == []


def test_altered_line_gets_no_grant(house: KeeperJackpot) -> None:
    table = house.table("table-1", A)
    table.play(shares=[(1, 100)])
    house.fold()
    house.alter(2, from_pool=7)
    with pytest.raises(LineAltered):
        house.keeper.signed_grants(table.journal)


def test_table_takes_each_grant_once() -> None:
    link = linked()
    assert link.awaits_grant(GRANT)
    assert not link.awaits_grant(replace(GRANT, message_number=2))
    assert not link.awaits_grant(replace(GRANT, journal=A))
    assert not link.awaits_grant(replace(GRANT, jackpot="other"))
    assert not link.with_grant(GRANT).awaits_grant(GRANT)


def test_grant_opens_no_jackpot() -> None:
    link = linked().with_grant(GRANT)
    assert link.closed_reason == "why.lot_won"
    assert link.with_update(shown(6, 50_000, cursor=1, generation=2)).closed_reason is None


def test_grants_recomputed_from_journals() -> None:
    lines = [SignedLine(first_line([TERMS]))]
    for message in MESSAGES:
        line, granted = fold_message(lines[-1].line, message, [TERMS])
        lines.append(SignedLine(line, Attested(message, "", ""), grant=granted))
    messages = {(message.journal, message.message_number): message for message in MESSAGES}
    granted = [line.grant for line in lines if line.grant]
    assert recomputed_grants(lines, messages, [TERMS]) == granted
    assert [one.from_pool + one.from_reserve for one in granted] == [180_000, 2_000, 100_200]


def test_grant_is_recorded() -> None:
    entry = Happened(0, "21:30", JackpotGrantReceived(GRANT, "ab"))
    assert decode(encode(entry)) == entry
