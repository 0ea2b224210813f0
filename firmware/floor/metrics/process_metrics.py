"""The figures that every process of the floor has."""

from collections.abc import Iterable, Sequence
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Info, ProcessCollector
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from firmware import __version__
from firmware.core.vocabulary.panel import Text
from firmware.floor.log import WriteLog
from firmware.floor.metrics.metrics_server import Health
from firmware.shell.service.progress import LoopProgress

CONNECTION_EVENTS: Final = {"floor.found": 1, "floor.lost": 0}
"""By the message key of a line of the log: whether there is a connection to the engine after it."""


class ProcessMetrics:
    """The registry of a process: its version, its memory and time, its loops, and its log."""

    def __init__(self, service: str, progress: LoopProgress) -> None:
        self.registry, self.progress = CollectorRegistry(), progress
        ProcessCollector(registry=self.registry)
        Info("croupier_build", "The program of this process", registry=self.registry).info(
            {"version": __version__, "service": service}
        )
        self._events = Counter(
            "croupier_log_events",
            "Lines of the log, by the key of their message",
            ["event"],
            registry=self.registry,
        )
        self._is_connected = Gauge(
            "croupier_engine_connected",
            "1 with a connection to the floor's engine",
            registry=self.registry,
        )
        self.registry.register(_LoopCollector(progress))

    def read_health(self) -> Health:
        return Health(self.progress.is_stale, self.progress.ages_s())

    def counted_log(self, write_log: WriteLog) -> WriteLog:
        """Return a log whose lines are counted here."""

        def write(text: Text) -> None:
            self._events.labels(text.key).inc()
            if text.key in CONNECTION_EVENTS:
                self._is_connected.set(CONNECTION_EVENTS[text.key])
            write_log(text)

        return write


class _LoopCollector(Collector):
    def __init__(self, progress: LoopProgress) -> None:
        self._progress = progress

    def collect(self) -> Iterable[Metric]:
        ages = gauge(
            "croupier_loop_turn_seconds", "For how long a loop has been in its turn", "loop"
        )
        for loop_name, age_s in self._progress.ages_s().items():
            ages.add_metric([loop_name], age_s)
        yield ages


def gauge(name: str, meaning: str, *label_names: str) -> GaugeMetricFamily:
    """Return an empty family of gauges with these labels."""
    labels: Sequence[str] = label_names
    return GaugeMetricFamily(name, meaning, labels=labels)
