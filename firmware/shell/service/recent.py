"""The table's recent news for its status: results, rounds, the last fault."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from firmware.core.table.table import Table
from firmware.core.vocabulary.health import LastFault
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, FaultShown, RoundOpened, Ruling
from firmware.shell.history.ledger import wall_clock
from firmware.shell.history.resume_point import Spoken
from firmware.shell.service.reporter import Reporter

RESULTS_KEPT: Final = 120
"""More than the rounds of any shoe: eight packs, and four cards a round at the least."""


class RecentNews:
    """Collects the rulings; belongs to the loop's thread."""

    def __init__(self, reporter: Reporter) -> None:
        self.rounds = 0
        """How many have been finished."""
        self.untold: list[Ruling] = []
        self._uncounted: list[Ruling] = []
        """Of these, the ones of real rounds."""
        self._results: deque[str] = deque(maxlen=RESULTS_KEPT)
        self._last_fault: LastFault | None = None
        self._reporter = reporter

    @property
    def results(self) -> tuple[str, ...]:
        """The last results, the oldest first; of a shoe of several packs those of this shoe."""
        return tuple(self._results)

    def take(self, table: Table, rulings: Sequence[Ruling]) -> None:
        self.untold += rulings
        self._uncounted += () if table.state.testing else rulings
        for ruling in rulings:
            if isinstance(ruling, FaultShown):
                self._note(ruling, table)
            if isinstance(ruling, Announced) and not table.state.testing:
                self._remember(ruling.words, table, table.state.shoe.rounds)

    def restore(self, spoken: Iterable[Spoken], table: Table) -> None:
        """Take the results of before a start; those that were announced since follow them."""
        since = tuple(self._results)
        self._results.clear()
        for words, rounds in spoken:
            self._remember(words, table, rounds)
        if table.state.game.decks > 1 and table.state.shoe.rounds == 0 and since:
            self._results.clear()
        self._results += since

    def tell(self) -> list[Ruling]:
        """Return the rulings since the last call, and count them."""
        told, self.untold = self.untold, []
        counted, self._uncounted = self._uncounted, []
        for ruling in counted:
            if isinstance(ruling, RoundOpened) and ruling.round > 1:
                self.rounds += 1
        return told

    def last_fault(self, table: Table) -> LastFault | None:
        """Return the last fault raised, with its present state."""
        last = self._last_fault
        if last is None:
            return None
        found = table.state.device.trouble.find(last.fault.part, last.fault.code)
        return replace(last, stands=found is not None)

    def _remember(self, words: Text, table: Table, rounds: int) -> None:
        """Take a result, announced when so many rounds of its shoe had been played."""
        result = self._reporter.result(words)
        if result is None:
            return
        if table.state.game.decks > 1 and rounds == 0:
            self._results.clear()
        self._results.append(result)

    def _note(self, shown: FaultShown, table: Table) -> None:
        fault = table.state.device.trouble.find(shown.part, shown.code)
        if fault is not None:
            at = wall_clock().isoformat(timespec="milliseconds")
            self._last_fault = LastFault(self._reporter.fault(fault), at, stands=True)
