"""Heartbeats to the pit: one at each change, and every five seconds."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace
from nats.aio.client import Client

from firmware import __version__
from firmware.floor.certificate_dates import ending_day
from firmware.floor.connection import publish_best_effort
from firmware.floor.heartbeat import (
    AnyHeartbeat,
    TableHeartbeat,
    host_figures,
    table_view,
    written_gib,
)
from firmware.floor.places import Place, place_subject
from firmware.floor.run_sender import RunSender
from firmware.floor.uplink.lag import Lag
from firmware.shell.config.settings import Certificates
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import ControlError

STATUS_INTERVAL_S: Final = 0.5
HEARTBEAT_INTERVAL_S: Final = 5.0
"""After this time an unchanged view is sent again."""


class HeartbeatPacer:
    """Decides when a view is sent."""

    def __init__(self) -> None:
        self._last_view: object = None
        self._sent_at_s = float("-inf")

    def is_due(self, view: object, now_s: float) -> bool:
        """Return whether a view is sent at this time, in seconds; then it is the last one."""
        if view == self._last_view and now_s - self._sent_at_s < HEARTBEAT_INTERVAL_S:
            return False
        self._last_view, self._sent_at_s = view, now_s
        return True


class HeartbeatSource(NamedTuple):
    """Whose heartbeats are sent: `read` is called with a time in ISO 8601."""

    place: Place
    read: Callable[[str], AnyHeartbeat]
    certificates: Certificates | None = None
    """Those of the sender, whose last day its heartbeats have."""


async def send_heartbeats(client: Client, run_sender: RunSender, source: HeartbeatSource) -> None:
    """Send heartbeats, for ever."""
    heartbeat_pacer, subject = HeartbeatPacer(), place_subject("seen", source.place)
    while True:
        now = datetime.now(UTC)
        heartbeat = await asyncio.to_thread(source.read, now.isoformat(timespec="milliseconds"))
        if heartbeat_pacer.is_due(heartbeat.view, time.monotonic()):
            last_day = ending_day(source.certificates, now)
            heartbeat = replace(heartbeat, certificate_ends=last_day, version=__version__)
            payload = run_sender.seal(subject, msgspec.json.encode(heartbeat))
            await publish_best_effort(client, subject, payload)
        await asyncio.sleep(STATUS_INTERVAL_S)


def table_heartbeat(control_socket: Path, lag: Lag, sent_at: str) -> TableHeartbeat:
    """Ask a table's control socket for its status."""
    lag_s = lag.lag_seconds(time.monotonic())
    try:
        status = query_status(control_socket)
    except ControlError:
        return TableHeartbeat(sent_at, None, lag_s, records=lag.stored_records)
    return TableHeartbeat(
        sent_at,
        table_view(status),
        lag_s,
        written_gib=written_gib(status),
        host=host_figures(status),
        records=lag.stored_records,
    )
