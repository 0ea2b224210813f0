"""The table's recent news for its status: results, rounds, the last fault."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from firmware.core.table.table import Table
from firmware.core.vocabulary.health import LastFault
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, FaultShown, RoundOpened, Ruling
from firmware.shell.history.ledger import current_time
from firmware.shell.history.resume_point import SpokenResult
from firmware.shell.service.reporter import StatusReporter

MAX_RESULTS: Final = 120
"""More than the rounds of any shoe: eight packs, and four cards a round at the least."""


class RecentRulings:
    """Collects the rulings; belongs to the loop's thread."""

    def __init__(self, reporter: StatusReporter) -> None:
        self.finished_rounds = 0
        """How many have been finished."""
        self.unpublished: list[Ruling] = []
        self._uncounted_rulings: list[Ruling] = []
        """Of these, the ones of real rounds."""
        self._results: deque[str] = deque(maxlen=MAX_RESULTS)
        self._last_fault: LastFault | None = None
        self._reporter = reporter

    @property
    def results(self) -> tuple[str, ...]:
        """The last results, the oldest first; of a shoe of several packs those of this shoe."""
        return tuple(self._results)

    def add_rulings(self, table: Table, rulings: Sequence[Ruling]) -> None:
        self.unpublished += rulings
        self._uncounted_rulings += () if table.state.testing else rulings
        for ruling in rulings:
            if isinstance(ruling, FaultShown):
                self._note_fault(ruling, table)
            if isinstance(ruling, Announced) and not table.state.testing:
                self._add_result(ruling.words, table, table.state.shoe.rounds_settled)

    def restore(self, announcements: Iterable[SpokenResult], table: Table) -> None:
        """Take the results of before a start; those that were announced since follow them."""
        later_results = tuple(self._results)
        self._results.clear()
        for words, rounds_before in announcements:
            self._add_result(words, table, rounds_before)
        if table.state.game.decks > 1 and table.state.shoe.rounds_settled == 0 and later_results:
            self._results.clear()
        self._results += later_results

    def take_unpublished(self) -> list[Ruling]:
        """Return the rulings since the last call, and count them."""
        published, self.unpublished = self.unpublished, []
        counted_rulings, self._uncounted_rulings = self._uncounted_rulings, []
        for ruling in counted_rulings:
            if isinstance(ruling, RoundOpened) and ruling.round > 1:
                self.finished_rounds += 1
        return published

    def last_fault(self, table: Table) -> LastFault | None:
        """Return the last fault raised, with its present state."""
        last_shown = self._last_fault
        if last_shown is None:
            return None
        present_fault = table.state.device.trouble.find_fault(
            last_shown.fault.part, last_shown.fault.code
        )
        return replace(last_shown, is_active=present_fault is not None)

    def _add_result(self, words: Text, table: Table, rounds_before: int) -> None:
        """Take a result, announced when so many rounds of its shoe had been played."""
        result = self._reporter.short_result(words)
        if result is None:
            return
        # a new shoe begins: the road of results starts again
        if table.state.game.decks > 1 and rounds_before == 0:
            self._results.clear()
        self._results.append(result)

    def _note_fault(self, shown_fault: FaultShown, table: Table) -> None:
        fault = table.state.device.trouble.find_fault(shown_fault.part, shown_fault.code)
        if fault is not None:
            raised_at = current_time().isoformat(timespec="milliseconds")
            self._last_fault = LastFault(
                self._reporter.fault_status(fault), raised_at, is_active=True
            )
