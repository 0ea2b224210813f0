"""The state of a table that its journal's entries lead to."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.vocabulary.events import KeyPressed, ServiceEnded
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Happened,
    Ruled,
    Setting,
    Started,
)

SHUFFLED_KEY: Final = KeyPressed(Key.CARDS_SHUFFLED)
MAX_ANNOUNCEMENTS: Final = 600
"""More than are made in the rounds of any shoe."""


class RoundOpening(NamedTuple):
    """The state of a table as a round opened, and the number of its record."""

    checkpoint: Checkpoint
    record_number: int


class SpokenResult(NamedTuple):
    """An announcement of a real round, and how many rounds of its shoe had been played before."""

    announcement: Text
    rounds_before: int


class ResumePoint(NamedTuple):
    """The state from which a table resumes: the last checkpoint and the events since.

    The rulings of the last `unruled_events` of these events, if there were any, were lost in a
    power cut.
    """

    setting: Setting
    """By which its events were decided."""
    opening: RoundOpening
    events_since: list[Happened]
    unruled_events: int
    ended_in_order: bool
    """Whether the service was ended in order."""

    announcements: tuple[SpokenResult, ...] = ()
    """The last announcements, as far as the live segment has them."""

    @property
    def checkpoint(self) -> Checkpoint:
        return self.opening.checkpoint


def resume_point_of(entries: Iterable[Entry], first_number: int = 0) -> ResumePoint | None:
    """Return the resume point after these entries, None without a checkpoint.

    `first_number` is the number of the first one's record.
    """
    state_reader = StateReader()
    for number, entry in enumerate(entries, first_number):
        state_reader.take(entry, number)
    return state_reader.resume_point()


class StateReader:
    """The state reached by the entries so far."""

    def __init__(self) -> None:
        self.events_since: list[Happened] = []
        self._opening: RoundOpening | None = None
        self._setting: Setting | None = None
        self._named_setting: Setting | None = None
        """That of the last start; it counts from the first entry after it on."""
        self._unruled_events = 0
        self._ended_in_order = False
        self._announcements: deque[SpokenResult] = deque(maxlen=MAX_ANNOUNCEMENTS)
        self._refused_event: Happened | None = None
        """The last event that was refused."""

    def take(self, entry: Entry, number: int) -> None:
        # the new settings count from the first entry that was decided by them, not from the start
        # itself
        if isinstance(entry, Happened | Checked):
            self._setting = self._named_setting
        match entry:
            case Started(setting=setting):
                self._named_setting = setting
            case Happened():
                self.events_since.append(entry)
                self._unruled_events += 1
                self._ended_in_order = isinstance(entry.event, ServiceEnded)
            case Ruled():
                self._unruled_events = entry.back
                self._take_announcements(entry.rulings, entry.back)
            case Checked():
                self._opening = RoundOpening(entry.table, number)
                self.events_since = self.events_since[len(self.events_since) - entry.since :]
            case Carried():
                self._setting = self._named_setting = entry.setting
                self._opening, self.events_since = (
                    RoundOpening(entry.table, number),
                    list(entry.since),
                )
                # a rotation follows a commit, so every event that is carried over has its rulings
                self._unruled_events = 0

    def resume_point(self) -> ResumePoint | None:
        if self._opening is None or self._setting is None:
            return None
        unruled_events = min(self._unruled_events, len(self.events_since))
        announcements = tuple(self._announcements)
        return ResumePoint(
            self._setting,
            self._opening,
            self.events_since,
            unruled_events,
            self._ended_in_order,
            announcements,
        )

    def _take_announcements(self, rulings: Sequence[Ruling], events_after: int) -> None:
        if any(isinstance(ruling, Refused) for ruling in rulings) and events_after < len(
            self.events_since
        ):
            self._refused_event = self.events_since[-1 - events_after]
        announced_texts = [ruling.words for ruling in rulings if isinstance(ruling, Announced)]
        if announced_texts and self._opening and not self._opening.checkpoint.aside:
            self._announcements.extend(
                SpokenResult(words, self._rounds_before) for words in announced_texts
            )

    @property
    def _rounds_before(self) -> int:
        """How many rounds of the shoe were played before this one: none after a shuffle."""
        was_shuffled = any(
            happened.event == SHUFFLED_KEY and happened is not self._refused_event
            for happened in self.events_since
        )
        return 0 if was_shuffled or not self._opening else self._opening.checkpoint.shoe.rounds
