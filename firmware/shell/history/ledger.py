"""The ledger: a table's journal entries, durable before they have any effect, and read back."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, Protocol

from firmware.core.table.state import Checkpoint
from firmware.core.vocabulary.events import Event, KeyPressed, ServiceEnded
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.lots import FromTable, LotFed
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling
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
from firmware.shell.journal import Finding, Head
from hal.ports import Millis

COPIES: Final = 2
SHUFFLED: Final = KeyPressed(Key.SHUFFLED)
SPOKEN_KEPT: Final = 600
"""More than are made in the rounds of any shoe."""


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


class Opening(NamedTuple):
    """The state of a table as a round opened, and the number of its record."""

    checkpoint: Checkpoint
    record: int


class Spoken(NamedTuple):
    """An announcement of a real round, and how many rounds of its shoe had been played before."""

    words: Text
    rounds: int


class Past(NamedTuple):
    """The state from which a table resumes: the last checkpoint and the events since.

    The rulings of the last `unruled` of these events, if there were any, were lost in a power cut.
    """

    setting: Setting
    """By which its events were decided."""
    opening: Opening
    since: list[Happened]
    unruled: int
    ended: bool
    """Whether the service was ended in order."""

    spoken: tuple[Spoken, ...] = ()
    """The last announcements, as far as the live segment has them."""

    @property
    def checkpoint(self) -> Checkpoint:
        return self.opening.checkpoint


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


def past_of(entries: Iterable[Entry], first: int = 0) -> Past | None:
    """Return the state of the table after these entries, None if there is none.

    `first` is the number of the first one's record.
    """
    reading = Reading()
    for number, entry in enumerate(entries, first):
        reading.take(entry, number)
    return reading.past()


class Reading:
    """The state reached by the entries so far."""

    def __init__(self) -> None:
        self.since: list[Happened] = []
        self._opening: Opening | None = None
        self._setting: Setting | None = None
        self._named: Setting | None = None
        """That of the last start; it counts from the first entry after it on."""
        self._unruled = 0
        self._ended = False
        self._spoken: deque[Spoken] = deque(maxlen=SPOKEN_KEPT)
        self._refused: Happened | None = None
        """The last event that was refused."""

    def take(self, entry: Entry, number: int) -> None:
        if isinstance(entry, Happened | Checked):
            self._setting = self._named
        match entry:
            case Started(setting=setting):
                self._named = setting
            case Happened():
                self.since.append(entry)
                self._unruled += 1
                self._ended = isinstance(entry.event, ServiceEnded)
            case Ruled():
                self._unruled = entry.back
                self._hear(entry.rulings, entry.back)
            case Checked():
                self._opening = Opening(entry.table, number)
                self.since = self.since[len(self.since) - entry.since :]
            case Carried():
                self._setting = self._named = entry.setting
                self._opening, self.since = Opening(entry.table, number), list(entry.since)
                self._unruled = 0

    def past(self) -> Past | None:
        if self._opening is None or self._setting is None:
            return None
        unruled = min(self._unruled, len(self.since))
        spoken = tuple(self._spoken)
        return Past(self._setting, self._opening, self.since, unruled, self._ended, spoken)

    def _hear(self, rulings: Sequence[Ruling], back: int) -> None:
        if any(isinstance(ruling, Refused) for ruling in rulings) and back < len(self.since):
            self._refused = self.since[-1 - back]
        said = [ruling.words for ruling in rulings if isinstance(ruling, Announced)]
        if said and self._opening and not self._opening.checkpoint.aside:
            self._spoken.extend(Spoken(words, self._rounds) for words in said)

    @property
    def _rounds(self) -> int:
        """How many rounds of the shoe were played before this one: none after a shuffle."""
        shuffled = any(
            happened.event == SHUFFLED and happened is not self._refused for happened in self.since
        )
        return 0 if shuffled or not self._opening else self._opening.checkpoint.shoe.rounds
