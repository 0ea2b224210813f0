"""What is handled again when a key is undone, or a card or result is taken back.

    events of the round:   … before │ the key or reading │ what came since
                           the same │ taken out          │ what stands: chips, doors, faults, power

A key is undone while nothing physical has followed it, also in an alarm that it has raised itself;
a card or result is taken back by the supervisor until the round is over, as long as no decision has
followed it. What the dealer did because of it (payments passed over, unfinished entries, later
results) is taken out as well.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from firmware.core.table.history import HandledEvent, History, UndoPoint
from firmware.core.table.jackpot import check_unclaimed
from firmware.core.table.state import EventRole, ReadingTakenBack, State, StrayCard
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    CardRead,
    DrawnFor,
    Event,
    FaultRaised,
    KeyPressed,
    TimeUp,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import OPEN, ROUND

LASTING_KEYS: Final = frozenset({Key.RESOLVE_LATE, Key.CUT_CARD, Key.DICE_CHANGED})
"""Keys since a reading that stand, since they have to do with chips, shoe or dice."""
MENDING_KEYS: Final = frozenset({Key.CLEAR_FAULTS, Key.CONFIRM})
"""Keys that are pressed again only if the deal is stopped as it was."""
WHOLE_ROLES: Final = (EventRole.READING, EventRole.LAID_ASIDE, EventRole.DECISION)
"""The roles of events before which no key belongs to a later reading."""


class Rewind(NamedTuple):
    """How the table is brought back."""

    point: UndoPoint
    events_before: Sequence[HandledEvent]
    events_since: Sequence[HandledEvent]
    """What stands of the later events, in the order in which it is handled again."""
    first_undone: int
    """The number of the first event that is taken out."""

    def retained(self, now_handled: int) -> tuple[int, ...]:
        """Return how many events before this number those came that stand."""
        return tuple(
            now_handled - handled.number
            for handled in reversed(self.events_since)
            if not isinstance(handled.event, ReadingTakenBack)
        )


def before_last_key(history: History, point: UndoPoint) -> Rewind:
    """Return the way back to before the key of an undo point; the key by which is handled now."""
    events = history.events_of(point)[:-1]
    later_events = [
        handled
        for handled in events[point.replay_count + 1 :]
        if not isinstance(handled.event, KeyPressed | TimeUp) or _is_mending(handled.event)
    ]
    return Rewind(point, events[: point.replay_count], later_events, point.undone_key.number)


def may_take_back(state: State, history: History) -> bool:
    """Return whether a card or result can be taken back now."""
    point, events = _readings_point(state, history)
    return point is not None and not _decision_since(events, _last_reading(events))


def before_last_reading(state: State, history: History) -> Rewind:
    """Return the way back to before the last card or result; the key by which is handled now.

    Raises Forbidden if there is none, and after a decision.
    """
    point, events = _readings_point(state, history)
    if point is None:
        check_unclaimed(state)
        raise Forbidden("why.nothing_to_take_back")
    events, reading_index = events[:-1], _last_reading(events)
    if _decision_since(events, reading_index):
        raise Forbidden("why.undo_first")
    reading, first_index = events[reading_index], _first_of_entry(events, reading_index)
    shoe_fault = reading.event.code if isinstance(reading.event, FaultRaised) else None
    marker = ReadingTakenBack(reading.has_closed, shoe_fault)
    taken_back = reading._replace(event=marker, role=EventRole.NO_PART)
    entry_events = (
        handled
        for handled in events[first_index:reading_index]
        if handled.role is not EventRole.ENTRY
    )
    since_reading = _retained_events(events[reading_index + 1 :], reading.event)
    return Rewind(
        point,
        events[:first_index],
        [*entry_events, taken_back, *since_reading],
        events[first_index].number,
    )


def reading_numbers(state: State, history: History) -> list[int]:
    """Return the numbers of the events that brought the cards and results of this round."""
    _, events = _readings_point(state, history)
    return [handled.number for handled in events if handled.role is EventRole.READING]


def is_repeated(state: State, event: Event) -> bool:
    """Return whether an event that stands is handled again, as the table is by now."""
    return state.stopped or not _is_mending(event)


def _is_mending(event: Event) -> bool:
    return isinstance(event, KeyPressed) and event.key in MENDING_KEYS


def _readings_point(state: State, history: History) -> tuple[UndoPoint | None, list[HandledEvent]]:
    """Return the round that has a reading, with its events: the one in hand, or that of a throw
    after which the bets have opened again by themselves.
    """
    if state.phase not in (OPEN, ROUND):
        return None, []
    for point in (history.round_point, history.throw_point):
        if point is not None:
            events = history.events_of(point)
            if any(handled.role is EventRole.READING for handled in events):
                return point, events
    return None, []


def _last_reading(events: Sequence[HandledEvent]) -> int:
    return max(index for index, handled in enumerate(events) if handled.role is EventRole.READING)


def _decision_since(events: Sequence[HandledEvent], reading_index: int) -> bool:
    return any(handled.role is EventRole.DECISION for handled in events[reading_index + 1 :])


def _first_of_entry(events: Sequence[HandledEvent], reading_index: int) -> int:
    """Return the index of the first key by which a reading was entered; its own if by none."""
    first_index = reading_index
    if not isinstance(events[reading_index].event, KeyPressed):
        return reading_index
    for index in range(reading_index - 1, -1, -1):
        if events[index].role in WHOLE_ROLES:
            break
        if events[index].role is EventRole.ENTRY:
            first_index = index
    return first_index


def _retained_events(events: Sequence[HandledEvent], reading: Event) -> Iterator[HandledEvent]:
    """Yield those of the events since a reading that stand without it."""
    tag = reading.tag if isinstance(reading, CardRead) else None
    for handled in events:
        event = handled.event
        if handled.role is EventRole.LAID_ASIDE:
            yield from _stray_cards(handled)
        elif _is_retained(event, tag):
            yield handled


def _stray_cards(handled: HandledEvent) -> Iterator[HandledEvent]:
    """Yield the card that was laid aside; a result that did not count is none."""
    event = handled.event
    if isinstance(event, CardRead):
        counted = event.drawn is not DrawnFor.OUTSIDE
        stray_card = StrayCard(event.card, counted, event.tag)
        yield handled._replace(event=stray_card, role=EventRole.NO_PART)


def _is_retained(event: Event, tag: str | None) -> bool:
    if isinstance(event, KeyPressed):
        return event.key in LASTING_KEYS | MENDING_KEYS
    if isinstance(event, CardRead):  # the same card again, still before the reader
        return tag is None or event.tag != tag
    return not isinstance(event, TimeUp)
