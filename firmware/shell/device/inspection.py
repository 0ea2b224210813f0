"""The device's checks of itself: before the table opens, on demand and in quiet hours."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised

FaultValues = Mapping[str, str] | None
"""The values of the fault's words; None if the check passed."""


class DeviceCheck(NamedTuple):
    """One check; `fault_code` of `part` is the fault if it fails."""

    part: str
    fault_code: str
    run_check: Callable[[], FaultValues]

    def run_event(self) -> Event:
        """Run the check and return its event."""
        fault_values = self.run_check()
        if fault_values is None:
            return FaultEnded(self.part, self.fault_code)
        return FaultRaised(self.part, self.fault_code, dict(fault_values))


class DeviceInspection:
    """Runs its checks in a thread of its own, and reports changes.

    `is_raised` returns whether the table has a fault already. `is_quiet` is called every
    `interval_s` seconds: False if a check would disturb. `is_incomplete` is called at the start:
    whether a copy of the journal lacks segments. `on_checked` is called after each run of them.
    """

    def __init__(
        self,
        checks: Sequence[DeviceCheck],
        is_raised: Callable[[str, str], bool],
        report_events: Callable[[list[Event]], None],
        is_quiet: Callable[[], bool],
        is_incomplete: Callable[[], bool],
        interval_s: float,
        on_checked: Callable[[], None] = lambda: None,
    ) -> None:
        self._checks = tuple(checks)
        self._is_raised = is_raised
        self._report_events = report_events
        self._is_quiet = is_quiet
        self._is_incomplete = is_incomplete
        self._interval_s = interval_s
        self._on_checked = on_checked
        self._requested = threading.Event()
        self._is_ending = False
        self._thread = threading.Thread(target=self._run, name="inspection", daemon=True)

    def start(self) -> None:
        """Check at once if something is known to be missing, then wait for quiet hours."""
        self._thread.start()

    def request_checks(self) -> None:
        """Have everything checked soon."""
        self._requested.set()

    def is_still_wrong(self, part: str, code: str) -> bool:
        """Repeat the checks of that fault; False if there are none."""
        matching_checks = [
            check.run_check
            for check in self._checks
            if (check.part, check.fault_code) == (part, code)
        ]
        return any(run_check() is not None for run_check in matching_checks)

    @property
    def is_ending(self) -> bool:
        """Whether a long check should end."""
        return self._is_ending

    def close(self) -> None:
        """Stop the thread, and its current check."""
        self._is_ending = True
        # also wakes the thread, so that it sees the end at once
        self._requested.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        if self._is_incomplete():
            self._requested.set()
        while not self._is_ending:
            if self._requested.wait(self._interval_s) or self._is_quiet():
                self._requested.clear()
                self._run_checks()
                self._on_checked()

    def _run_checks(self) -> None:
        for check in self._checks:
            if self._is_ending:
                return
            event = check.run_event()
            # only changes: the table has the fault already, or never had it
            if isinstance(event, FaultRaised) is not self._is_raised(check.part, check.fault_code):
                self._report_events([event])
