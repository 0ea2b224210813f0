"""The journal of a dead service, compared with its output while it lived."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec

from firmware.cli.serving.assembly import configured_table
from firmware.core.display.panel import table_panel
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetSettled, Ruling
from firmware.core.vocabulary.status import SpotStatus, Status
from firmware.shell.config.settings import Config
from firmware.shell.history.journal_entries import (
    Carried,
    Entry,
    Happened,
    Noted,
    Ruled,
    Started,
    decode,
)
from firmware.shell.history.resume_point import resume_point_of
from firmware.shell.journal import JournalError, JournalLost, JournalReader, NumberedRecord
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words


class Difference(AssertionError):
    """The recovered table is not what it should be."""


class Lost(Difference):
    """What the far ends showed, or was sent, is not in the journal or did not come back."""


class WrongAmount(Difference):
    """Money is reported or journaled otherwise than it was really laid or is really owed."""


Segment = list[NumberedRecord]


def recent(copies: Sequence[Path], known: int) -> list[Segment]:
    """Read a dead service's journal, from the segment of the last record that is `known` on."""
    segments: list[Segment] = []
    try:
        reader = JournalReader(copies)
        for number in reversed(reader.segments()):
            segments.insert(0, list(reader.segment_records(number)))
            if segments[0] and segments[0][0].number < max(known, 1):
                break
    except JournalLost as error:
        if known:
            raise Lost(f"the journal is gone: {error}") from error
    except JournalError as error:
        raise Lost(f"the journal can't be read: {error}") from error
    return segments


class StatusPart(NamedTuple):
    """What a status says of the table's own state."""

    phase: str
    stopped: bool
    round: int
    ask: object
    spots: dict[int, SpotStatus]
    cards: object
    shoe: object
    dealer: tuple[str, ...]
    players: tuple[str, ...]
    figures: int | None
    keys: tuple[str, ...]
    late: object
    room: object
    """The seats and pots of a poker table."""

    @classmethod
    def of(cls, status: Status) -> "StatusPart":
        return cls(*(getattr(status, name) for name in cls._fields))


class Moment(NamedTuple):
    """The table after one event of the journal."""

    event: Event
    rulings: tuple[Ruling, ...]
    panel: Panel
    status: StatusPart
    ended: int | None
    """The number of the round that the event ended."""


class Finished(NamedTuple):
    """How a round ended, by the journal."""

    cards: dict[str, list[str]]
    lines: tuple[BetSettled, ...]


class Replica:
    """A table that goes through the whole journal, record by record, and is never restarted."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._reporter = StatusReporter(
            config.table.name, config.table.game, Words.load(config.language)
        )
        self.table = configured_table(config, simulated=True)
        self.finished: dict[int, Finished] = {}
        self.events = 0
        self.counts: Counter[str] = Counter()
        """What the journal says of itself, and its rotations."""
        self._digests: list[bytes] = []
        self._unmatched: dict[int, tuple[Ruling, ...]] = {}

    @property
    def read(self) -> int:
        """How many records have been gone through."""
        return len(self._digests)

    def status_of(self, table: Table) -> StatusPart:
        """Return what a service would tell of that table."""
        return StatusPart.of(self._reporter.table_status(table, table_panel(table), ()))

    def follow(self, found: Sequence[Segment]) -> list[Moment]:
        """Go on through what is new; all that was read before must still be there."""
        records, moments = list(chain(*found)), []
        left = records[-1].number + 1 if records else 0
        if left < self.read:
            raise Lost(f"{self.read} records were read, {left} are left")
        for record in records:
            if not self._is_known(record):
                moments += self._take(decode(record.payload))
        return moments

    def _is_known(self, record: NumberedRecord) -> bool:
        digest = hashlib.sha256(record.payload).digest()
        if record.number > self.read:
            raise Lost(f"record {record.number} follows {self.read - 1}")
        if record.number == self.read:
            self._digests.append(digest)
            return False
        if self._digests[record.number] != digest:
            raise Lost(f"record {record.number} has changed since it was read")
        return True

    def _take(self, entry: Entry) -> list[Moment]:
        match entry:
            case Happened():
                return [self._handle(entry)]
            case Ruled():
                self._check_rulings(entry)
            case Started():
                self._check_all_matched()
            case Carried():
                self.counts["segments begun"] += 1
                self._hold_to([entry])
            case Noted():
                self.counts[f"found: {entry.note.key}"] += 1
        return []

    def _handle(self, record: Happened) -> Moment:
        table = self.table
        number, under, lines = (
            table.state.round.number,
            table.state.phase,
            table.state.round.bets.lines,
        )
        cards = {hand: [c.name for c in dealt] for hand, dealt in table.state.game.cards.items()}
        rulings = table.handle(record.event, record.at)
        if rulings:
            self._unmatched[self.events] = rulings
        self.events += 1
        left = table.state.phase is not Phase.ROUND and under is Phase.ROUND
        ended = number if left and lines is not None else None
        if ended is not None:
            self.finished[number] = Finished(cards, lines or ())
        return Moment(record.event, rulings, table_panel(table), self.status_of(table), ended)

    def _check_rulings(self, record: Ruled) -> None:
        replayed = self._unmatched.pop(self.events - 1 - record.back, ())
        if replayed != record.rulings:
            raise Lost(f"ruled was {record.rulings}, the replay rules {replayed}")

    def _check_all_matched(self) -> None:
        """A service that starts keeps what was ruled where the power took it."""
        if self._unmatched:
            raise Lost(f"what was ruled is not in the journal: {self._unmatched}")

    def restarted(self, found: Sequence[Segment]) -> Table:
        """Return the table as a service makes it from the newest segment alone."""
        return self._hold_to([decode(record.payload) for record in (found[-1] if found else ())])

    def _hold_to(self, entries: Sequence[Entry]) -> Table:
        table = configured_table(self._config, simulated=True)
        past = resume_point_of(entries)
        if past is None:
            return table
        table.resume_from(past.checkpoint)
        for happened in past.events_since:
            table.handle(happened.event, happened.at)
        resumed, replayed = self.status_of(table), self.status_of(self.table)
        if resumed != replayed:
            raise Lost(f"from the checkpoint: {resumed}\nfrom the start: {replayed}")
        return table


def plain(value: object) -> str:
    """Return a value in a form in which what was decoded equals what was encoded."""
    return msgspec.json.encode(value, enc_hook=str).decode()
