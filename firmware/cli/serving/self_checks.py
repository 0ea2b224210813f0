"""The self-checks of a table in service, and their times."""

import time
from collections.abc import Callable
from typing import Final

from firmware.cli.serving.wired_table import Opened
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import FaultCleared, Ruling
from firmware.shell.device.inspection import Check, Wrong
from firmware.shell.history.findings import words_of
from firmware.shell.journal import Archive, JournalDamaged, JournalLost, Progress
from firmware.shell.service.service import Service
from firmware.shell.trust.keys import Device
from firmware.shell.trust.selftest import checks, first_start

QUIET_MS: Final = 10 * 60 * 1000
"""How long nothing has happened at a table when the hour is quiet."""
DAY_S: Final = 24 * 60 * 60
"""How often everything is checked in quiet hours."""
PAUSE_MS: Final = 1000
"""How long nothing must have happened before a segment is read: the table comes first."""
LOOK_S: Final = 0.1


def enrolled(opened: Opened) -> Device:
    """Return the device's key; the first start seals a configuration that trusts somebody.

    Raises OSError or TrustError.
    """
    if opened.path is None or opened.config.trust is None:
        return Device.enrol(opened.state)
    return first_start(opened.config, opened.path, opened.state)


def trusted(opened: Opened) -> tuple[Check, ...]:
    """Return the checks of program and configuration; none without a maker's key."""
    return () if opened.path is None else checks(opened.config, opened.path, opened.state)


class Nightly:
    """Whether a day has passed since the last time, and nothing happens at the table now."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._last = time.monotonic()

    def __call__(self) -> bool:
        """Say so once, and then again after a day."""
        due = time.monotonic() - self._last >= DAY_S and self._service.idle_ms() >= QUIET_MS
        if due:
            self._last = time.monotonic()
        return due


class Scan:
    """The scan of the journal's older segments, in the table's pauses; its repairs are reported."""

    def __init__(self, archive: Archive, service: Service, ending: Callable[[], bool]) -> None:
        self._archive = archive
        self._service = service
        self._ending = ending
        self._known: set[int] = set()

    def __call__(self) -> Wrong:
        """Scan; a damage is reported once; two persons clear it."""
        try:
            found = self._archive.scan(_untold, self._paused)
        except JournalDamaged as error:
            told = error.number in self._known
            self._known.add(error.number)
            return None if told else {"number": str(error.number)}
        for finding in found:
            self._service.keep(words_of(finding))
        return None

    def _paused(self) -> bool:
        """Wait for a pause at the table; return whether to end instead."""
        while not self._ending() and self._service.idle_ms() < PAUSE_MS:
            time.sleep(LOOK_S)
        return self._ending()


def _untold(_progress: Progress) -> None:
    """Nobody waits for it."""


def unusable(opened: Opened) -> Wrong:
    """Try whether a lost journal can be written again."""
    try:
        opened.open_journal().close()
    except JournalLost:
        return {}
    return None


class Released:
    """Listens until the fault that locks the table is cleared, then does `then`."""

    def __init__(self, code: str) -> None:
        self.heard = False
        self.then: Callable[[], None] = lambda: None
        self._code = code

    def __call__(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        """Take the table's rulings."""
        if any(isinstance(said, FaultCleared) and said.code == self._code for said in rulings):
            self.heard = True
            self.then()
