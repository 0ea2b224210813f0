"""The displays of a locked table: its alarm, over the state at the last sound record."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from firmware.core.table.table import Table
from firmware.core.vocabulary.health import LockedStatus
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.panel import Panel, SpotLight
from firmware.core.vocabulary.status import Status
from firmware.shell.history.locked_view import LockedView
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words

LOCKED_FIELDS: Final = (
    *("phase", "round", "spots", "cards", "dealt", "shoe", "lot", "game_values"),
    *("carried_bets", "late", "covered", "results", "room", "unseen"),
)
"""The fields of the status that are taken from the last sound record; the others are the lock's."""


class LockedReporter(StatusReporter):
    """Reports the game at the last sound record: it does not change while the table is locked."""

    def __init__(self, name: str, game: str, words: Words, locked_view: LockedView | None) -> None:
        super().__init__(name, game, words)
        self._locked_view = locked_view

    def table_panel(self, table: Table) -> Panel:
        """Return the lock's panel with the lights of the spots as they were."""
        lock_panel = super().table_panel(table)
        if self._locked_view is None:
            return lock_panel
        # the lights that the players saw last: their bets still lie there
        lights = {
            spot: SpotLight(spot_status.light)
            for spot, spot_status in self._locked_view.status.spots.items()
        }
        return replace(lock_panel, spots=lights)

    def known_meters(self, table: Table) -> Meters | None:  # noqa: ARG002
        """Return the meters as the last round opened of which the journal knows."""
        return self._locked_view.opening.checkpoint.meters if self._locked_view else None

    def table_status(self, table: Table, panel: Panel, results: Sequence[str]) -> Status:
        """Return the lock's status with the game as it was."""
        lock_status = super().table_status(table, panel, results)
        if self._locked_view is None:
            return replace(lock_status, locked=LockedStatus())
        last_status, (checkpoint, record_number) = self._locked_view
        locked_status = LockedStatus(checkpoint.real.round, record_number)
        lasting_values = {name: getattr(last_status, name) for name in LOCKED_FIELDS}
        return replace(lock_status, locked=locked_status, **lasting_values)
