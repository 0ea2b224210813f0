"""The registries of a ledger and a pit that have seen a bit of everything."""

import msgspec
from nats.js.api import StreamConfig, StreamInfo, StreamState
from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import Metric

from firmware.core.vocabulary.panel import Text
from firmware.floor.heartbeat import (
    BankHeartbeat,
    HostFigures,
    PitTableView,
    TableHeartbeat,
)
from firmware.floor.metrics.ledger_metrics import LedgerMetrics
from firmware.floor.metrics.process_metrics import ProcessMetrics
from firmware.floor.pit.floor_metrics import FloorCollector
from firmware.floor.pit.heartbeats import Heartbeats, monotonic_ms
from firmware.floor.pit.screen import FloorScreen
from firmware.shell.service.progress import LoopProgress

NOW = "2026-11-27T10:00:00+00:00"
OPEN_VIEW = PitTableView(
    game="baccarat",
    phase="betting",
    round=4,
    stopped=False,
    limits=(),
    jackpot=None,
    jackpot_closed=None,
    linked=False,
    faults=(),
    late=False,
    key_switch=False,
    doors_open=(),
    testing=False,
    locked=False,
)


def ledger_metrics() -> ProcessMetrics:
    metrics = ProcessMetrics("ledger", LoopProgress(90.0))
    metrics.progress.note_turn("fact")
    metrics.counted_log(lambda text: None)(Text("floor.found"))
    ledger = LedgerMetrics(metrics.registry)
    ledger.note_stored("fact", [100, 200], 0.01)
    ledger.note_row_days(30)
    stream = StreamInfo(
        config=StreamConfig(max_bytes=1000), state=StreamState(5, 500, 1, 5, 1), cluster=None
    )
    ledger.note_stream("fact", stream, 3)
    return metrics


class WatchedFloor:
    """The heartbeats of a pit, and its metrics."""

    def __init__(self) -> None:
        self.heartbeats = Heartbeats(lambda: 1_795_773_600_000, monotonic_ms)
        self.metrics = ProcessMetrics("pit", LoopProgress(5.0))
        self.metrics.counted_log(lambda text: None)(Text("floor.found"))
        self.screen = FloorScreen(0, 0, (), (), (), blind=False)
        self.metrics.registry.register(FloorCollector(self.heartbeats, lambda: self.screen))

    def receive(self, table: str, *, under_voltage: bool = False) -> None:
        machine = HostFigures(60, under_voltage, False, 500)
        beat = TableHeartbeat(NOW, OPEN_VIEW, 1, None, (3, 4), "1.2.3", machine, 77)
        self.heartbeats.receive(table, msgspec.json.encode(beat))

    def receive_bank(self) -> None:
        self.heartbeats.receive("SLOTS", msgspec.json.encode(BankHeartbeat(NOW, None)))


def sample_names(registry: CollectorRegistry) -> set[str]:
    """Return the names of all samples but the times at which counters began."""
    families: list[Metric] = [*registry.collect()]
    names = {sample.name for family in families for sample in family.samples}
    return {name for name in names if not name.endswith("_created")}
