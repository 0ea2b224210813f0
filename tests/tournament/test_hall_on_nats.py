"""A hall and a table that share a real server of the engine: a level down, reports up."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import EngineServers, connected
from firmware.floor.level_wire import LevelMessage, TableReport, level_subject, report_subject
from firmware.shell.config.settings import FloorSetting
from firmware.tournament.nats_link import run_nats_link
from firmware.tournament.service import TournamentService
from tests.kits.floor_processes import Process, free_port
from tests.kits.tournament.hall_machine import Machine, began, config_of
from tests.kits.waiting import until_awaited
from tools.floor.engine import server_file

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        server_file() is None,
        reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one",
    ),
]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    command = [str(server_file()), "-a", "127.0.0.1", "-p", str(port)]
    server = Process("server", command, tmp_path / "log")
    server.begin()
    yield f"nats://127.0.0.1:{port}"
    server.kill()


def _unsaid(_: object) -> None: ...


class Table:
    """A table's end: the last level that it heard, and a report that it repeats."""

    def __init__(self, client: Client, up: TableReport) -> None:
        self._client, self._up = client, up
        self._level: LevelMessage | None = None

    async def hear(self, message: Msg) -> None:
        self._level = msgspec.json.decode(message.data, type=LevelMessage)

    async def heard(self) -> bool:
        """Send what is no report, and the report; return whether the hall has heard that."""
        await self._client.publish(report_subject("north"), b"no report")
        await self._client.publish(report_subject("north"), msgspec.json.encode(self._up))
        return self._level is not None and self._level.last_report == self._up.number


def test_a_table_hears_its_level_and_is_heard(address: str) -> None:
    kept = began(Machine(), "A", "B", "C")
    config = config_of(tables={"north": 1}, floor=FloorSetting("house", "room", (address,)))

    async def until_heard() -> None:
        service = TournamentService(kept)
        linking = asyncio.create_task(run_nats_link(service, config, _unsaid))
        async with connected(EngineServers((address,)), "north", _unsaid) as client:
            table = Table(client, TableReport(40, 1, button=2, out=((3, 500),)))
            await client.subscribe(level_subject("north"), cb=table.hear)
            await until_awaited("the report to be heard", table.heard)
        linking.cancel()
        with suppress(asyncio.CancelledError):
            await linking

    asyncio.run(until_heard())
    assert kept.tournament.places == {3: ["C"]}
    assert kept.state.incidents == []


def test_a_second_hall_that_leads_the_same_table_is_an_alarm_once(address: str) -> None:
    kept = began(Machine(), "A", "B", "C")
    floor, said = FloorSetting("house", "room", (address,)), list[Text]()
    config = config_of(tables={"north": 1}, floor=floor)
    other = LevelMessage("lions", 1, (25, 50), 0, 60, False, True, False, 0, run="another")

    async def until_said() -> None:
        linking = asyncio.create_task(run_nats_link(TournamentService(kept), config, said.append))
        async with connected(EngineServers((address,)), "other", _unsaid) as client:

            async def told() -> bool:
                await client.publish(level_subject("north"), msgspec.json.encode(other))
                return "hall.alarm.two_halls" in [text.key for text in said]

            await until_awaited("the alarm", told)
            await told()
            await client.flush()
        linking.cancel()
        with suppress(asyncio.CancelledError):
            await linking

    asyncio.run(until_said())
    assert [one.description for one in kept.state.incidents] == [
        Text("hall.alarm.two_halls", {"table": "north"})
    ]
