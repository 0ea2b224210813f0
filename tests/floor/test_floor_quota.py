"""Who fills the engine is named, and a table at work never is."""

from datetime import UTC, datetime, timedelta

import pytest
from nats.js.api import StreamConfig, StreamInfo, StreamState

from firmware.floor.ledger.quota import (
    MAX_SUBJECTS,
    MAX_WINDOW_OCTETS,
    NEARLY_FULL,
    WINDOW_S,
    Traffic,
    stream_alarms,
)
from firmware.floor.wire import MAX_LANE_OCTETS_PER_S

SUBJECT = "floor.fact.montreal.main.table-7"
NOW = datetime(2026, 11, 29, tzinfo=UTC)
MESSAGE_OCTETS = 1 << 16


def noted(traffic: Traffic, octets: int, seconds: float, subject: str = SUBJECT) -> list[str]:
    """Send so many octets, evenly over some seconds; return the tables that are named."""
    count = octets // MESSAGE_OCTETS
    return [
        alarm.table
        for number in range(count)
        for alarm in traffic.note(
            subject, MESSAGE_OCTETS, NOW + timedelta(seconds=number * seconds / count)
        )
    ]


def test_full_rate_is_no_flood() -> None:
    day_s = 3600
    assert noted(Traffic(), day_s * MAX_LANE_OCTETS_PER_S, day_s) == []


def test_table_sending_too_much_named() -> None:
    traffic = Traffic()
    assert set(noted(traffic, 2 * MAX_WINDOW_OCTETS, WINDOW_S - 1)) == {"table-7"}
    assert noted(traffic, MESSAGE_OCTETS, 1, "floor.fact.montreal.main.table-8") == []


def test_endless_names_fill_no_memory() -> None:
    traffic = Traffic()
    for number in range(2 * MAX_SUBJECTS):
        list(traffic.note(f"floor.fact.montreal.main.t-{number}", 1, NOW))
    assert len(traffic._counts) == MAX_SUBJECTS


@pytest.mark.parametrize(("octets", "named"), [(79, []), (80, ["FACT"]), (100, ["FACT"])])
def test_nearly_full_stream_is_named(octets: int, named: list[str]) -> None:
    assert NEARLY_FULL == 0.8
    state = StreamState(messages=1, bytes=octets, first_seq=1, last_seq=1, consumer_count=1)
    info = StreamInfo(config=StreamConfig(name="FACT", max_bytes=100), state=state)
    assert [alarm.place for alarm in stream_alarms(info)] == named


def test_unlimited_stream_is_never_full() -> None:
    state = StreamState(messages=1, bytes=1 << 40, first_seq=1, last_seq=1, consumer_count=1)
    for limit in (None, -1, 0):
        info = StreamInfo(config=StreamConfig(name="FACT", max_bytes=limit), state=state)
        assert [*stream_alarms(info)] == []
