"""Looks at a table time and again, as its service tells it to anybody."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.control import Request
from firmware.shell.sockets.line_client import ControlError
from sim.web.bench.polling import Polling
from sim.web.session.line import Line

WATCHED_S: Final = 0.04
UNWATCHED_S: Final = 0.5
"""The polling periods while a page is open and while none is."""
AGEING_S: Final = 1.0
"""The longest delay before changes of ageing values are reported."""


class Watcher:
    """Polls in a thread. `seen` receives every status, `changed` each that differs from the last
    one it received; None if no service answers.
    """

    def __init__(
        self,
        socket: Path,
        seen: Callable[[Status | None], None],
        changed: Callable[[Status | None], None],
        watched: Callable[[], bool],
    ) -> None:
        self.status: Status | None = None
        """The last look."""
        self.told: Status | None = None
        """The last status given to `changed`."""
        self._line = Line(socket)
        self._decoder = msgspec.json.Decoder(Status)
        self._seen = seen
        self._changed = changed
        self._watched = watched
        self._told_at = 0.0
        self._polling = Polling("watcher", self._look)
        self.start = self._polling.start

    def close(self) -> None:
        """Look no more; report that no service answers."""
        self._polling.close()
        self._line.close()
        self.status = None
        self._tell(None)

    def _look(self) -> float:
        self.status = self._asked()
        self._seen(self.status)
        aged = time.monotonic() - self._told_at >= AGEING_S
        if _differs(self.status, self.told, aged=aged):
            self._tell(self.status)
        return WATCHED_S if self._watched() else UNWATCHED_S

    def _asked(self) -> Status | None:
        try:
            return self._line.ask(Request("status"), self._decoder)
        except ControlError:
            return None

    def _tell(self, status: Status | None) -> None:
        self.told, self._told_at = status, time.monotonic()
        self._changed(status)


def _differs(status: Status | None, told: Status | None, *, aged: bool) -> bool:
    if status is None or told is None or aged:
        return status != told
    return _steady(status) != _steady(told)


def _steady(status: Status) -> Status:
    """Return a status without the values that change by themselves."""
    return replace(status, machine=None, parts=tuple(map(_still, status.parts)))


def _still(part: PartStatus) -> PartStatus:
    return replace(
        part, heard_ms_ago=None, round_trip_ms=0, transfers=0, bytes_out=0, bytes_in=None
    )
