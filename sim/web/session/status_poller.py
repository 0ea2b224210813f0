"""Polls the status of a table at its control socket."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.control import StatusQuery
from firmware.shell.sockets.line_client import ControlError
from sim.web.bench.poll_thread import PollThread
from sim.web.session.service_connection import ServiceConnection

STATUS_POLL_S: Final = 0.04
UNWATCHED_POLL_S: Final = 0.5
"""The polling periods while a page is visible and while none is."""
AGEING_S: Final = 1.0
"""The longest delay before changes of ageing values are reported."""


class StatusPoller:
    """Polls in a thread. `on_status` gets every status, `on_change` each that differs from the last
    one it received; None if no service answers.
    """

    def __init__(
        self,
        socket_path: Path,
        on_status: Callable[[Status | None], None],
        on_change: Callable[[Status | None], None],
        has_viewers: Callable[[], bool],
    ) -> None:
        self.status: Status | None = None
        """The last status that was read."""
        self.reported: Status | None = None
        """The last status given to `on_change`."""
        self._connection = ServiceConnection(socket_path)
        self._decoder = msgspec.json.Decoder(Status)
        self._on_status = on_status
        self._on_change = on_change
        self._has_viewers = has_viewers
        self._reported_at = 0.0
        self._poll_thread = PollThread("watcher", self._poll)
        self.start = self._poll_thread.start

    def close(self) -> None:
        """Look no more; report that no service answers."""
        # The thread first, since it uses the connection.
        self._poll_thread.close()
        self._connection.close()
        self.status = None
        self._report(None)

    def _poll(self) -> float:
        self.status = self._read_status()
        self._on_status(self.status)
        is_aged = time.monotonic() - self._reported_at >= AGEING_S
        if _differs(self.status, self.reported, is_aged=is_aged):
            self._report(self.status)
        return STATUS_POLL_S if self._has_viewers() else UNWATCHED_POLL_S

    def _read_status(self) -> Status | None:
        try:
            return self._connection.send_request(StatusQuery("status"), self._decoder)
        except ControlError:
            return None

    def _report(self, status: Status | None) -> None:
        self.reported, self._reported_at = status, time.monotonic()
        self._on_change(status)


def _differs(status: Status | None, reported: Status | None, *, is_aged: bool) -> bool:
    if status is None or reported is None or is_aged:
        return status != reported
    return _steady_status(status) != _steady_status(reported)


def _steady_status(status: Status) -> Status:
    """Return a status without the values that change by themselves."""
    return replace(status, machine=None, parts=tuple(map(_steady_part, status.parts)))


def _steady_part(part: PartStatus) -> PartStatus:
    return replace(
        part, last_seen_ms_ago=None, round_trip_ms=0, transfers=0, bytes_out=0, bytes_in=None
    )
