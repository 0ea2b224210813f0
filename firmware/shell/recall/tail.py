"""The last entries of the journal in order; a card is left out unless it was shown."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    CutCardSeen,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    MetersReset,
    NoResultSeen,
    PresenceSeen,
    StackRead,
    TestBegun,
    TestEnded,
    TimeUp,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Undone
from firmware.shell.history.records import (
    Carried,
    Checked,
    Entry,
    Happened,
    Noted,
    Ruled,
    Started,
    decode,
)
from firmware.shell.journal import JournalDamaged, Numbered
from firmware.shell.recall.one_round import without_control
from firmware.shell.recall.recent_rounds import BEFORE, Source, recall
from firmware.shell.recall.round_record import CardTold, Told
from firmware.shell.recall.steps import TOLD

PLAIN: Final = (
    *TOLD,
    *(FaultRaised, FaultEnded, StackRead, ChipsSwept, PresenceSeen, CutCardSeen),
    *(NoResultSeen, TimeUp, TestBegun, TestEnded, MetersReset),
)
"""The events that are shown whole. Others may reveal unseen cards."""
CHOOSING: Final = (Key.RANK, Key.SUIT, Key.PICK)
"""The keys that choose a card: the number of presses would name it."""
UNSEEN: Final = CardTold(0, None, None, None, None)

Numbers = Iterable[tuple[int, Entry | None]]
"""Entries by their numbers; None from the damage of a segment on."""


def tail(source: Source, count: int) -> tuple[Told, ...]:
    """Return the last `count` items of the journal, the oldest first.

    Reads from the newest segment backwards, only as far as needed. Raises JournalError, and
    msgspec.DecodeError on a record of another program.
    """
    entries: list[tuple[int, Entry | None]] = []
    told: tuple[Told, ...] = ()
    for number in reversed(source.segments()):
        entries[:0] = _entries(source.segment_records(number))
        told = _Telling().all(entries)[-count:]
        if len(told) == count:
            break
    if not told:
        return ()
    since = [entry for number, entry in entries if number >= told[0].record]
    openings = sum(isinstance(entry, Checked | Carried) for entry in since)
    return tuple(_shown(told, _cards(source, openings + BEFORE)))[-count:]


def _entries(records: Iterator[Numbered]) -> Numbers:
    try:
        for number, payload in records:
            yield number, decode(payload)
    except JournalDamaged as error:
        yield error.number, None


def _cards(source: Source, rounds: int) -> Mapping[int, CardTold]:
    """Return the cards of the last rounds by their records, as the recall has them."""
    stories = (told.story for told in recall(source, rounds))
    return {told.record: told.card for story in stories for told in story if told.card}


def _shown(told: Iterable[Told], cards: Mapping[int, CardTold]) -> Iterator[Told]:
    for one in told:
        card = cards.get(one.record)
        if one.card:
            yield replace(one, card=card or UNSEEN)
            continue
        if card and one.event:  # the key by which a card was entered
            yield replace(one, event=None, card=card)
        yield one


class _Telling:
    """Converts entry by entry, treating every card as unseen."""

    def __init__(self) -> None:
        self._told: list[tuple[int, Told]] = []
        """By the record of the event."""
        self._events: list[Told] = []
        """The events by their records, with their times but without their content."""
        self._undone: set[int] = set()

    def all(self, entries: Numbers) -> tuple[Told, ...]:
        """Convert consecutive entries."""
        for number, entry in entries:
            self._take(number, entry)
        return tuple(
            replace(told, undone=True) if at in self._undone else told for at, told in self._told
        )

    def _take(self, number: int, entry: Entry | None) -> None:
        match entry:
            case Happened(at=at, wall=wall, event=event):
                self._events.append(Told(number, wall, at_ms=at))
                self._happen(event)
            case Ruled():
                self._rule(number, entry)
            case Started(at=at, wall=wall, setting=setting):
                self._add(number, Told(number, wall, setting=setting, at_ms=at))
            case Noted(at=at, wall=wall, note=note):
                self._add(number, Told(number, wall, note=note, at_ms=at))
            case Carried(since=since) if not self._events:
                self._events = [Told(number, one.wall, at_ms=one.at) for one in since]
            case None:
                self._events.clear()
                damaged = Text("recall.damaged", {"number": number})
                self._add(number, Told(number, "", note=damaged))

    def _happen(self, event: Event) -> None:
        when = self._events[-1]
        if isinstance(event, CardRead):
            self._add(when.record, replace(when, card=UNSEEN))
        elif is_plain(event):
            self._add(when.record, replace(when, event=event))

    def _rule(self, number: int, ruled: Ruled) -> None:
        at = len(self._events) - 1 - ruled.back
        of = self._events[at] if at >= 0 else Told(number, "")
        for ruling in ruled.rulings:
            told = replace(of, record=number, ruling=without_control(ruling))
            self._add(of.record, told)
            if isinstance(ruling, Undone):
                before = self._events[max(at - ruling.back, 0) : max(at, 0)]
                self._undone.update(event.record for event in before)

    def _add(self, of: int, told: Told) -> None:
        self._told.append((of, told))


def is_plain(event: Event) -> bool:
    """Return whether an event may be shown whole."""
    if isinstance(event, KeyPressed):
        return event.key not in CHOOSING
    return isinstance(event, PLAIN)
