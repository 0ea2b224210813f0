"""The ledger: a table's journal entries, durable before they have any effect, and read back."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, Protocol

from firmware.core.table.state import Checkpoint
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import FromTable, LotFed
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.findings import words_of
from firmware.shell.history.records import (
    Attested,
    Carried,
    Checked,
    Entry,
    Happened,
    Noted,
    Ruled,
    Setting,
    Started,
    decode,
    encode,
)
from firmware.shell.history.recount import Difference, Recount
from firmware.shell.history.resume_point import Opening, Past, Spoken, past_of
from firmware.shell.journal import Finding, Head
from hal.ports import Millis

COPIES: Final = 2


class Log(Protocol):
    """The log behind the ledger: `firmware.shell.journal.Journal`."""

    @property
    def in_use(self) -> tuple[str, ...]:
        """The names of the copies that are still written."""
        ...

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings and repairs so far."""
        ...

    @property
    def head(self) -> Head:
        """The number of durable records, and the hash of the last."""
        ...

    @property
    def full(self) -> bool:
        """Whether the next segment should begin."""
        ...

    @property
    def kept_from(self) -> int:
        """The number of the first record of `live_records`."""
        ...

    @property
    def taken(self) -> int:
        """The number of records, durable or not."""
        ...

    def append(self, payload: bytes) -> None:
        """Take one record."""
        ...

    def commit(self) -> None:
        """Return when all that was taken is durable."""
        ...

    def rotate(self, first: bytes) -> None:
        """Begin the next segment with this record."""
        ...

    def live_records(self) -> Iterator[bytes]:
        """Return the durable records of the live segment."""
        ...


def wall_clock() -> datetime:
    """Return the time of day."""
    return datetime.now(UTC)


class Ledger:
    """Writes entries, which may have effects after `commit`, and reads the last state back.

    It recounts all entries: `doubts` are the rounds whose meters differ from the recount. What
    rulings make of a linked lot is signed by `attest`.
    """

    def __init__(
        self,
        log: Log,
        setting: Setting,
        wall: Callable[[], datetime] = wall_clock,
        attest: Callable[[FromTable], Attested] | None = None,
    ) -> None:
        self._log = log
        self._setting = setting
        self._wall = wall
        self._attest = attest
        self.doubts: list[Difference] = []
        self.read_until: datetime | None = None
        """The time of the last entry that was found at the start."""
        self._recount = Recount()
        self.opening: Opening | None = None
        """The last checkpoint that is durable."""
        self.spoken: tuple[Spoken, ...] = ()
        """The last announcements that were found at the start."""
        self._written: Opening | None = None
        self._since: list[Happened] = []
        self._noted = 0

    @property
    def setting(self) -> Setting:
        """The settings of the table from its start on."""
        return self._setting

    def started(self, now: int) -> None:
        """Record the settings of the table from here on."""
        self._write(Started(now, self._time(), self._setting))
        self._note_findings(now)

    def happened(self, events: Sequence[Event], now: int) -> None:
        """Record events."""
        wall = self._time()
        for event in events:
            entry = Happened(now, wall, event)  # type: ignore[arg-type]
            self._since.append(entry)
            self._write(entry)

    def ruled(self, rulings: tuple[Ruling, ...], back: int) -> None:
        """Record the rulings on an event that `back` others followed."""
        for ruling in rulings:
            if isinstance(ruling, LotFed) and self._attest:
                self._write(self._attest(ruling))
        if rulings:
            self._write(Ruled(rulings, back))  # type: ignore[arg-type]

    def opened(self, checkpoint: Checkpoint, since: int) -> None:
        """Write the checkpoint of `since` events ago; the next start resumes from it."""
        self._since = self._since[len(self._since) - since :]
        self._write(Checked(checkpoint, since))
        if self._log.full:
            carried = Carried(self._setting, checkpoint, tuple(self._since))
            self._log.rotate(encode(carried))
        self._written = Opening(checkpoint, self._log.taken - 1)

    def noted(self, note: Text, now: int) -> None:
        """Record a note of the shell's, outside the table's rules."""
        self._write(Noted(now, self._time(), note))

    def commit(self, now: int) -> None:
        """Return when all that was recorded is durable. Raises JournalLost."""
        self._log.commit()
        self.opening = self._written
        self._note_findings(now)

    @property
    def head(self) -> Head:
        """The number of durable records, and the hash of the last."""
        return self._log.head

    @property
    def alone(self) -> bool:
        """Whether only one copy of the journal is left."""
        return len(self._log.in_use) < COPIES

    def close(self) -> None:
        """Make the remaining entries durable."""
        self._log.commit()

    def past(self) -> Past | None:
        """Return the last state of the table, None for a new one."""
        self._recount = Recount()
        past = past_of(map(self._followed, self._log.live_records()), self._log.kept_from)
        if past:
            self.opening = self._written = past.opening
            self._since = list(past.since)
            self.spoken = past.spoken
        return past

    def _followed(self, record: bytes) -> Entry:
        entry = decode(record)
        if isinstance(entry, Happened | Started):
            self.read_until = datetime.fromisoformat(entry.wall)
        self._follow(entry)
        return entry

    def _follow(self, entry: Entry) -> None:
        difference = self._recount.take(entry)
        if difference is not None:
            self.doubts.append(difference)

    def _write(self, entry: Entry) -> None:
        self._log.append(encode(entry))
        self._follow(entry)

    def _note_findings(self, now: Millis | int) -> None:
        found = self._log.findings
        for finding in found[self._noted :]:
            self.noted(words_of(finding), now)
        self._noted = len(found)

    def _time(self) -> str:
        return self._wall().isoformat(timespec="milliseconds")
