"""Two properties, each with a cluster, and a head office that has their sealed days and alarms.

    python -m tests.campaigns.floor.floor_properties --cut 60

Each has a network namespace. A property's records stay in an account of their own; its forwarder
publishes sealed days and alarms into another one, to which alone the link belongs. The first
property's link is cut, while days are sealed and alarms begin and end at both. At last the head
office must have all of both, and nothing else.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from sqlalchemy import Engine, select, update

from firmware.floor.day.day_store import SEALED_DAY_TABLE
from firmware.floor.head_office.forwarded import alarm_messages
from firmware.floor.projection.row_tables import TABLE_ALARM_TABLE
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.schema import migrate_database
from firmware.floor.store import insert_missing, open_database, write_transaction
from firmware.shell.trust.keys import DEVICE_KEY_FILE, DeviceKey
from tests.campaigns.floor.floor_network import Network, network, why_none
from tests.campaigns.floor.floor_weather import CUT, Weather
from tests.campaigns.floor.office_streams import OfficeView
from tests.campaigns.floor.property_clusters import CLIENT_PORT, office_server, property_servers
from tests.campaigns.progress import say
from tests.kits.floor_processes import Process
from tests.kits.waiting import until

PROPERTIES: Final = ("montreal", "laval")
OFFICE: Final = "office"
FIRST_DAY: Final = date(2026, 1, 1)
SEALED_OCTETS: Final = (20_000, 3_000_000)
"""The least and the most of a sealed day, in octets that can't be compressed much."""
CATCH_UP_S: Final = 240.0
TURNS: Final = 10
"""Before the cut, and after it."""
CROUPIER: Final = (sys.executable, "-m", "firmware.cli.main")


class Property:
    """The database of a property, in which days are sealed and alarms begin and end."""

    def __init__(self, name: str, folder: Path, seed: int) -> None:
        self.name = name
        self.url = f"sqlite:///{folder}/{name}.db"
        self.store: Engine = open_database(self.url)
        migrate_database(self.store)
        self._chance, self._days, self._alarms = Random(seed), 0, 0

    def seal_day(self) -> None:
        day = (FIRST_DAY + timedelta(self._days)).isoformat()
        octets = self._chance.randbytes(self._chance.randint(*SEALED_OCTETS))
        row = {"property": self.name, "day": day, "number": 0, "octets": octets}
        with write_transaction(self.store) as connection:
            insert_missing(connection, SEALED_DAY_TABLE, [row | {"previous": "", "sealed_ms": 0}])
        self._days += 1

    def begin_alarm(self) -> None:
        self._alarms += 1
        alarm = Alarm(f"aa.{self._alarms}", "fault", "TBL-1", _now_ms())
        self._write(alarm)

    def end_alarm(self) -> None:
        """End one of the alarms that have begun."""
        number = self._chance.randint(1, self._alarms)
        self._write(Alarm(f"aa.{number}", "fault", "TBL-1", _now_ms(), _now_ms()))

    def _write(self, alarm: Alarm) -> None:
        columns = TABLE_ALARM_TABLE.c
        row = {"journal": "aa", "id": alarm.id, "kind": "fault", "since_ms": alarm.since}
        row |= {"over_ms": alarm.over, "body": msgspec.json.encode(alarm).decode()}
        with write_transaction(self.store) as connection:
            insert_missing(connection, TABLE_ALARM_TABLE, [row | {"acknowledged": False}])
            changed = update(TABLE_ALARM_TABLE).where(columns.id == alarm.id)
            connection.execute(changed.values(over_ms=alarm.over, body=row["body"]))

    def files(self) -> dict[str, str]:
        columns = SEALED_DAY_TABLE.c
        with self.store.connect() as connection:
            rows = connection.execute(select(columns.day, columns.number, columns.octets)).all()
        return {
            f"{self.name} {day}.{number}": sha256(octets).hexdigest()
            for day, number, octets in rows
        }

    def alarms(self) -> dict[str, dict[str, object]]:
        with self.store.connect() as connection:
            messages = [*alarm_messages(connection, self.name, _now_ms())]
        return {subject: msgspec.json.decode(payload) for subject, payload in messages}


class Floors:
    """Both properties and the head office at work."""

    def __init__(self, folder: Path, hosts: Network) -> None:
        self._hosts, self._office = hosts, hosts.host(OFFICE)
        DeviceKey.enrol(folder)
        self.properties = [Property(name, folder, number) for number, name in enumerate(PROPERTIES)]
        self._turns = 0
        self.processes: list[Process] = [office_server(folder, self._office, PROPERTIES)]
        for each in self.properties:
            host = hosts.host(each.name)
            self.processes += property_servers(each.name, folder, host, self._office)
            server = f"nats://forwarder:forwarder@{host.address}:{CLIENT_PORT}"
            command = [
                *(*CROUPIER, "floor", "forward", "--house", each.name, "--database", each.url),
                *("--key", str(folder / DEVICE_KEY_FILE), "--server", server, "--replicas", "3"),
            ]
            log = folder / f"{each.name}-forwarder.log"
            self.processes.append(Process(f"{each.name}-forwarder", command, log, host))

    def publish_records(self) -> None:
        """Have each property's engine hold records, in the account of its tables."""
        for each in self.properties:
            host = self._hosts.host(each.name)
            address = f"nats://floor:floor@{host.address}:{CLIENT_PORT}"
            command = [sys.executable, "-m", "tests.campaigns.floor.property_records", address]
            subprocess.run([*host.enter, *command, each.name], check=True)

    def office_view(self) -> OfficeView | None:
        """Return what the head office has, None while its engine does not answer."""
        command = [sys.executable, "-m", "tests.campaigns.floor.office_streams"]
        asked = [*self._office.enter, *command, self._office.address, *PROPERTIES]
        answer = subprocess.run(asked, capture_output=True, check=False)
        if answer.returncode:
            return None
        return msgspec.json.decode(answer.stdout, type=OfficeView)

    def turn(self) -> None:
        """Begin alarms at both properties; end some, and seal days, now and then."""
        for each in self.properties:
            each.begin_alarm()
            if self._turns % 2:
                each.end_alarm()
            if self._turns % TURNS == 0:
                each.seal_day()
        self._turns += 1


@contextmanager
def floors(folder: Path, hosts: Network) -> Iterator[Floors]:
    with ExitStack() as stack:
        found = Floors(folder, hosts)
        for process in found.processes:
            process.begin()
            stack.callback(process.kill)
        yield found


def run(folder: Path, cut_s: float) -> list[str]:
    """Run the campaign, print its figures, and return what is amiss."""
    with network([*PROPERTIES, OFFICE]) as hosts, floors(folder, hosts) as found:
        until("the head office reaches both properties", found.office_view, most_s=CATCH_UP_S)
        found.publish_records()
        for _ in range(TURNS):
            found.turn()
            wait_until_whole(found, found.properties)
        amiss = [*cut_link(found, hosts, cut_s)]
        healed = time.monotonic()
        for _ in range(TURNS):
            found.turn()
        wait_until_whole(found, found.properties)
        say(f"the head office has all {time.monotonic() - healed:.0f} s after the link was whole")
        return [*amiss, *foreign(wait_for_answers(found))]


def cut_link(found: Floors, hosts: Network, cut_s: float) -> Iterator[str]:
    """Cut the first property's link for so long, while the head office follows the other one; yield
    what is amiss.
    """
    cut, linked = found.properties[0], found.properties[1:]
    say(f"the link of {cut.name} is cut for {cut_s:.0f} s")
    hosts.have(Weather((cut.name,), (OFFICE,), loss=CUT))
    end = time.monotonic() + cut_s
    while time.monotonic() < end:
        found.turn()
        wait_until_whole(found, linked)
    lacking = missing(cut, found)
    say(f"before its end the head office lacks {len(lacking)} of {cut.name}")
    hosts.clear()
    if not lacking:
        yield f"the link of {cut.name} was not cut"


def missing(each: Property, found: Floors) -> list[str]:
    """Return the files and alarms of a property that the head office has not, or otherwise."""
    view = found.office_view()
    if view is None:
        return ["office"]
    files = [name for name, digest in each.files().items() if view.files.get(name) != digest]
    alarms = [name for name, alarm in each.alarms().items() if view.alarms.get(name) != alarm]
    return [*files, *alarms]


def wait_for_answers(found: Floors) -> OfficeView:
    """Wait until every property has answered which streams it shows."""
    view = until(
        "every property answers",
        found.office_view,
        lambda view: view is not None and all(view.property_streams.values()),
        CATCH_UP_S,
    )
    assert view is not None
    return view


def wait_until_whole(found: Floors, properties: Sequence[Property]) -> None:
    """Wait until the head office has all of some properties."""
    until(
        "the head office has all",
        lambda: [name for each in properties for name in missing(each, found)][:3],
        lambda lacking: not lacking,
        CATCH_UP_S,
    )


def foreign(view: OfficeView) -> Iterator[str]:
    """Yield what the head office has, or can see, that it must not."""
    say(f"{len(view.files)} sealed days, {len(view.alarms)} alarms; subjects: {view.kinds}")
    say(f"over the links: {view.link_octets} octets since they were made last")
    say(f"streams of the properties that the head office can see: {view.property_streams}")
    if view.kinds != ["alarm", "sealed"]:
        yield f"subjects {view.kinds}"
    for name, streams in view.property_streams.items():
        if streams != ["ALARM", "SEALED"]:
            yield f"{name} shows {streams}"
    for name in (*view.files, *view.alarms):
        if not any(each in name for each in PROPERTIES):
            yield name


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def main() -> int:
    """Return 1 if the head office lacks anything, or has anything else."""
    parser = argparse.ArgumentParser(
        prog="make campaign NAME=floor-properties", description=__doc__
    )
    parser.add_argument("--cut", type=float, default=60)
    asked = parser.parse_args()
    why = why_none()
    if why is not None:
        say(f"skipped: {why}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        amiss = run(Path(folder), asked.cut)
    say(f"amiss: {amiss}")
    return int(bool(amiss))


if __name__ == "__main__":
    raise SystemExit(main())
