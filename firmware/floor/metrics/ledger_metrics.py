"""The figures of a ledger. No table is named: its own figures come by its heartbeat, at the pit."""

from nats.js.api import StreamInfo
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

STORE_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)

STREAM_GAUGES = {
    "croupier_stream_pending_messages": "Messages of a stream that no ledger has taken yet",
    "croupier_stream_bytes": "The size of a stream",
    "croupier_stream_limit_bytes": "The size at which a stream is full",
}


class LedgerMetrics:
    """Counts the messages that a ledger stores, and those that wait for it at the engine."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._messages = Counter(
            "croupier_ledger_messages",
            "Messages of tables that were stored or set aside",
            ["lane"],
            registry=registry,
        )
        self._octets = Counter(
            "croupier_ledger_message_bytes",
            "The size of these messages",
            ["lane"],
            registry=registry,
        )
        self._store_seconds = Histogram(
            "croupier_ledger_store_seconds",
            "The time of a batch in the database",
            buckets=STORE_SECONDS,
            registry=registry,
        )
        self._is_database_up = Gauge(
            "croupier_ledger_database_up",
            "1 if the last batch was stored, 0 if the database failed",
            registry=registry,
        )
        self._row_days = Gauge(
            "croupier_ledger_row_days",
            "How many gaming days the oldest line in the database is old",
            registry=registry,
        )
        self._pending, self._stream_octets, self._stream_limit = (
            Gauge(name, meaning, ["lane"], registry=registry)
            for name, meaning in STREAM_GAUGES.items()
        )

    def note_stored(self, lane_name: str, sizes: list[int], seconds: float) -> None:
        """Note a batch that is durable: the octets of each of its messages."""
        self._messages.labels(lane_name).inc(len(sizes))
        self._octets.labels(lane_name).inc(sum(sizes))
        self._store_seconds.observe(seconds)
        self._is_database_up.set(1)

    def note_failed(self) -> None:
        """Note that the database has failed."""
        self._is_database_up.set(0)

    def note_row_days(self, days: int) -> None:
        """Note how many gaming days the oldest line in the database is old."""
        self._row_days.set(days)

    def note_stream(self, lane_name: str, stream_info: StreamInfo, pending: int) -> None:
        """Note a stream's size, and how many of its messages wait for a ledger."""
        self._pending.labels(lane_name).set(pending)
        self._stream_octets.labels(lane_name).set(stream_info.state.bytes)
        self._stream_limit.labels(lane_name).set(stream_info.config.max_bytes or 0)
