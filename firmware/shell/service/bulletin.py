"""The status of a table, and when it is shown."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

import msgspec

from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.parts.bus_thread import LONGEST_WAIT_MS
from firmware.shell.service.loop import Loop
from firmware.shell.service.recent import RecentNews
from firmware.shell.service.reporter import Reporter
from hal.ports import Millis

QUIET_MS: Final = 15
"""The quiet time before the status is built: the lights come first."""


class View(Protocol):
    """Someone who watches the table."""

    def heard(self, rulings: Sequence[Ruling]) -> None: ...

    def show(self, status: Status) -> None:
        """Take the table's status."""
        ...


class Bulletin:
    """Makes the status after news, once the buses have had their turn.

    `parts` returns the status of every part; `notes` are shown as long as the service runs.
    """

    def __init__(
        self,
        loop: Loop,
        recent: RecentNews,
        parts: Callable[[], tuple[PartStatus, ...]],
        reporter: Reporter,
        view: View,
        *,
        shoe_port: str,
        notes: Iterable[Text],
    ) -> None:
        self._notes = list(notes)
        self._loop = loop
        self._recent = recent
        self._parts = parts
        self._reporter = reporter
        self._view = view
        self._shoe_port = shoe_port
        self._news_since: Millis | None = None
        """When the first news came that the status does not show yet."""
        self.status = self._report()

    def keep(self, note: Text) -> None:
        """Show a note from now on; from any thread, also before the first turn."""
        self._notes.append(note)
        self.status = msgspec.structs.replace(self.status, notes=self._said())

    @property
    def wait_ms(self) -> int:
        """How long the loop may wait for events before it calls `tell`."""
        return LONGEST_WAIT_MS if self._news_since is None else QUIET_MS

    def note(self, now: Millis) -> None:
        """Note that there is news, which the status does not show yet."""
        if self._news_since is None:
            self._news_since = now

    def is_due(self, now: Millis, *, news: bool) -> bool:
        """Return whether this turn is one without news, or there has been news for too long."""
        since = self._news_since
        return not news or (since is not None and now - since > LONGEST_WAIT_MS)

    def tell(self, shown: Panel) -> None:
        """Show the status, if there was news since the last time."""
        if self._news_since is None:
            return
        self._news_since = None
        heard = self._recent.tell()
        self.status = self._report()
        self._view.heard(heard)
        self._view.show(self._seen(shown))

    def _seen(self, shown: Panel) -> Status:
        """Return the status as displayed: at a simulated table with the overlay."""
        if shown is not self._loop.panel and shown.simulated:
            return self._reporter.covered(self.status, shown)
        return self.status

    def _report(self) -> Status:
        table = self._loop.table
        return msgspec.structs.replace(
            self._reporter.status(table, self._loop.panel, self._recent.results),
            parts=self._parts(),
            shoe_port=self._shoe_port,
            notes=self._said(),
            last_fault=self._recent.last_fault(table),
        )

    def _said(self) -> tuple[str, ...]:
        return tuple(map(self._reporter.say, self._notes))
