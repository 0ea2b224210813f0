"""The figures of tables, banks and tournaments by their heartbeats, as the pit has them.

Nothing is of a card, a player or a person, and records are counted once they are released.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from firmware.floor.metrics.process_metrics import gauge
from firmware.floor.pit.alarm_policy import AlarmRank
from firmware.floor.pit.heartbeats import Heartbeat, Heartbeats
from firmware.floor.pit.screen import FloorScreen

TABLE_GAUGES: Final[dict[str, tuple[str, Callable[[Heartbeat], float | None]]]] = {
    "croupier_table_answers": (
        "1 if the table's program answers its uplink",
        lambda heartbeat: heartbeat.view is not None,
    ),
    "croupier_table_lag_seconds": (
        "For how long the oldest fact or released record has waited for the ledger",
        lambda heartbeat: heartbeat.behind_s,
    ),
    "croupier_table_clock_skew_seconds": (
        "By how much the table's clock is behind the pit's",
        lambda heartbeat: heartbeat.skew_ms / 1000,
    ),
    "croupier_table_faults": (
        "The faults that a table has now",
        lambda heartbeat: len(heartbeat.view.faults) if heartbeat.view else None,
    ),
    "croupier_table_celsius": (
        "The temperature of the table's processor",
        lambda heartbeat: heartbeat.host.celsius if heartbeat.host else None,
    ),
    "croupier_table_under_voltage": (
        "1 if the table's supply is too weak now",
        lambda heartbeat: heartbeat.host.under_voltage if heartbeat.host else None,
    ),
    "croupier_table_slowed": (
        "1 if heat or a weak supply slows the table's processor now",
        lambda heartbeat: heartbeat.host.slowed if heartbeat.host else None,
    ),
    "croupier_table_available_bytes": (
        "The memory that the table's machine has left",
        lambda heartbeat: _octets(heartbeat.host.available_mib) if heartbeat.host else None,
    ),
}
"""By name: the meaning of a gauge and its value in a heartbeat, None if it has none."""


def _octets(mebibytes: int | None) -> int | None:
    return None if mebibytes is None else mebibytes << 20


class FloorCollector(Collector):
    """Reads the heartbeats whenever Prometheus asks; a silent table has nothing but its silence."""

    def __init__(
        self, heartbeats: Heartbeats, read_screen: Callable[[], FloorScreen | None]
    ) -> None:
        self._heartbeats, self._read_screen = heartbeats, read_screen

    def collect(self) -> Iterable[Metric]:
        all_heartbeats = self._heartbeats.last_heartbeats()
        present = {
            table_name: heartbeat
            for table_name, heartbeat in all_heartbeats.items()
            if not self._heartbeats.is_silent(heartbeat)
        }
        yield _filled(
            gauge("croupier_table_up", "1 if the table's heartbeat is heard", "table"),
            {table_name: table_name in present for table_name in all_heartbeats},
        )
        for name, (meaning, read_value) in TABLE_GAUGES.items():
            values = {name: read_value(heartbeat) for name, heartbeat in present.items()}
            yield _filled(gauge(name, meaning, "table"), values)
        yield from _labelled_figures(present)
        yield from self._sources()
        yield from _screen_figures(self._read_screen())

    def _sources(self) -> Iterator[Metric]:
        for source_kind in ("bank", "hall"):
            is_up = {
                source_name: not self._heartbeats.is_silent(source)
                for source_name, source in self._heartbeats.sources.copy().items()
                if source.source_kind == source_kind
            }
            name, meaning = SOURCE_GAUGES[source_kind]
            yield _filled(gauge(name, meaning, source_kind), is_up)


SOURCE_GAUGES: Final = {
    "bank": ("croupier_bank_up", "1 if the heartbeat of a bank of slot machines is heard"),
    "hall": ("croupier_hall_up", "1 if the heartbeat of a tournament is heard"),
}


def _filled(family: GaugeMetricFamily, values: Mapping[str, float | None]) -> GaugeMetricFamily:
    for label, value in values.items():
        if value is not None:
            family.add_metric([label], float(value))
    return family


def _screen_figures(screen: FloorScreen | None) -> Iterator[Metric]:
    is_known = gauge("croupier_pit_database_up", "1 if the pit could read the database last")
    is_known.add_metric([], screen is not None)
    yield is_known
    alarms = gauge("croupier_pit_alarms", "The alarms on the pit's screen", "rank", "acknowledged")
    counts = Counter(
        (shown.rank.name.lower(), "no" if shown.seen is None else "yes")
        for shown in (screen.alarms if screen is not None else ())
    )
    for rank in AlarmRank:
        for acknowledged in ("no", "yes"):
            labels = (rank.name.lower(), acknowledged)
            if screen is not None:
                alarms.add_metric(labels, counts[labels])
    yield alarms


def _labelled_figures(present: dict[str, Heartbeat]) -> Iterator[Metric]:
    phase = gauge("croupier_table_phase", "1 for the phase that the table is in", "table", "phase")
    program = gauge("croupier_table_program", "1 for the table's version", "table", "version")
    records = CounterMetricFamily(
        "croupier_table_records", "Released records that the ledger has", labels=["table"]
    )
    written = CounterMetricFamily(
        "croupier_table_written_gib",
        "GiB written to the disk of each copy of the journal",
        labels=["table", "copy"],
    )
    for table_name, heartbeat in present.items():
        if heartbeat.view is not None:
            phase.add_metric([table_name, heartbeat.view.phase], 1)
        if heartbeat.version:
            program.add_metric([table_name, heartbeat.version], 1)
        if heartbeat.records is not None:
            records.add_metric([table_name], heartbeat.records)
        for copy_number, gib in enumerate(heartbeat.written_gib, 1):
            written.add_metric([table_name, str(copy_number)], gib)
    yield from (phase, program, records, written)
