"""A real PostgreSQL fails over to a standby that was behind, under a keeper that goes on."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware.floor.jackpot.audit import first_difference
from firmware.floor.schema import migrate_database
from firmware.floor.store import open_database
from tests.kits.floor.jackpots import TERMS, A, B
from tests.kits.floor.keeper_jackpot import KeeperJackpot
from tests.kits.postgres import programs
from tests.kits.postgres_pair import PostgresServer, house_url

PROGRAMS = programs()
pytestmark = pytest.mark.skipif(PROGRAMS is None, reason="no PostgreSQL here")


@pytest.fixture
def servers() -> Iterator[tuple[PostgresServer, PostgresServer]]:
    assert PROGRAMS is not None
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        primary, standby = (PostgresServer(PROGRAMS, folder / n) for n in ("first", "second"))
        primary.create()
        standby.copy(primary)
        yield primary, standby
        for server in (primary, standby):
            server.end()


def test_standby_behind_grants_as_before(
    servers: tuple[PostgresServer, PostgresServer], tmp_path: Path
) -> None:
    primary, standby = servers
    engine = open_database(house_url(primary, standby))
    migrate_database(engine)
    house = KeeperJackpot(tmp_path, engine)
    one, two = house.table("table-1", A), house.table("table-2", B)
    primary.hold_replication()
    two.play(shares=[(1, 100)])
    house.fold()
    one.play(bets=2, shares=[(1, 10)])
    house.fold()
    lines, grants = [*house.stream.messages], house.grants
    primary.kill()
    standby.promote()
    engine.dispose()  # as its pool does once any connection of it has failed
    assert len(house.grants) < len(grants)
    for table in (one, two):  # in the other order
        table.publish_again()
    house.fold()
    two.receive(house.update(two))
    two.play()
    house.fold()
    assert house.grants == grants
    assert house.stream.messages[:3] == lines
    stored = [stored.signed_line for stored in house.store.lines_after(0)]
    messages = {(m.journal, m.message_number): m for table in (one, two) for m in table.sent}
    assert first_difference(stored, messages, [TERMS]) is None
    assert len(stored) == len(house.stream.messages) == 4
    engine.dispose()
