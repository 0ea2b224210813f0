"""A hall and a table that share a real server of the engine: a level down, reports up."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import EngineServers, connected
from firmware.floor.envelope import Sender
from firmware.floor.level_wire import LevelMessage, TableReport
from firmware.floor.places import Place, clock_subject, place_subject
from firmware.floor.run_sender import RunReceiver, RunSender
from firmware.tournament.nats_link import run_nats_link
from firmware.tournament.service import TournamentService
from tests.kits.floor.enrolled import PROPERTY, House
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


NORTH = Place(PROPERTY, "main", "north")


class Floor:
    """A house with a tournament of one table, another table and tournament, and an engine."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.house = address, House()
        self.room = self.house.enrol("room", "tournament")
        self.north, self.south = self.house.enrol("north"), self.house.enrol("south")
        self.other = self.house.enrol("other", "tournament")
        self.machine = began(Machine(), "A", "B", "C")
        setting = self.house.floor_setting(folder, "room", address)
        self.config = config_of(tables={"north": 1}, floor=setting)
        self.said = list[Text]()

    async def run(self, what: str, act: Callable[[Client], Awaitable[bool]]) -> None:
        """Have the tournament linked, and repeat an act at a connection until it is true."""
        service = TournamentService(self.machine)
        linking = asyncio.create_task(run_nats_link(service, self.config, self.said.append))
        async with connected(EngineServers((self.address,)), "north", _unsaid) as client:
            await until_awaited(what, lambda: act(client))
        linking.cancel()
        with suppress(asyncio.CancelledError):
            await linking


@pytest.fixture
def floor(address: str, tmp_path: Path) -> Floor:
    return Floor(address, tmp_path)


class Table:
    """A table's end: the last level that it was sent, and a report that it repeats."""

    def __init__(self, floor: Floor, report: TableReport) -> None:
        self._sender = RunSender(floor.north)
        self._receiver = RunReceiver(floor.house.roster)
        self._report = report
        self._level: LevelMessage | None = None

    async def take(self, message: Msg) -> None:
        self._level = msgspec.json.decode(self._receiver.open(message).payload, type=LevelMessage)

    async def is_accepted(self, client: Client) -> bool:
        """Send the report; return whether the tournament has accepted it."""
        if self._level is None:
            await client.subscribe(clock_subject(NORTH), cb=self.take)
        subject = place_subject("up", NORTH)
        await client.publish(subject, self._sender.seal(subject, msgspec.json.encode(self._report)))
        return self._level is not None and self._level.last_report == self._report.number


REPORT = TableReport(40, 1, button=2, out=((3, 500),))
UP, DOWN = place_subject("up", NORTH), clock_subject(NORTH)


def test_table_gets_level_and_report_is_accepted(floor: Floor) -> None:
    asyncio.run(floor.run("the report to be accepted", Table(floor, REPORT).is_accepted))
    assert floor.machine.tournament.places == {3: ["C"]}
    assert floor.machine.state.incidents == []


def hostile_reports(floor: Floor) -> Iterator[bytes]:
    """Yield reports of players who are out, none of them the table's own."""
    report = msgspec.json.encode(TableReport(99, 1, out=((1, 500), (2, 500))))
    yield report
    for sender in (floor.south, floor.room, Sender("north", House().key("north"))):
        yield RunSender(sender).seal(UP, report)
    own = RunSender(floor.north)
    yield own.seal(place_subject("up", NORTH._replace(name="south")), report)
    for payload in (b"", b"no report", b"[" * 2000, b"{}", b'{"number":1e999}', report[:-1]):
        yield own.seal(UP, payload)
    yield own.seal(UP, report)[:-1]


def test_only_enrolled_table_s_own_report_is_accepted(
    floor: Floor,
) -> None:
    table = Table(floor, REPORT)

    async def act(client: Client) -> bool:
        for octets in hostile_reports(floor):
            await client.publish(UP, octets)
        return await table.is_accepted(client)

    asyncio.run(floor.run("the report to be accepted", act))
    assert floor.machine.tournament.places == {3: ["C"]}
    reasons = {str(text.values["why"].key) for text in floor.said if text.key == "floor.set_aside"}
    assert reasons >= {
        f"floor.rejected.{reason}"
        for reason in ("unsigned", "not_allowed", "unknown_key", "other_subject", "unreadable")
    }


def level(last_report: int = 0) -> bytes:
    message = LevelMessage("lions", 1, (25, 50), 0, 60, False, True, False, last_report)
    return msgspec.json.encode(message)


def test_second_server_for_a_table_is_one_alarm(floor: Floor) -> None:
    other = RunSender(floor.other)

    async def act(client: Client) -> bool:
        for _ in range(2):
            await client.publish(DOWN, other.seal(DOWN, level()))
        return "hall.alarm.two_halls" in [text.key for text in floor.said]

    asyncio.run(floor.run("the alarm", act))
    assert [incident.description for incident in floor.machine.state.incidents] == [
        Text("hall.alarm.two_halls", {"table": "north"})
    ]


def test_unenrolled_levels_are_no_rival(floor: Floor) -> None:
    strangers = (level(), RunSender(floor.south).seal(DOWN, level()), b"no level")

    async def act(client: Client) -> bool:
        for octets in strangers:
            await client.publish(DOWN, octets)
        return len([text for text in floor.said if text.key == "floor.set_aside"]) >= 2

    asyncio.run(floor.run("them to be set aside", act))
    assert floor.machine.state.incidents == []
