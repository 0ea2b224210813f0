"""The last entries of the journal in order; a card is left out unless it was shown."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from firmware.core.vocabulary.disclosure import RecallScope
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Undone
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Happened,
    Noted,
    Ruled,
    Started,
    decode,
)
from firmware.shell.journal import JournalDamaged, NumberedRecord
from firmware.shell.recall.recent_rounds import OPENINGS_BEFORE, RecordSource, recall
from firmware.shell.recall.round_builder import without_control
from firmware.shell.recall.round_record import RecalledCard, RoundItem

CARD_CHOICE_KEYS: Final = (Key.NEXT_RANK, Key.NEXT_SUIT, Key.PICK_CARD)
"""The keys that choose a card: the number of presses would name it."""
UNSEEN_CARD: Final = RecalledCard(0, None, None, None, None)

NumberedEntries = Iterable[tuple[int, Entry | None]]
"""Entries by their numbers; None from the damage of a segment on."""


def last_items(source: RecordSource, count: int) -> tuple[RoundItem, ...]:
    """Return the last `count` items of the journal, the oldest first.

    Reads from the newest segment backwards, only as far as needed. Raises JournalError, and
    msgspec.DecodeError on a record of another program.
    """
    entries: list[tuple[int, Entry | None]] = []
    round_items: tuple[RoundItem, ...] = ()
    for number in reversed(source.segments()):
        entries[:0] = _decoded_entries(source.segment_records(number))
        round_items = _ItemConverter().convert_all(entries)[-count:]
        if len(round_items) == count:
            break
    if not round_items:
        return ()
    entries_since = [entry for number, entry in entries if number >= round_items[0].record]
    openings = sum(isinstance(entry, Checked | Carried) for entry in entries_since)
    return tuple(_reveal_cards(round_items, _recalled_cards(source, openings + OPENINGS_BEFORE)))[
        -count:
    ]


def _decoded_entries(records: Iterator[NumberedRecord]) -> NumberedEntries:
    try:
        for number, payload in records:
            yield number, decode(payload)
    except JournalDamaged as error:
        yield error.number, None


def _recalled_cards(source: RecordSource, rounds: int) -> Mapping[int, RecalledCard]:
    """Return the cards of the last rounds by their records, as the recall has them."""
    stories = (recalled.story for recalled in recall(source, rounds))
    return {
        recalled.record: recalled.card for story in stories for recalled in story if recalled.card
    }


def _reveal_cards(
    round_items: Iterable[RoundItem], cards: Mapping[int, RecalledCard]
) -> Iterator[RoundItem]:
    for round_item in round_items:
        card = cards.get(round_item.record)
        if round_item.card:
            yield replace(round_item, card=card or UNSEEN_CARD)
            continue
        if card and round_item.event:  # the key by which a card was entered
            yield replace(round_item, event=None, card=card)
        yield round_item


class _ItemConverter:
    """Converts entry by entry, treating every card as unseen."""

    def __init__(self) -> None:
        self._numbered_items: list[tuple[int, RoundItem]] = []
        """By the record of the event."""
        self._event_items: list[RoundItem] = []
        """The events by their records, with their times but without their content."""
        self._undone_records: set[int] = set()

    def convert_all(self, entries: NumberedEntries) -> tuple[RoundItem, ...]:
        """Convert consecutive entries."""
        for number, entry in entries:
            self._convert_entry(number, entry)
        return tuple(
            replace(round_item, undone=True)
            if record_number in self._undone_records
            else round_item
            for record_number, round_item in self._numbered_items
        )

    def _convert_entry(self, number: int, entry: Entry | None) -> None:
        match entry:
            case Happened(at=clock_ms, wall=wall, event=event):
                self._event_items.append(RoundItem(number, wall, at_ms=clock_ms))
                self._add_event(event)
            case Ruled():
                self._add_rulings(number, entry)
            case Started(at=clock_ms, wall=wall, setting=setting):
                self._add_item(number, RoundItem(number, wall, setting=setting, at_ms=clock_ms))
            case Noted(at=clock_ms, wall=wall, note=note):
                self._add_item(number, RoundItem(number, wall, note=note, at_ms=clock_ms))
            case Carried(since=events_since) if not self._event_items:
                self._event_items = [
                    RoundItem(number, happened.wall, at_ms=happened.at) for happened in events_since
                ]
            case None:
                self._event_items.clear()
                damaged = Text("recall.damaged", {"number": number})
                self._add_item(number, RoundItem(number, "", note=damaged))

    def _add_event(self, event: Event) -> None:
        event_item = self._event_items[-1]
        if isinstance(event, CardRead):
            self._add_item(event_item.record, replace(event_item, card=UNSEEN_CARD))
        elif is_plain_event(event):
            self._add_item(event_item.record, replace(event_item, event=event))

    def _add_rulings(self, number: int, ruled: Ruled) -> None:
        event_index = len(self._event_items) - 1 - ruled.back
        ruled_item = self._event_items[event_index] if event_index >= 0 else RoundItem(number, "")
        for ruling in ruled.rulings:
            round_item = replace(ruled_item, record=number, ruling=without_control(ruling))
            self._add_item(ruled_item.record, round_item)
            if isinstance(ruling, Undone):
                self._undone_records.update(
                    self._event_items[event_index - events_ago].record
                    for events_ago in ruling.undone_events
                    if events_ago <= event_index
                )

    def _add_item(self, record_number: int, round_item: RoundItem) -> None:
        self._numbered_items.append((record_number, round_item))


def is_plain_event(event: Event) -> bool:
    """Return whether an event may be shown whole. Others may reveal unseen cards."""
    if isinstance(event, KeyPressed) and event.key in CARD_CHOICE_KEYS:
        return False
    return event.DISCLOSURE.recall is not RecallScope.HIDDEN
