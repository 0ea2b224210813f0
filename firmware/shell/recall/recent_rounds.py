"""The last rounds as recorded, complete, for a dealer, a supervisor or an inspector.

Everything comes from the records. A fresh table replays the events only to find out to which hand a
card went. A card that was not shown is not named while its round or its shoe is in play.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, Protocol

from firmware.core.game.past_rounds import CORRECTABLE_ROUNDS
from firmware.core.table.checkpoint import Checkpoint
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Setting,
    Started,
    decode,
)
from firmware.shell.journal import JournalDamaged, NumberedRecord
from firmware.shell.recall.later_corrections import with_corrections
from firmware.shell.recall.round_record import RecalledRound
from firmware.shell.recall.story import ReplayedStory

RECALLED_ROUNDS = 10
"""How many rounds can be recalled at the least."""
OPENINGS_BEFORE = 2
"""From how many openings before a round on it is followed, so that the table is known by then."""


class RecordSource(Protocol):
    """The source of records: `firmware.shell.journal.JournalReader`."""

    def segments(self) -> Sequence[int]:
        """Return the segments, the oldest first."""
        ...

    def segment_records(self, number: int) -> Iterator[NumberedRecord]:
        """Return the records of one segment. Raises JournalDamaged if history breaks."""
        ...


class RecordSection(NamedTuple):
    """The entries from one recorded opening, or the start of a segment, to the next.

    Tests, and restarts, are in the section of their round.
    """

    setting: Setting | None
    """The setting before the section, unless the section itself has one."""
    entries: list[tuple[int, Entry | None]]
    """By their numbers; None from the damage on."""

    @property
    def is_opening(self) -> bool:
        """Whether it begins with an opening."""
        return isinstance(self.entries[0][1], Checked)

    @property
    def table(self) -> Checkpoint | None:
        """The table of real rounds at the section's beginning, None if it is not recorded."""
        first = self.entries[0][1]
        return first.table.real if isinstance(first, Checked | Carried) else None

    @property
    def round_number(self) -> int:
        """The round in which it begins."""
        return self.table.round if self.table else 0


class RecalledSpan(NamedTuple):
    """Rounds as the journal has them."""

    rounds: tuple[RecalledRound, ...]
    is_whole: bool
    """Whether the reading began before all of them: then a missing round is in no segment."""


def recall(source: RecordSource, round_count: int = RECALLED_ROUNDS) -> tuple[RecalledRound, ...]:
    """Return the last rounds, the current one included, the oldest first, and in addition those of
    tests between them.

    Reads from the newest segment backwards, only as far as needed. Raises JournalError, and
    msgspec.DecodeError on a record of another program.
    """
    sections = _last_sections(source, round_count + OPENINGS_BEFORE)
    rounds = tuple(_replayed_story(sections).assemble_rounds())
    return _last_rounds(with_corrections(rounds, _entries_of(sections)), round_count)


def _last_rounds(
    all_rounds: tuple[RecalledRound, ...], max_rounds: int
) -> tuple[RecalledRound, ...]:
    real_indices = [
        round_index
        for round_index, recalled_round in enumerate(all_rounds)
        if not recalled_round.test
    ]
    return (
        all_rounds[real_indices[-max_rounds] :] if len(real_indices) >= max_rounds else all_rounds
    )


def recall_from(
    source: RecordSource, segment: int, first_round: int, last_round: int
) -> RecalledSpan:
    """Return the real rounds from `first_round` to `last_round`, reading forwards from the start of
    a segment.

    Reads on after them as long as their money may be corrected, then only until it is known whether
    their cards are out of play.
    Raises JournalError, msgspec.DecodeError.
    """
    sections_before, sections_within, sections_after = (
        list[RecordSection](),
        list[RecordSection](),
        list[RecordSection](),
    )
    sections = _sections_from(source, segment)
    is_whole = segment <= source.segments()[0]
    for section in sections:
        if section.round_number > last_round:
            sections_after.append(section)
            if section.round_number > last_round + CORRECTABLE_ROUNDS:
                break
        elif section.round_number < first_round:
            is_whole = is_whole or section.table is not None
            sections_before = [*_leading_sections(sections_before, section), section]
        else:
            sections_within.append(section)
    story = _replayed_story([*sections_before, *sections_within])
    rounds = _real_within(story.assemble_rounds(), first_round, last_round)
    # hidden cards may be named once their shoe is out of play: read on only if there are any
    if any(map(_hides_card, rounds)) and _was_refilled(chain(sections_after, sections)):
        rounds = _real_within(story.assemble_rounds(shoe_out=True), first_round, last_round)
    entries = _entries_of([*sections_within, *sections_after])
    return RecalledSpan(with_corrections(rounds, entries), is_whole)


def _entries_of(sections: Iterable[RecordSection]) -> Iterator[tuple[int, Entry | None]]:
    return chain.from_iterable(section.entries for section in sections)


def _leading_sections(
    earlier_sections: Sequence[RecordSection], target: RecordSection
) -> list[RecordSection]:
    """Return the sections before another one from which its table can be rebuilt."""
    if isinstance(target.entries[0][1], Carried):
        return []
    return [
        section
        for section in earlier_sections
        if section.round_number > target.round_number - OPENINGS_BEFORE
    ]


def _real_within(
    rounds: Iterable[RecalledRound], first_round: int, last_round: int
) -> tuple[RecalledRound, ...]:
    return tuple(
        recalled_round
        for recalled_round in rounds
        if first_round <= recalled_round.number <= last_round and not recalled_round.test
    )


def _hides_card(recalled_round: RecalledRound) -> bool:
    """Return whether a round that is over has a card that is not named."""
    return bool(recalled_round.ended) and any(
        story_item.card and not story_item.card.card for story_item in recalled_round.story
    )


def _was_refilled(sections: Iterable[RecordSection]) -> bool:
    """Return whether there were ever more cards in the shoe at an opening than before; the first is
    after a card has left it.
    """
    dealt_cards = 1
    for table in (section.table for section in sections):
        if table is not None:
            dealt_before, dealt_cards = dealt_cards, sum(table.shoe.gone.values())
            if dealt_cards < dealt_before:
                return True
    return False


def _sections_from(source: RecordSource, segment: int) -> Iterator[RecordSection]:
    for number in source.segments():
        if number >= segment:
            yield from _split_sections(source.segment_records(number))


def _replayed_story(sections: Sequence[RecordSection]) -> ReplayedStory:
    story = ReplayedStory(sections[0].setting if sections else None)
    for section in sections:
        for number, entry in section.entries:
            if entry is None:
                story.restart_after_gap(number)
            else:
                story.take(number, entry)
    return story


def _last_sections(source: RecordSource, max_openings: int) -> list[RecordSection]:
    """Return the last sections of the journal, so that `max_openings` openings are among them."""
    sections: list[RecordSection] = []
    for number in reversed(source.segments()):
        sections[:0] = deque(
            _split_sections(source.segment_records(number)), maxlen=max_openings + 1
        )
        if sum(section.is_opening for section in sections) >= max_openings:
            break
    return sections


def _split_sections(records: Iterator[NumberedRecord]) -> Iterator[RecordSection]:
    """Split the records of a segment before each opening; damage ends the last section."""
    setting: Setting | None = None
    section = RecordSection(None, [])
    for number, entry in _decoded_entries(records):
        if section.entries and _is_opening(entry, section.round_number):
            yield section
            section = RecordSection(setting, [])
        if isinstance(entry, Started | Carried):
            setting = entry.setting
        section.entries.append((number, entry))
    if section.entries:
        yield section


def _is_opening(entry: Entry | None, round_number: int) -> bool:
    """Return whether an entry leads out of the section of a round."""
    if isinstance(entry, Checked):
        return entry.table.real.round != round_number
    return isinstance(entry, Carried)


def _decoded_entries(records: Iterator[NumberedRecord]) -> Iterator[tuple[int, Entry | None]]:
    try:
        for number, payload in records:
            yield number, decode(payload)
    except JournalDamaged as error:
        yield error.number, None
