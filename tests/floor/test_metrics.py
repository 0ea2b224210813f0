"""The figures of the floor's processes: what they say, to whom, and what they never say."""

import json
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing

import msgspec
import pytest
from prometheus_client import CollectorRegistry, generate_latest

from firmware import __version__
from firmware.core.vocabulary.panel import Text
from firmware.floor.facts import LanePosition
from firmware.floor.heartbeat import HostFigures, TableHeartbeat, table_view
from firmware.floor.metrics.metrics_server import MAX_REQUESTS, MetricsServer
from firmware.floor.metrics.process_metrics import ProcessMetrics
from firmware.floor.pit.alarm_policy import AlarmRank
from firmware.floor.pit.floor_metrics import FloorCollector
from firmware.floor.pit.heartbeats import SILENT_AFTER_MS, Heartbeats
from firmware.floor.pit.screen import FloorScreen
from firmware.floor.pit.shown_alarms import Acknowledgement, AlarmMessageKeys, ShownAlarm
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.uplink.lag import Lag
from firmware.shell.service.progress import LoopProgress
from tests.floor.test_seen import opened, status

NOW = "2026-11-27T10:00:00+00:00"
NOW_MS = 1_795_773_600_000


def shown(number: int, rank: AlarmRank, seen: Acknowledgement | None = None) -> ShownAlarm:
    alarm = Alarm(str(number), "silent", "TBL-2", NOW_MS)
    return ShownAlarm(alarm, rank, seen, AlarmMessageKeys("pit.alarm.silent"))


SHOWN = (
    shown(1, AlarmRank.URGENT),
    shown(2, AlarmRank.URGENT),
    shown(3, AlarmRank.HIGH, Acknowledgement("Anne", NOW_MS)),
)


class Served:
    """A process whose figures are served at a free port."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.metrics = ProcessMetrics("ledger", LoopProgress(90.0, lambda: self.now_s))
        self.server = MetricsServer(
            ("127.0.0.1", 0), self.metrics.registry, self.metrics.read_health
        )
        self.server.start()

    def read(self, path: str, host: str | None = None) -> tuple[int, str]:
        headers = {} if host is None else {"Host": host}
        request = urllib.request.Request(self.server.address + path, headers=headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request) as response:  # noqa: S310
                return response.status, response.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode()


@pytest.fixture
def served() -> Iterator[Served]:
    process = Served()
    yield process
    process.server.shutdown()
    process.server.server_close()


def test_version_and_log_are_figures(served: Served) -> None:
    said = list[Text]()
    write_log = served.metrics.counted_log(said.append)
    for key in ("floor.found", "floor.lost", "floor.found"):
        write_log(Text(key, {"servers": "nats://secret:4222"}))
    code, figures = served.read("metrics")
    assert code == 200
    assert len(said) == 3
    assert f'croupier_build_info{{service="ledger",version="{__version__}"}} 1.0' in figures
    assert 'croupier_log_events_total{event="floor.found"} 2.0' in figures
    assert "croupier_engine_connected 1.0" in figures
    assert "secret" not in figures


def test_health_follows_the_slowest_loop(served: Served) -> None:
    assert served.read("healthz")[0] == 200
    served.metrics.progress.note_turn("fact")
    served.now_s = 91
    code, health = served.read("healthz")
    assert (code, json.loads(health)) == (
        503,
        {"is_stale": True, "ages_s": {"fact": 91.0}, "version": __version__},
    )


@pytest.mark.parametrize(
    ("path", "host", "code"),
    [("metrics", "rebound.example", 403), ("elsewhere", None, 404), ("", None, 404)],
)
def test_strangers_get_no_figures(served: Served, path: str, host: str | None, code: int) -> None:
    answered, said = served.read(path, host)
    assert answered == code
    assert "croupier_" not in said


def test_silent_clients_cost_few_threads(served: Served) -> None:
    port = served.server.server_address[1]
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(MAX_REQUESTS)]
    with closing(socket.create_connection(("127.0.0.1", port))) as one_more:
        assert one_more.recv(1) == b""
    for connection in silent:
        connection.close()


class Floor:
    """The heartbeats of a floor, and its figures as the pit shows them."""

    def __init__(self) -> None:
        self.now_ms = NOW_MS
        self.heartbeats = Heartbeats(lambda: self.now_ms, lambda: self.now_ms)
        self.registry = CollectorRegistry()
        self.screen: FloorScreen | None = None
        self.registry.register(FloorCollector(self.heartbeats, lambda: self.screen))

    def receive(self, name: str, heartbeat: TableHeartbeat) -> None:
        self.heartbeats.receive(name, msgspec.json.encode(heartbeat))

    def figure(self, name: str, **labels: str) -> float | None:
        return self.registry.get_sample_value(name, labels)


def test_heartbeat_gives_the_figures_of_a_table() -> None:
    floor = Floor()
    view = table_view(status(opened()))
    machine = HostFigures(celsius=61, under_voltage=True, slowed=False, available_mib=2)
    beat = TableHeartbeat(NOW, view, 7, None, (3, 4), "1.2.3", machine, 1234)
    floor.receive("TBL-2", beat)
    assert floor.figure("croupier_table_up", table="TBL-2") == 1
    assert floor.figure("croupier_table_lag_seconds", table="TBL-2") == 7
    assert floor.figure("croupier_table_phase", table="TBL-2", phase=view.phase) == 1
    assert floor.figure("croupier_table_program", table="TBL-2", version="1.2.3") == 1
    assert floor.figure("croupier_table_celsius", table="TBL-2") == 61
    assert floor.figure("croupier_table_under_voltage", table="TBL-2") == 1
    assert floor.figure("croupier_table_slowed", table="TBL-2") == 0
    assert floor.figure("croupier_table_available_bytes", table="TBL-2") == 2 << 20
    assert floor.figure("croupier_table_records_total", table="TBL-2") == 1234
    assert floor.figure("croupier_table_written_gib_total", table="TBL-2", copy="2") == 4


def test_silent_table_has_its_silence_alone() -> None:
    floor = Floor()
    floor.receive("TBL-2", TableHeartbeat(NOW, None, 7))
    floor.now_ms += SILENT_AFTER_MS + 1
    assert floor.figure("croupier_table_up", table="TBL-2") == 0
    assert floor.figure("croupier_table_lag_seconds", table="TBL-2") is None


def test_older_heartbeat_lacks_newer_figures() -> None:
    floor = Floor()
    floor.heartbeats.receive("TBL-2", b'{"at": "%s", "view": null}' % NOW.encode())
    assert floor.figure("croupier_table_up", table="TBL-2") == 1
    assert floor.figure("croupier_table_records_total", table="TBL-2") is None
    assert "croupier_table_program{" not in generate_latest(floor.registry).decode()


def test_alarms_are_counted_by_rank() -> None:
    floor = Floor()
    assert floor.figure("croupier_pit_database_up") == 0
    assert floor.figure("croupier_pit_alarms", rank="urgent", acknowledged="no") is None
    floor.screen = FloorScreen(0, 0, (), SHOWN, (), blind=False)
    assert floor.figure("croupier_pit_database_up") == 1
    assert floor.figure("croupier_pit_alarms", rank="urgent", acknowledged="no") == 2
    assert floor.figure("croupier_pit_alarms", rank="high", acknowledged="yes") == 1
    assert floor.figure("croupier_pit_alarms", rank="note", acknowledged="no") == 0


def test_open_shoe_changes_no_figure() -> None:
    lag = Lag()
    lag.note_progress("record", 0.0, last_sent=LanePosition(0, 40), watermark=LanePosition(0, 40))
    # a fact of an open shoe is public; its records wait for the end of the shoe
    lag.note_progress("fact", 1.0, last_sent=LanePosition(2, 9), watermark=LanePosition(2, 9))
    assert lag.stored_records == 40


def test_labels_name_no_person_and_no_card() -> None:
    floor = Floor()
    floor.receive("TBL-2", TableHeartbeat(NOW, table_view(status(opened())), records=4))
    labels = set(re.findall(r'[{,](\w+)="', generate_latest(floor.registry).decode()))
    assert labels == {"table", "phase"}


def test_alarm_of_a_person_is_counted_nameless() -> None:
    floor = Floor()
    floor.screen = FloorScreen(0, 0, (), SHOWN, (), blind=False)
    figures = generate_latest(floor.registry).decode()
    assert "Anne" not in figures
    assert "TBL-2" not in figures
