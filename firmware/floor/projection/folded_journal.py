"""The fold of a journal in one process, and its rows as that has last written them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from firmware.floor.facts import LanePosition
from firmware.floor.projection.state_rows import WrittenState
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.projection.table_fold import TableFold
from firmware.floor.projection.takings_sums import HourClass, TakingsSums


class StoredFact(NamedTuple):
    """A fact as the database has it."""

    position: LanePosition
    body: str
    received_at: str


class FactsAtHand(NamedTuple):
    """All facts of a journal between two positions."""

    after: LanePosition
    facts: Sequence[StoredFact]


class AlarmChanges(NamedTuple):
    """The alarms of a journal that are new or changed, and the ids of those withdrawn."""

    changed: list[Alarm]
    withdrawn: set[str]


class FoldedJournal:
    """The fold of one journal and its rows."""

    def __init__(self, fold: TableFold, written: WrittenState) -> None:
        self.fold = fold
        self.written = written
        self.hour_sums: dict[HourClass, TakingsSums] = {}
        """The rows of takings that were written or read last."""
        self._has_new_takings = False
        self._play_alarms = _by_id(fold.current_play.alarms)

    def apply_facts(self, stored_facts: Iterable[StoredFact]) -> None:
        for stored_fact in stored_facts:
            self.fold.apply_fact(*stored_fact)

    @property
    def journal(self) -> str:
        return self.fold.journal_identity

    @property
    def has_new_rounds(self) -> bool:
        """Whether a settled round is new or corrected since the last write."""
        return self.fold.takings.has_new_rounds

    @property
    def has_advances(self) -> bool:
        return bool(self.fold.takings.hour_advances)

    def take_alarm_changes(self) -> AlarmChanges:
        """Return the changes since the last call."""
        before, self._play_alarms = self._play_alarms, _by_id(self.fold.current_play.alarms)
        now = _by_id(self.fold.take_final_alarms()) | self._play_alarms
        changed = [alarm for alarm_id, alarm in now.items() if before.get(alarm_id) != alarm]
        return AlarmChanges(changed, before.keys() - now.keys())

    def missing_hours(self) -> set[HourClass]:
        """Return the keys of the rows that must be read before the takings are added."""
        advances = self.fold.takings.hour_advances
        return {advance.key for advance in advances} - self.hour_sums.keys()

    def add_takings(self, read_sums: dict[HourClass, TakingsSums]) -> dict[HourClass, TakingsSums]:
        """Add the advances since the last call; return the changed sums. `read_sums` are those of
        the missing hours that have rows.
        """
        known_sums, changed = self.hour_sums | read_sums, dict[HourClass, TakingsSums]()
        self._has_new_takings = True
        for advance in self.fold.takings.take_advances():
            # one after the other: floats added in another order would differ in their last digit
            earlier = changed.get(advance.key) or known_sums.get(advance.key) or TakingsSums()
            changed[advance.key] = earlier.plus(advance.sums)
        self.hour_sums = changed or self.hour_sums
        return changed

    def count_write(self, now_ms: int) -> None:
        """Give the rows their next revision: it begins with a time, so that rows which are deleted
        and written again have others than before.
        """
        revision = max(self.written.revision + 1, now_ms if not self.written.revision else 0)
        takings_revision = revision if self._has_new_takings else self.written.takings_revision
        self.written = WrittenState(revision, takings_revision, self.fold.state.last_position)
        self._has_new_takings = self.fold.takings.has_new_rounds = False


def _by_id(alarms: Iterable[Alarm]) -> dict[str, Alarm]:
    return {alarm.id: alarm for alarm in alarms}
