"""The last rounds as they were recorded, whole, for a dealer, a supervisor or an inspector.

What is told is what was recorded. A fresh table follows along only to say to which hand a card
went. A card that nobody has been shown is not named while its round or its shoe is in play.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from firmware.shell.entries import Carried, Checked, Entry, Setting, Started, decode
from firmware.shell.journal import JournalDamaged, Numbered
from firmware.shell.recall.story import Story
from firmware.shell.recall.told import Round

ROUNDS = 10
"""How many rounds can be recalled at the least."""


class Source(Protocol):
    """What is read: `firmware.shell.journal.JournalReader`."""

    def segments(self) -> Sequence[int]:
        """Return the segments that are kept, the oldest first."""
        ...

    def segment_records(self, number: int) -> Iterator[Numbered]:
        """Return the records of one segment. Raises JournalDamaged where history breaks."""
        ...


class Section(NamedTuple):
    """The entries from one opening that was kept, or the start of a segment, to the next."""

    setting: Setting | None
    """By what was decided before it, where the section does not say so itself."""
    entries: list[tuple[int, Entry | None]]
    """By their numbers; None from where on the journal is damaged."""

    @property
    def opens(self) -> bool:
        """Whether it begins with an opening."""
        return isinstance(self.entries[0][1], Checked)


def recall(source: Source, rounds: int = ROUNDS) -> tuple[Round, ...]:
    """Return the last rounds, the one in progress included, the oldest first.

    Reads from the newest segment backwards, only as far as needed. Raises JournalError, and
    msgspec.DecodeError on a record of another program.
    """
    sections = _sections(source, rounds + 2)
    story = Story(sections[0].setting if sections else None)
    for section in sections:
        for number, entry in section.entries:
            if entry is None:
                story.lose(number)
            else:
                story.take(number, entry)
    return tuple(story.rounds())[-rounds:]


def _sections(source: Source, most: int) -> list[Section]:
    """Return the last sections of the journal, so that `most` openings are among them."""
    sections: list[Section] = []
    for number in reversed(source.segments()):
        sections[:0] = deque(_split(source.segment_records(number)), maxlen=most + 1)
        if sum(section.opens for section in sections) >= most:
            break
    return sections


def _split(records: Iterator[Numbered]) -> Iterator[Section]:
    """Cut what is kept of a segment before each opening; one that breaks ends there."""
    setting: Setting | None = None
    section = Section(None, [])
    for number, entry in _entries(records):
        if isinstance(entry, Checked | Carried) and section.entries:
            yield section
            section = Section(setting, [])
        if isinstance(entry, Started | Carried):
            setting = entry.setting
        section.entries.append((number, entry))
    if section.entries:
        yield section


def _entries(records: Iterator[Numbered]) -> Iterator[tuple[int, Entry | None]]:
    try:
        for number, payload in records:
            yield number, decode(payload)
    except JournalDamaged as error:
        yield error.number, None
