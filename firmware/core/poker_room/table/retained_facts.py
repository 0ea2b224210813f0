"""Facts that remain when keys and cards are taken back: faults, doors, chips, the key switch.

The engine takes back its acts alone. The meters return to before them, and count the faults that
were cleared since; the rulings on the facts follow the one on what was taken back.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.core.table.meters import with_count
from firmware.core.table.state import State
from firmware.core.vocabulary.events import (
    CardRead,
    DeckDoubted,
    Event,
    HandCompared,
    KeyPressed,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.rulings import FaultCleared, Refused, Ruling, Undone

ACTS: Final = (KeyPressed, CardRead, HandCompared, DeckDoubted)
"""Events that are taken back with the acts of the engine."""


class RuledEvent(NamedTuple):
    """An event of the round, the meters before it, and the rulings on it."""

    event: Event
    meters_before: Meters
    rulings: tuple[Ruling, ...] = ()

    @property
    def is_fact(self) -> bool:
        """Whether no key takes it back."""
        if isinstance(self.event, KeyPressed):
            return self.event.key is Key.CLEAR_FAULTS
        return not isinstance(self.event, ACTS)


def retain_facts(state: State, past_events: Sequence[RuledEvent]) -> None:
    """Retain the facts among the events that were just undone.

    `past_events` are the events of the round before the one in hand.
    """
    for index, ruling in enumerate(state.effects.rulings):
        if isinstance(ruling, Undone):
            undone_events = past_events[len(past_events) - ruling.back :]
            retained_rulings = _retained_rulings(undone_events)
            meters_before = undone_events[0].meters_before
            state.advance_meters(partial(_go_back_to, meters_before, retained_rulings))
            state.effects.rulings[index] = replace(ruling, retained=_retained(undone_events))
            state.effects.rulings += retained_rulings
            return


def _go_back_to(meters: Meters, retained_rulings: Sequence[Ruling], _: Meters) -> Meters:
    """Return earlier meters, with the faults that the supervisor has cleared since."""
    cleared = [ruling for ruling in retained_rulings if isinstance(ruling, FaultCleared)]
    return with_count(meters, "overrides", len(cleared))


def _retained(undone_events: Sequence[RuledEvent]) -> tuple[int, ...]:
    return tuple(
        events_ago
        for events_ago, ruled_event in enumerate(reversed(undone_events), start=1)
        if ruled_event.is_fact
    )


def _retained_rulings(undone_events: Sequence[RuledEvent]) -> list[Ruling]:
    return [
        ruling
        for ruled_event in undone_events
        if ruled_event.is_fact
        for ruling in ruled_event.rulings
        if not isinstance(ruling, Refused)
    ]
