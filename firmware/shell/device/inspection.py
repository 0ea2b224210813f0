"""The device's checks of itself: before the table opens, on demand and in quiet hours."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised

Wrong = Mapping[str, str] | None
"""The values of the fault's words; None if the check passed."""


class Check(NamedTuple):
    """One check; `code` of `part` is the fault if it fails."""

    part: str
    code: str
    look: Callable[[], Wrong]

    def event(self) -> Event:
        """Run the check and return its event."""
        wrong = self.look()
        if wrong is None:
            return FaultEnded(self.part, self.code)
        return FaultRaised(self.part, self.code, dict(wrong))


class Inspection:
    """Runs its checks in a thread of its own, and reports changes.

    `stands` says whether the table has a fault already. `quiet` is called, every `every_s` seconds,
    to learn whether a check would disturb; `lacking`, at the start, whether the journal is
    incomplete.
    """

    def __init__(
        self,
        checks: Sequence[Check],
        stands: Callable[[str, str], bool],
        tell: Callable[[list[Event]], None],
        quiet: Callable[[], bool],
        lacking: Callable[[], bool],
        every_s: float,
    ) -> None:
        self._checks = tuple(checks)
        self._stands = stands
        self._tell = tell
        self._quiet = quiet
        self._lacking = lacking
        self._every_s = every_s
        self._wanted = threading.Event()
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="inspection", daemon=True)

    def start(self) -> None:
        """Check at once if something is known to be missing, then wait for quiet hours."""
        self._thread.start()

    def ask(self) -> None:
        """Have everything checked soon."""
        self._wanted.set()

    def still_wrong(self, part: str, code: str) -> bool:
        """Repeat the checks of that fault; False if there are none."""
        looks = [c.look for c in self._checks if (c.part, c.code) == (part, code)]
        return any(look() is not None for look in looks)

    @property
    def ending(self) -> bool:
        """Whether a long check should end."""
        return self._ending

    def close(self) -> None:
        """Stop the thread, and its current check."""
        self._ending = True
        self._wanted.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        if self._lacking():
            self._wanted.set()
        while not self._ending:
            if self._wanted.wait(self._every_s) or self._quiet():
                self._wanted.clear()
                self._make()

    def _make(self) -> None:
        for check in self._checks:
            if self._ending:
                return
            event = check.event()
            if isinstance(event, FaultRaised) is not self._stands(check.part, check.code):
                self._tell([event])
