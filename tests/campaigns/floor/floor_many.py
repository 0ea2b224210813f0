"""Many tables at one floor: their journals are replayed into a real engine, at a real floor's rate.

    python -m tests.campaigns.floor.floor_many --tables 200 --seconds 60 --rate 0.5 --postgresql

A table in service plays roulette for some time. What it recorded is sent again in the name of each
of so many tables, record by record, by the lanes that an uplink has; all of them are in this
process, since so many would not fit on one machine. Servers of the engine and a ledger, which are
processes of their own, take it. For each fact that the ledger keeps it is measured how long after
its record that was, and at the end whether the ledger has all, and no alarm.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from firmware.floor.connection import EngineServers, connected
from firmware.floor.envelope import Sender
from firmware.floor.facts import LANE_START
from firmware.floor.ledger.ledger_process import CONSUMER_NAME
from firmware.floor.places import ANY_PLACE, place_subject
from firmware.floor.uplink.nats_engine import JetStreamEngine
from firmware.floor.uplink.outbox import Outbox
from firmware.floor.wire import Watermark
from firmware.shell.trust.keys import read_private_key
from tests.campaigns.floor.floor_evening import program
from tests.campaigns.floor.floor_figures import Used, database, figures
from tests.campaigns.floor.floor_replayed import Clock, Recording, lanes, recorded
from tests.kits.floor_cluster import Floor
from tests.kits.floor_wire import HOUSE
from tests.kits.waiting import until_awaited
from tools.floor.enrolled import admit_all, enrol

LOOK_S: Final = 0.05
CATCH_UP_S: Final = 120.0


class Many:
    """The tables of a recording, and what was received of the ledger about them."""

    def __init__(self, recording: Recording, tables: int, rate: float) -> None:
        self.recording = recording
        self.lags: list[float] = []
        """Of each fact that is kept, the seconds since its record."""
        self.lanes: dict[str, tuple[Outbox, Outbox]] = {}
        """Of each table its outboxes, once it sends."""
        self._watermarks: dict[str, Watermark] = {}
        now, last = time.monotonic(), recording.records - 1
        self.clocks = {
            name: Clock(now + number / tables / rate, 1 / rate, last)
            for number, name in enumerate(table_names(tables))
        }

    async def receive_watermark(self, message: Msg) -> None:
        """Take the ledger's word on a table: each fact up to there is kept by now."""
        table = message.subject.rpartition(".")[2]
        watermark = msgspec.json.decode(message.data.rpartition(b"\n")[2], type=Watermark)
        before = self._watermarks[table].fact if table in self._watermarks else LANE_START
        self._watermarks[table] = watermark
        for lane in self.lanes.get(table, ()):
            lane.set_watermark(watermark, time.monotonic())
        for shown in self.recording.facts:
            if before < shown.follows.message_line.at <= watermark.fact:
                self.lags.append(self.clocks[table].lag(shown.since))

    async def all_known(self) -> bool:
        """Return whether the ledger has something of each table."""
        return self._watermarks.keys() >= self.clocks.keys()

    @property
    def records(self) -> int:
        """How many records all tables together have by now."""
        return sum(clock.record + 1 for clock in self.clocks.values())

    def behind(self) -> int:
        """Return of how many tables the ledger lacks something that may be sent by now."""
        return sum(not self._is_level(name) for name in self.clocks)

    def _is_level(self, name: str) -> bool:
        record, watermark = self.clocks[name].record, self._watermarks.get(name)
        if watermark is None:
            return False
        facts, records = (
            [shown.follows.message_line.at for shown in lines if shown.since <= record]
            for lines in (self.recording.facts, self.recording.sent)
        )
        return (
            max(facts, default=LANE_START) <= watermark.fact
            and max(records, default=LANE_START) <= watermark.record
        )


async def replay(recording: Recording, floor: Floor, asked: argparse.Namespace) -> Many:
    """Send what each table has, for so long; then wait until the ledger has it."""
    address = floor.urls[0]
    async with connected(EngineServers((address,)), "many", _unsaid) as client:
        await ledger_is_there(client)
        many = Many(recording, asked.tables, asked.rate)
        await client.subscribe(place_subject("kept", ANY_PLACE), cb=many.receive_watermark)
        engine = JetStreamEngine(client)
        for name, clock in many.clocks.items():
            many.lanes[name] = lanes(recording, sender_of(floor, name), clock)
        sending = [
            asyncio.create_task(send(engine, lane, many.clocks[name]))
            for name, both_lanes in many.lanes.items()
            for lane in both_lanes
        ]
        await asyncio.sleep(asked.seconds)
        for clock in many.clocks.values():
            clock.last = clock.record
        with suppress(TimeoutError):
            async with asyncio.timeout(CATCH_UP_S):
                while many.behind():
                    await asyncio.sleep(0.2)
        for task in sending:
            task.cancel()
        await asyncio.gather(*sending, return_exceptions=True)
    return many


def table_names(tables: int) -> list[str]:
    return [f"table-{number}" for number in range(tables)]


def sender_of(floor: Floor, name: str) -> Sender:
    return Sender(name, read_private_key(floor.key(name)))


def _unsaid(_: object) -> None: ...


async def ledger_is_there(client: Client) -> None:
    async def is_there() -> bool:
        with suppress(NatsError):
            await client.jetstream().consumer_info("RECORD", CONSUMER_NAME)
            return True
        return False

    await until_awaited("the ledger at the engine", is_there)


async def send(engine: JetStreamEngine, lane: Outbox, clock: Clock) -> None:
    """Send what a lane has, for ever: it looks when the next record comes, and no sooner."""
    while True:
        act = lane.next_action()
        if act is None:
            await asyncio.sleep(max(LOOK_S, clock.until_next()))
        else:
            await engine.perform(lane, act)


def run(folder: Path, asked: argparse.Namespace) -> bool:
    """Run the campaign, print its figures, and return whether the ledger has all."""
    recording = recorded(folder / "table", rounds=20 + round(asked.seconds * asked.rate / 10))
    with database(folder, postgresql=asked.postgresql) as found:
        floor = Floor(folder, (), program(), asked.servers, database=found.url)
        for name in table_names(asked.tables):
            enrol(folder, name, house=HOUSE)
        admit_all(folder, found.url)
        try:
            for process in (*floor.servers, floor.ledger):
                process.begin()
            many = asyncio.run(replay(recording, floor, asked))
            used = [*map(Used.by, (*floor.servers, floor.ledger)), *found.used()]
        finally:
            floor.end()
        lines, sound = figures(many, used, folder, found)
    sys.stdout.write("\n".join((*lines, "")))
    return sound


def main(arguments: Sequence[str]) -> int:
    """Return 1 if the ledger has not all, or found something amiss."""
    parser = argparse.ArgumentParser(prog="make campaign NAME=floor-many", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=0.5, help="records of a table in a second")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    parser.add_argument("--folder", type=Path, help="on the disk that is to be tried")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        return int(not run(Path(folder), asked))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
