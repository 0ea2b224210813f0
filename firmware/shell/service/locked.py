"""What a locked table shows: its alarm, over what it was at the last record that is sound."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from firmware.core.table.table import Table
from firmware.core.vocabulary.counters import Meters
from firmware.core.vocabulary.health import LockedStatus
from firmware.core.vocabulary.panel import Light, Panel
from firmware.core.vocabulary.status import Status
from firmware.shell.history.locked_view import Known
from firmware.shell.service.reporter import Reporter
from firmware.shell.words.words import Words

LASTING: Final = (
    *("phase", "round", "spots", "cards", "dealt", "shoe", "lot", "told"),
    *("standing", "late", "covered", "results", "room"),
)
"""What the status tells of the game; the rest is the lock's."""


class LockedReporter(Reporter):
    """Tells of the game what was `known` of it last: nothing of it moves while the lock lasts."""

    def __init__(self, name: str, game: str, words: Words, known: Known | None) -> None:
        super().__init__(name, game, words)
        self._known = known

    def panel(self, table: Table) -> Panel:
        """Return the lock's panel with the lights of the spots as they were."""
        shown = super().panel(table)
        if self._known is None:
            return shown
        lights = {spot: Light(was.light) for spot, was in self._known.status.spots.items()}
        return replace(shown, spots=lights)

    def meters(self, table: Table) -> Meters | None:  # noqa: ARG002
        """Return the meters as the last round opened of which the journal knows."""
        return self._known.opening.checkpoint.meters if self._known else None

    def status(self, table: Table, panel: Panel, results: Sequence[str]) -> Status:
        """Return the lock's status with the game as it was."""
        lock = super().status(table, panel, results)
        if self._known is None:
            return replace(lock, locked=LockedStatus())
        was, (checkpoint, record) = self._known
        locked = LockedStatus(checkpoint.real.round, record)
        lasting = {name: getattr(was, name) for name in LASTING}
        return replace(lock, locked=locked, **lasting)
