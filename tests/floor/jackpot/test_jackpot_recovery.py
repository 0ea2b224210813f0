"""A lot's lines brought back by hand: from the stream, or from the journals of its tables."""

import pytest

from firmware.core.vocabulary.jackpot import JackpotUpdate
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.jackpot.bundles import RecordedJackpot
from firmware.floor.jackpot.recovery import (
    Recovered,
    recover_from_journals,
    recover_from_stream,
)
from firmware.floor.jackpot_tables import JACKPOT_GRANT_TABLE, JACKPOT_LINE_TABLE
from firmware.shell.jackpot.signed_messages import attest
from firmware.shell.trust.keys import public_octets
from tests.kits.floor.jackpots import TERMS, A, B
from tests.kits.floor.keeper_jackpot import FedTable, KeeperJackpot


class Evening:
    """Two tables that play by turns, and the updates that they have recorded."""

    def __init__(self, house: KeeperJackpot) -> None:
        self.house = house
        self.tables = house.table("table-1", A), house.table("table-2", B)
        self.updates: list[JackpotUpdate] = []

    def play(self, turns: str) -> None:
        """Play a round at a table for each letter; a capital wins a tenth of the lot."""
        for letter in turns:
            table = self.tables["ab".index(letter.lower())]
            table.play(bets=2, shares=[(1, 10)] if letter.isupper() else ())
            self.house.fold()
            table.receive(self._recorded(table))

    def _recorded(self, table: FedTable) -> JackpotUpdate:
        self.updates.append(self.house.update(table))
        return self.updates[-1]

    @property
    def recorded(self) -> RecordedJackpot:
        attested = {
            (message.journal, message.message_number): attest(message, table.device)
            for table in self.tables
            for message in table.sent
        }
        return RecordedJackpot(attested, self.updates, self.house.grants)


def octets(house: KeeperJackpot) -> list[bytes]:
    return [stored.octets for stored in house.store.lines_after(0)]


def forget_after(house: KeeperJackpot, version: int) -> None:
    """Lose the lines after a version, with their grants."""
    with house.engine.begin() as connection:
        for table in (JACKPOT_LINE_TABLE, JACKPOT_GRANT_TABLE):
            connection.execute(table.delete().where(table.c.version > version))


def test_lost_lines_come_from_stream(house: KeeperJackpot) -> None:
    evening = Evening(house)
    evening.play("abBa")
    before, grants = octets(house), house.grants
    forget_after(house, 4)
    house.alter(2, pool=20_000_000)
    public = public_octets(house.key)
    recovered = recover_from_stream(house.store, house.stream, public, [TERMS])
    assert recovered == Recovered(missing=[5], altered=[2])
    assert (octets(house), house.grants) == (before, grants)


def test_journals_restore_the_order(house: KeeperJackpot) -> None:
    evening = Evening(house)
    evening.play("aBbAab")
    before, grants, recorded = octets(house), house.grants, evening.recorded
    forget_after(house, 1)
    newest = house.store.newest
    assert newest is not None
    recovered = recover_from_journals(house.store, recorded, house.key, newest.signed_line)
    assert recovered.missing == [2, 3, 4, 5, 6, 7]
    assert (octets(house), house.grants) == (before, grants)


def test_missing_journal_prevents_signing(house: KeeperJackpot) -> None:
    evening = Evening(house)
    evening.play("aBb")
    recorded = evening.recorded
    missing = {key: one for key, one in recorded.attested.items() if key[0] != A}
    forget_after(house, 1)
    newest = house.store.newest
    assert newest is not None
    with pytest.raises(RequestFailed):
        recover_from_journals(
            house.store, recorded._replace(attested=missing), house.key, newest.signed_line
        )
    assert len(octets(house)) == 1
