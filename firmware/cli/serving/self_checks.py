"""The self-checks of a table in service, and when each is due."""

import time
from collections.abc import Callable
from typing import Final

from firmware.cli.serving.wired_table import WiredTable
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import FaultCleared, Ruling
from firmware.shell.device.inspection import DeviceCheck, FaultValues
from firmware.shell.history.finding_text import finding_text
from firmware.shell.journal import Archive, JournalDamaged, JournalLost, Progress
from firmware.shell.service.service import TableService
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.trust.trust_checks import enrol_device, trust_checks

QUIET_IDLE_MS: Final = 10 * 60 * 1000
"""The time without an event after which a table counts as quiet."""
NIGHTLY_PERIOD_S: Final = 24 * 60 * 60
"""The time between two checks of everything."""
SCAN_PAUSE_MS: Final = 1000
"""The pause at the table before each segment is read: a scan must not slow play."""
PAUSE_POLL_S: Final = 0.1


def enrolled_device(wired_table: WiredTable) -> DeviceKey:
    """Return the device's key; the first start seals a configuration that names a maker.

    Raises OSError or TrustRefused.
    """
    if wired_table.config_path is None or wired_table.config.trust is None:
        return DeviceKey.enrol(wired_table.state_path)
    return enrol_device(wired_table.config, wired_table.config_path, wired_table.state_path)


def checks_of_trust(wired_table: WiredTable) -> tuple[DeviceCheck, ...]:
    """Return the checks of program and configuration; none without a maker's key."""
    return (
        ()
        if wired_table.config_path is None
        else trust_checks(wired_table.config, wired_table.config_path, wired_table.state_path)
    )


class NightlyCheck:
    """The daily check of everything: due once a day, at a table that has been idle."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        # the first one is due a day after the start, which has made its own checks
        self._last_due_s = time.monotonic()

    def __call__(self) -> bool:
        """Return whether the check is due; once it was, it is not for a day."""
        is_due = (
            time.monotonic() - self._last_due_s >= NIGHTLY_PERIOD_S
            and self._service.idle_ms() >= QUIET_IDLE_MS
        )
        if is_due:
            self._last_due_s = time.monotonic()
        return is_due


class JournalScan:
    """The scan of the journal's older segments, in the table's pauses; its repairs are reported."""

    def __init__(
        self, archive: Archive, service: TableService, is_ending: Callable[[], bool]
    ) -> None:
        self._archive = archive
        self._service = service
        self._is_ending = is_ending
        self._reported_segments: set[int] = set()

    def __call__(self) -> FaultValues:
        """Scan; each damaged segment is reported once, and is cleared by two persons."""
        try:
            scan_findings = self._archive.scan(_ignore_progress, self._wait_for_pause)
        except JournalDamaged as error:
            # each scan finds it again, and a fault that two persons have cleared would come back
            already_reported = error.number in self._reported_segments
            self._reported_segments.add(error.number)
            return None if already_reported else {"number": str(error.number)}
        for finding in scan_findings:
            self._service.record_and_show(finding_text(finding))
        return None

    def _wait_for_pause(self) -> bool:
        """Wait for a pause at the table; return whether to end instead."""
        while not self._is_ending() and self._service.idle_ms() < SCAN_PAUSE_MS:
            time.sleep(PAUSE_POLL_S)
        return self._is_ending()


def _ignore_progress(_progress: Progress) -> None:
    """Report no progress: the scan runs in the background."""


def journal_still_lost(wired_table: WiredTable, *, may_begin: bool) -> FaultValues:
    """Return {} while a lost journal can't be opened, or begun if it may be; None once it can."""
    try:
        wired_table.open_journal(may_begin=may_begin).close()
    except JournalLost:
        return {}
    return None


class FaultClearance:
    """Waits for the ruling that clears the fault of a locked table; calls `on_cleared`."""

    def __init__(self, fault_code: str) -> None:
        self.is_cleared = False
        self.on_cleared: Callable[[], None] = lambda: None
        self._fault_code = fault_code

    def __call__(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        """Take the table's rulings."""
        if any(
            isinstance(ruling, FaultCleared) and ruling.code == self._fault_code
            for ruling in rulings
        ):
            self.is_cleared = True
            self.on_cleared()
