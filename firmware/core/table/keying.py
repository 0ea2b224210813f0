"""Amounts that the dealer keys: chip by chip, at one place after the other."""

from msgspec.structs import replace

from firmware.core.table.betting import lay
from firmware.core.table.legality import why_illegal
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import CHIP_KEYS, Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place, Stack


def place_being_keyed(state: State) -> Place | None:
    """Return the place that a chip key counts for: the one chosen, or the next that has none."""
    if not state.rules.amounts.by_dealer:
        return None
    if state.gesture.keying is not None:
        return state.gesture.keying
    uncounted = [place for place in _places(state) if not state.felt.amount((place, None))]
    return uncounted[0] if state.rules.sensed and uncounted else None


def is_keyed(state: State) -> bool:
    """Return whether the dealer keys the amounts."""
    return state.rules.amounts.by_dealer


def add_chip(state: State, event: KeyPressed) -> None:
    """Count one more chip of a denomination at the place being keyed."""
    stack, chips = _stack(state), state.rules.denominations
    number = CHIP_KEYS.index(event.key)
    if number >= len(chips):
        raise Forbidden("why.no_such_chip")
    state.gesture = replace(state.gesture, keying=stack[0])
    lay(state, stack, Cents(state.felt.amount(stack) + chips[number]))
    state.remember_undo()


def empty(state: State) -> None:
    """Restart the count at the place being keyed; its chips stay."""
    stack = _stack(state)
    state.gesture = replace(state.gesture, keying=stack[0])
    state.felt.put(stack, NOTHING)
    state.remember_undo()


def next_place(state: State) -> None:
    """Go on to the next place: of those covered, if there are sensors."""
    places = _places(state)
    if not places:
        raise Forbidden("why.no_place")
    left = state.gesture.keying
    at = places.index(left) if left in places else -1
    if at < 0 and (first := place_being_keyed(state)) in places:
        at = places.index(first) if first else at
    state.gesture = replace(state.gesture, keying=places[(at + 1) % len(places)])
    state.remember_undo()
    _refuse_as_it_is(state, left)


def _refuse_as_it_is(state: State, left: Place | None) -> None:
    """Report it if the finished amount is no legal bet."""
    if left is not None and state.felt.amount((left, None)):
        refusal = why_illegal(state, (left, None))
        if refusal is not None:
            state.refuse(refusal.why)


def _stack(state: State) -> Stack:
    place = place_being_keyed(state)
    if place is None:
        raise Forbidden("why.no_place" if state.rules.amounts.by_dealer else "why.not_now")
    return place, None


def _places(state: State) -> list[Place]:
    if not state.rules.amounts.by_dealer:
        raise Forbidden("why.not_now")
    felt = state.felt
    return [place for place in felt.places() if place in felt.covered or not state.rules.sensed]


def keys_of_use(state: State) -> set[Key]:
    """Return the keys that would be obeyed while bets are open."""
    if not state.rules.amounts.by_dealer:
        return set()
    place, places = place_being_keyed(state), _places(state)
    keys = set(CHIP_KEYS[: len(state.rules.denominations)]) if place else set()
    if place and state.felt.amount((place, None)):
        keys.add(Key.EMPTY)
    return keys | ({Key.PLACE} if len(places) > bool(place) else set())
