"""Amounts that the dealer keys: chip by chip, at one place after the other."""

from msgspec.structs import replace

from firmware.core.table.betting import record_stack
from firmware.core.table.legality import why_illegal
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import CHIP_KEYS, Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place, Stack


def place_being_keyed(state: State) -> Place | None:
    """Return the place that a chip key counts for: the one chosen, or the next that has none."""
    if not state.rules.amounts.by_dealer:
        return None
    if state.key_entry.keying is not None:
        return state.key_entry.keying
    uncounted = [place for place in _keyable_places(state) if not state.felt.amount((place, None))]
    return uncounted[0] if state.rules.sensed and uncounted else None


def amounts_are_keyed(state: State) -> bool:
    """Return whether the dealer keys the amounts."""
    return state.rules.amounts.by_dealer


def add_keyed_chip(state: State, event: KeyPressed) -> None:
    """Count one more chip of a denomination at the place being keyed."""
    stack, chips = _keyed_stack(state), state.rules.denominations
    number = CHIP_KEYS.index(event.key)
    if number >= len(chips):
        raise Forbidden("why.no_such_chip")
    state.key_entry = replace(state.key_entry, keying=stack[0])
    record_stack(state, stack, Cents(state.felt.amount(stack) + chips[number]))
    state.remember_undo()


def empty_place(state: State) -> None:
    """Restart the count at the place being keyed; its chips stay."""
    stack = _keyed_stack(state)
    state.key_entry = replace(state.key_entry, keying=stack[0])
    state.felt.set_amount(stack, NO_CENTS)
    state.remember_undo()


def next_place(state: State) -> None:
    """Move the entry to the next place: of those covered, if there are sensors."""
    places = _keyable_places(state)
    if not places:
        raise Forbidden("why.no_place")
    previous_place = state.key_entry.keying
    index = places.index(previous_place) if previous_place in places else -1
    if index < 0 and (first := place_being_keyed(state)) in places:
        index = places.index(first) if first else index
    state.key_entry = replace(state.key_entry, keying=places[(index + 1) % len(places)])
    state.remember_undo()
    _refuse_if_illegal(state, previous_place)


def _refuse_if_illegal(state: State, previous_place: Place | None) -> None:
    """Report it if the finished amount is no legal bet."""
    if previous_place is not None and state.felt.amount((previous_place, None)):
        refusal = why_illegal(state, (previous_place, None))
        if refusal is not None:
            state.refuse(refusal.why)


def _keyed_stack(state: State) -> Stack:
    place = place_being_keyed(state)
    if place is None:
        raise Forbidden("why.no_place" if state.rules.amounts.by_dealer else "why.not_now")
    return place, None


def _keyable_places(state: State) -> list[Place]:
    if not state.rules.amounts.by_dealer:
        raise Forbidden("why.not_now")
    felt = state.felt
    return [place for place in felt.places() if place in felt.covered or not state.rules.sensed]


def active_keys(state: State) -> set[Key]:
    """Return the keys that would be obeyed while bets are open."""
    if not state.rules.amounts.by_dealer:
        return set()
    place, places = place_being_keyed(state), _keyable_places(state)
    keys = set(CHIP_KEYS[: len(state.rules.denominations)]) if place else set()
    if place and state.felt.amount((place, None)):
        keys.add(Key.EMPTY_PLACE)
    return keys | ({Key.NEXT_PLACE} if len(places) > bool(place) else set())
