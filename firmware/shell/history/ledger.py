"""The ledger: a table's journal entries, durable before they have any effect, and read back."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Final, Protocol

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import JackpotContribution, JackpotTableMessage
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.finding_text import finding_text
from firmware.shell.history.journal_entries import (
    Attested,
    Carried,
    Checked,
    Entry,
    Happened,
    Noted,
    Ruled,
    Setting,
    Started,
    encode,
    written_table_entries,
)
from firmware.shell.history.recount import MeterDifference, MeterRecount
from firmware.shell.history.resume_point import (
    ResumePoint,
    RoundOpening,
    SpokenResult,
    resume_point_of,
)
from firmware.shell.journal import ChainHead, Finding, JournalStamp, NumberedRecord
from hal.ports import Millis

JOURNAL_COPIES: Final = 2
COPY_CHECK_MS: Final = 1000
"""How often it is looked whether both copies are still in their places."""


class LedgerLog(Protocol):
    """The log behind the ledger: `firmware.shell.journal.Journal`."""

    @property
    def copies_in_use(self) -> tuple[str, ...]:
        """The names of the copies that are still written."""
        ...

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings and repairs so far."""
        ...

    @property
    def head(self) -> ChainHead:
        """The number of durable records, and the hash of the last."""
        ...

    @property
    def should_rotate(self) -> bool:
        """Whether the next segment should begin."""
        ...

    @property
    def stamp(self) -> JournalStamp:
        """Who founded it."""
        ...

    @property
    def first_live_record(self) -> int:
        """The number of the first record of `live_records`."""
        ...

    @property
    def appended_count(self) -> int:
        """The number of records, durable or not."""
        ...

    def append(self, payload: bytes) -> None:
        """Take one record."""
        ...

    def commit(self) -> None:
        """Return when all that was taken is durable."""
        ...

    def check_copies(self) -> None:
        """Take each copy out of use that was removed, renamed or replaced."""
        ...

    def rotate(self, first_payload: bytes) -> None:
        """Begin the next segment with this record."""
        ...

    def live_records(self) -> Iterator[bytes]:
        """Return the durable records of the live segment."""
        ...


def live_records(log: LedgerLog) -> Iterator[NumberedRecord]:
    """Return the durable records of the live segment with their numbers."""
    return map(NumberedRecord, count(log.first_live_record), log.live_records())


def current_time() -> datetime:
    """Return the time of day."""
    return datetime.now(UTC)


class Ledger:
    """Writes entries, which may have effects after `commit`, and reads the last state back.

    It recounts all entries: `meter_differences` are the rounds whose meters differ from the
    recount. `attest` signs the messages that rulings send to a linked jackpot.
    """

    def __init__(
        self,
        log: LedgerLog,
        setting: Setting,
        read_time: Callable[[], datetime] = current_time,
        attest: Callable[[JackpotTableMessage], Attested] | None = None,
    ) -> None:
        self._log = log
        self._setting = setting
        self._read_time = read_time
        self._attest = attest
        self.meter_differences: list[MeterDifference] = []
        self.last_entry_time: datetime | None = None
        """The time of the last entry that was found at the start."""
        self._recount = MeterRecount()
        self.opening: RoundOpening | None = None
        """The last checkpoint that is durable."""
        self.announcements: tuple[SpokenResult, ...] = ()
        """The last announcements that were found at the start."""
        self._written_opening: RoundOpening | None = None
        self._since: list[Happened] = []
        self._noted_findings = 0
        self._next_check_ms = 0

    @property
    def setting(self) -> Setting:
        """The settings of the table from its start on."""
        return self._setting

    def record_start(self, now: int) -> None:
        """Record the settings of the table from here on."""
        self._append_entry(Started(now, self._timestamp(), self._setting))
        self._note_findings(now)

    def record_events(self, events: Sequence[Event], now: int) -> None:
        """Record events."""
        wall = self._timestamp()
        for event in events:
            entry = Happened(now, wall, event)  # type: ignore[arg-type]
            self._since.append(entry)
            self._append_entry(entry)

    def record_rulings(self, rulings: tuple[Ruling, ...], events_after: int) -> None:
        """Record the rulings on an event that `events_after` others followed."""
        for ruling in rulings:
            if isinstance(ruling, JackpotContribution) and self._attest:
                # before the ruling: a jackpot message is never durable without its signature
                self._append_entry(self._attest(ruling))
        if rulings:
            self._append_entry(Ruled(rulings, events_after))  # type: ignore[arg-type]

    def record_checkpoint(
        self, checkpoint: Checkpoint, events_since: int, *, may_rotate: bool = True
    ) -> None:
        """Write the checkpoint of `events_since` events ago; the next start resumes from it."""
        self._since = self._since[len(self._since) - events_since :]
        self._append_entry(Checked(checkpoint, events_since))
        # only here: a segment must begin with the complete state, which is known as a round opens
        if may_rotate and self._log.should_rotate:
            carried = Carried(self._setting, checkpoint, tuple(self._since))
            self._log.rotate(encode(carried))
        self._written_opening = RoundOpening(checkpoint, self._log.appended_count - 1)

    def record_note(self, note: Text, now: int) -> None:
        """Record a note of the shell's, outside the table's rules."""
        self._append_entry(Noted(now, self._timestamp(), note))

    def commit(self, now: int) -> None:
        """Return when all that was recorded is durable. Raises JournalLost."""
        self._log.commit()
        # not earlier: a checkpoint that is not durable must not be shown as the last one
        self.opening = self._written_opening
        self._note_findings(now)

    def check_copies(self, now: int) -> None:
        """Each second, take each copy out of use that was removed, renamed or replaced. Raises
        JournalLost.
        """
        if now >= self._next_check_ms:
            self._next_check_ms = now + COPY_CHECK_MS
            self._log.check_copies()

    @property
    def head(self) -> ChainHead:
        """The number of durable records, and the hash of the last."""
        return self._log.head

    @property
    def is_single_copy(self) -> bool:
        """Whether only one copy of the journal is left."""
        return len(self._log.copies_in_use) < JOURNAL_COPIES

    def close(self) -> None:
        """Make the remaining entries durable."""
        self._log.commit()

    def load_resume_point(self) -> ResumePoint | None:
        """Return the last state of the table, None for a new one. Raises JournalFormatUnknown."""
        self._recount = MeterRecount()
        resume_point = resume_point_of(self._loaded_entries(), self._log.first_live_record)
        if resume_point:
            self.opening = self._written_opening = resume_point.opening
            self._since = list(resume_point.events_since)
            self.announcements = resume_point.announcements
        return resume_point

    def _loaded_entries(self) -> Iterator[Entry]:
        founder = self._log.stamp.founder
        for _, entry, _ in written_table_entries(live_records(self._log), founder):
            if isinstance(entry, Happened | Started):
                self.last_entry_time = datetime.fromisoformat(entry.wall)
            self._recount_entry(entry)
            yield entry

    def _recount_entry(self, entry: Entry) -> None:
        difference = self._recount.take(entry)
        if difference is not None:
            self.meter_differences.append(difference)

    def _append_entry(self, entry: Entry) -> None:
        self._log.append(encode(entry))
        self._recount_entry(entry)

    def _note_findings(self, now: Millis | int) -> None:
        all_findings = self._log.findings
        for finding in all_findings[self._noted_findings :]:
            self.record_note(finding_text(finding), now)
        self._noted_findings = len(all_findings)

    def _timestamp(self) -> str:
        return self._read_time().isoformat(timespec="milliseconds")
