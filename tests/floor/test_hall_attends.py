"""A hall and a table that share a real server of the engine: words down, reports up."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from nats.aio.msg import Msg

from firmware.cli.serving.assembly import tournament_inbox
from firmware.core.vocabulary.tournament import LevelSeen
from firmware.floor.connection import EngineServers, connected
from firmware.floor.level_wire import LevelMessage, TableReport
from firmware.floor.places import Place, clock_subject, place_subject
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.run_sender import RunReceiver, RunSender
from firmware.floor.uplink.tournament import RelayedTable, relay_tournament
from firmware.shell.poker_room.tournament_socket import SOCKET_NAME, LevelSocket
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.floor.enrolled import PROPERTY, House
from tests.kits.floor_processes import Process, free_port
from tests.kits.floor_wire import Disk, started
from tests.kits.games.tournament_evening import TournamentEvening
from tests.kits.waiting import until_awaited
from tools.floor.engine import server_file

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        server_file() is None,
        reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one",
    ),
]
NAME = "table-3"
PLACE = Place(PROPERTY, "main", NAME)
UP, DOWN = place_subject("up", PLACE), clock_subject(PLACE)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EngineServers]:
    address = f"nats://127.0.0.1:{free_port()}"
    file = tmp_path / "nats.conf"
    file.write_text(f"listen: {address.removeprefix('nats://')}\n")
    server = Process("server", [str(server_file()), "-c", str(file)], tmp_path / "log")
    server.begin()
    yield EngineServers((address,))
    server.kill()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Give the journal of a table that has played two games."""
    evening = TournamentEvening()
    evening.fold_round()
    evening.fold_round()
    disk = Disk(tmp_path)
    disk.write([started(), *evening.entries])
    yield disk
    disk.close()


def test_reports_go_up_and_level_down(servers: EngineServers, disk: Disk, tmp_path: Path) -> None:
    reports, seen = dict[int, TableReport](), list[LevelSeen]()
    mail = tournament_inbox(TournamentEvening(has_level=False).table)
    assert mail is not None

    house = House()
    table_sender = RunSender(house.enrol(NAME))
    room, other_table = (
        RunSender(house.enrol("room", "tournament")),
        RunSender(house.enrol("table-4")),
    )
    elsewhere = RunSender(house.enrol("elsewhere", "tournament", property_name="laval"))
    receiver, quarantine = RunReceiver(house.roster), LoggedQuarantine(_unsaid)

    async def take(message: Msg) -> None:
        report = msgspec.json.decode(receiver.open(message).payload, type=TableReport)
        reports[report.number] = report

    async def meet() -> None:
        async with (
            connected(servers, "hall", _unsaid) as hall,
            connected(servers, NAME, _unsaid) as up,
        ):
            await hall.subscribe(UP, cb=take)
            table = RelayedTable(PLACE, 3, disk.copies, tmp_path / SOCKET_NAME)
            attending = asyncio.create_task(
                relay_tournament(up, table, table_sender, house.roster, quarantine)
            )

            async def say() -> bool:
                last_number = max(reports, default=0)
                level = LevelMessage("Gala", 4, (50, 100), 0, 90, False, True, False, last_number)
                payload = msgspec.json.encode(level)
                forged = msgspec.json.encode(replace(level, number=9, blinds=(1, 2)))
                await hall.publish(DOWN, forged)
                for stranger in (other_table, table_sender, elsewhere):
                    await hall.publish(DOWN, stranger.seal(DOWN, forged))
                await hall.publish(DOWN, room.seal(DOWN, b"no level"))
                await hall.publish(DOWN, room.seal(DOWN, payload))
                seen.extend(one for one in mail.poll(Millis(0)) if isinstance(one, LevelSeen))
                return bool(seen) and len(reports) > 1

            await until_awaited("two reports and a level", say)
            attending.cancel()
            with suppress(asyncio.CancelledError):
                await attending

    with closing(LevelSocket(tmp_path / SOCKET_NAME, mail, Words.load("fr"))):
        asyncio.run(meet())
    assert seen[0] == LevelSeen("Gala", 4, (50, 100), 0, 2)
    assert list(reports) == sorted(reports)
    assert [report.at_level for report in reports.values()] == [1, 1]


def _unsaid(_: object) -> None: ...
