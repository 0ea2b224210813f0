"""The last rounds as recorded, complete, for a dealer, a supervisor or an inspector.

Everything comes from the records. A fresh table replays the events only to find out to which hand a
card went. A card that was not shown is not named while its round or its shoe is in play.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, Protocol

from firmware.core.table.state import Checkpoint
from firmware.shell.history.records import Carried, Checked, Entry, Setting, Started, decode
from firmware.shell.journal import JournalDamaged, Numbered
from firmware.shell.recall.round_record import Round
from firmware.shell.recall.story import Story

ROUNDS = 10
"""How many rounds can be recalled at the least."""
BEFORE = 2
"""From how many openings before a round on it is followed, so that the table is known by then."""


class Source(Protocol):
    """The source of records: `firmware.shell.journal.JournalReader`."""

    def segments(self) -> Sequence[int]:
        """Return the segments that are kept, the oldest first."""
        ...

    def segment_records(self, number: int) -> Iterator[Numbered]:
        """Return the records of one segment. Raises JournalDamaged if history breaks."""
        ...


class Section(NamedTuple):
    """The entries from one kept opening, or the start of a segment, to the next.

    Tests, and restarts, are in the section of their round.
    """

    setting: Setting | None
    """The setting before the section, unless the section itself has one."""
    entries: list[tuple[int, Entry | None]]
    """By their numbers; None from the damage on."""

    @property
    def opens(self) -> bool:
        """Whether it begins with an opening."""
        return isinstance(self.entries[0][1], Checked)

    @property
    def table(self) -> Checkpoint | None:
        """The table of real rounds at the section's beginning, None if it is not recorded."""
        first = self.entries[0][1]
        return first.table.real if isinstance(first, Checked | Carried) else None

    @property
    def round(self) -> int:
        """The round in which it begins."""
        return self.table.round if self.table else 0


class Span(NamedTuple):
    """Rounds as the journal has them."""

    rounds: tuple[Round, ...]
    whole: bool
    """Whether the reading began before all of them: a round that is not there is not kept."""


def recall(source: Source, rounds: int = ROUNDS) -> tuple[Round, ...]:
    """Return the last rounds, the current one included, the oldest first, and in addition those of
    tests between them.

    Reads from the newest segment backwards, only as far as needed. Raises JournalError, and
    msgspec.DecodeError on a record of another program.
    """
    sections = _sections(source, rounds + BEFORE)
    return _last(tuple(_story(sections).rounds()), rounds)


def _last(told: tuple[Round, ...], most: int) -> tuple[Round, ...]:
    real = [at for at, one in enumerate(told) if not one.test]
    return told[real[-most] :] if len(real) >= most else told


def recall_from(source: Source, segment: int, first: int, last: int) -> Span:
    """Return the real rounds from `first` to `last`, reading forwards from the start of a segment.

    Reads on after them only until it is known whether their cards are out of play. Raises
    JournalError, msgspec.DecodeError.
    """
    before, during, after = list[Section](), list[Section](), list[Section]()
    sections = _forwards(source, segment)
    whole = segment <= source.segments()[0]
    for section in sections:
        if section.round > last:
            after.append(section)
            break
        if section.round < first:
            whole = whole or section.table is not None
            before = [*_leading(before, section), section]
        else:
            during.append(section)
    story = _story([*before, *during])
    rounds = _within(story.rounds(), first, last)
    if any(map(_hides, rounds)) and _is_refilled(chain(after, sections)):
        rounds = _within(story.rounds(shoe_out=True), first, last)
    return Span(rounds, whole)


def _leading(before: Sequence[Section], to: Section) -> list[Section]:
    """Return the sections before another one from which its table can be rebuilt."""
    if isinstance(to.entries[0][1], Carried):
        return []
    return [section for section in before if section.round > to.round - BEFORE]


def _within(rounds: Iterable[Round], first: int, last: int) -> tuple[Round, ...]:
    return tuple(told for told in rounds if first <= told.number <= last and not told.test)


def _hides(told: Round) -> bool:
    """Return whether a round that is over has a card that is not named."""
    return bool(told.ended) and any(part.card and not part.card.card for part in told.story)


def _is_refilled(sections: Iterable[Section]) -> bool:
    """Return whether there were ever more cards in the shoe at an opening than before; the first is
    after a card has left it.
    """
    gone = 1
    for table in (section.table for section in sections):
        if table is not None:
            before, gone = gone, sum(table.shoe.gone.values())
            if gone < before:
                return True
    return False


def _forwards(source: Source, segment: int) -> Iterator[Section]:
    for number in source.segments():
        if number >= segment:
            yield from _split(source.segment_records(number))


def _story(sections: Sequence[Section]) -> Story:
    story = Story(sections[0].setting if sections else None)
    for section in sections:
        for number, entry in section.entries:
            if entry is None:
                story.lose(number)
            else:
                story.take(number, entry)
    return story


def _sections(source: Source, most: int) -> list[Section]:
    """Return the last sections of the journal, so that `most` openings are among them."""
    sections: list[Section] = []
    for number in reversed(source.segments()):
        sections[:0] = deque(_split(source.segment_records(number)), maxlen=most + 1)
        if sum(section.opens for section in sections) >= most:
            break
    return sections


def _split(records: Iterator[Numbered]) -> Iterator[Section]:
    """Split the kept records of a segment before each opening; damage ends the last section."""
    setting: Setting | None = None
    section = Section(None, [])
    for number, entry in _entries(records):
        if section.entries and _is_opening(entry, section.round):
            yield section
            section = Section(setting, [])
        if isinstance(entry, Started | Carried):
            setting = entry.setting
        section.entries.append((number, entry))
    if section.entries:
        yield section


def _is_opening(entry: Entry | None, of: int) -> bool:
    """Return whether an entry leads out of the section of a round."""
    if isinstance(entry, Checked):
        return entry.table.real.round != of
    return isinstance(entry, Carried)


def _entries(records: Iterator[Numbered]) -> Iterator[tuple[int, Entry | None]]:
    try:
        for number, payload in records:
            yield number, decode(payload)
    except JournalDamaged as error:
        yield error.number, None
