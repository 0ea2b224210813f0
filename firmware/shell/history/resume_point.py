"""The state of a table that its journal's entries lead to."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from firmware.core.table.state import Checkpoint
from firmware.core.vocabulary.events import KeyPressed, ServiceEnded
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling
from firmware.shell.history.records import (
    Carried,
    Checked,
    Entry,
    Happened,
    Ruled,
    Setting,
    Started,
)

SHUFFLED: Final = KeyPressed(Key.SHUFFLED)
SPOKEN_KEPT: Final = 600
"""More than are made in the rounds of any shoe."""


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
