"""The status of a table, and when it is shown."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

import msgspec

from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Panel, Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.parts.bus_thread import LONGEST_WAIT_MS
from firmware.shell.service.loop import TableLoop
from firmware.shell.service.recent_rulings import RecentRulings
from firmware.shell.service.reporter import StatusReporter
from hal.ports import Millis

QUIET_BEFORE_STATUS_MS: Final = 15
"""The quiet time before the status is built: the lights come first."""


class StatusView(Protocol):
    """Someone who watches the table."""

    def take_rulings(self, rulings: Sequence[Ruling]) -> None: ...

    def show(self, status: Status) -> None:
        """Take the table's status."""
        ...


class StatusPublisher:
    """Makes the status after news, once the buses have had their turn.

    `part_statuses` returns the status of every part; `notes` are shown as long as the service runs.
    """

    def __init__(
        self,
        loop: TableLoop,
        recent_rulings: RecentRulings,
        part_statuses: Callable[[], tuple[PartStatus, ...]],
        reporter: StatusReporter,
        view: StatusView,
        *,
        shoe_port: str,
        notes: Iterable[Text],
    ) -> None:
        self._shown_notes = list(notes)
        self._loop = loop
        self._recent_rulings = recent_rulings
        self._part_statuses = part_statuses
        self._reporter = reporter
        self._view = view
        self._shoe_port = shoe_port
        self._unpublished_since: Millis | None = None
        """When the first news came that the status does not show yet."""
        self.status = self._current_status()

    def add_note(self, note: Text) -> None:
        """Show a note from now on; from any thread, also before the first turn."""
        self._shown_notes.append(note)
        self.status = msgspec.structs.replace(self.status, notes=self._rendered_notes())

    @property
    def wait_ms(self) -> int:
        """How long the loop may wait for events before it calls `publish`."""
        return LONGEST_WAIT_MS if self._unpublished_since is None else QUIET_BEFORE_STATUS_MS

    def note_news(self, now: Millis) -> None:
        """Note that there is news, which the status does not show yet."""
        if self._unpublished_since is None:
            self._unpublished_since = now

    def is_due(self, now: Millis, *, has_news: bool) -> bool:
        """Return whether this turn is one without news, or there has been news for too long."""
        unpublished_since = self._unpublished_since
        return not has_news or (
            unpublished_since is not None and now - unpublished_since > LONGEST_WAIT_MS
        )

    def publish(self, shown_panel: Panel) -> None:
        """Show the status, if there was news since the last time."""
        if self._unpublished_since is None:
            return
        self._unpublished_since = None
        new_rulings = self._recent_rulings.take_unpublished()
        self.status = self._current_status()
        self._view.take_rulings(new_rulings)
        self._view.show(self._displayed_status(shown_panel))

    def _displayed_status(self, shown_panel: Panel) -> Status:
        """Return the status as displayed: at a simulated table with the overlay."""
        if shown_panel is not self._loop.panel and shown_panel.simulated:
            return self._reporter.covered_status(self.status, shown_panel)
        return self.status

    def _current_status(self) -> Status:
        table, setting = self._loop.table, self._loop.setting
        return msgspec.structs.replace(
            self._reporter.table_status(table, self._loop.panel, self._recent_rulings.results),
            parts=self._part_statuses(),
            shoe_port=self._shoe_port,
            notes=self._rendered_notes(),
            last_fault=self._recent_rulings.last_fault(table),
            pack=setting.pack,
            rules=setting.rules,
        )

    def _rendered_notes(self) -> tuple[str, ...]:
        return tuple(map(self._reporter.rendered, self._shown_notes))
