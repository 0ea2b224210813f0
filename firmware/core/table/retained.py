"""What stands of the events since one that is taken out: chips, doors, faults, power."""

from collections.abc import Iterator, Sequence
from typing import Final

from firmware.core.table.event_effects import EventRole, StrayCard
from firmware.core.table.history import HandledEvent
from firmware.core.table.state import State
from firmware.core.vocabulary.events import CardRead, DrawnFor, Event, KeyPressed, TimeUp
from firmware.core.vocabulary.keys import Key

LASTING_KEYS: Final = frozenset({Key.RESOLVE_LATE, Key.CUT_CARD, Key.DICE_CHANGED})
"""Keys that stand, since they have to do with chips, shoe or dice."""
MENDING_KEYS: Final = frozenset({Key.CLEAR_FAULTS, Key.CONFIRM})
"""Keys that are pressed again only if the deal is stopped as it was."""


def is_repeated(state: State, event: Event) -> bool:
    """Return whether an event that stands is handled again, as the table is by now."""
    return state.stopped or not is_mending(event)


def is_mending(event: Event) -> bool:
    """Return whether an event is a key that ends a stop of the deal."""
    return isinstance(event, KeyPressed) and event.key in MENDING_KEYS


def retained_events(events: Sequence[HandledEvent], taken_out: Event) -> Iterator[HandledEvent]:
    """Yield those of the events since the one that is taken out which stand without it."""
    tag = taken_out.tag if isinstance(taken_out, CardRead) else None
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
