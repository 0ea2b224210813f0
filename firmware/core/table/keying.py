"""Amounts that the dealer keys: chip by chip, at one place after the other."""

from typing import TYPE_CHECKING

from firmware.core.table.betting import lay
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import CHIP_KEYS, Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place, Stack

if TYPE_CHECKING:
    from firmware.core.table.table import Table


def place_being_keyed(table: "Table") -> Place | None:
    """Return the place that a chip key counts for: the one chosen, or the next that has none."""
    if table.rules.amounts != "keyed":
        return None
    if table.keying is not None:
        return table.keying
    uncounted = [place for place in _places(table) if not table.felt.amount((place, None))]
    return uncounted[0] if table.rules.sensed and uncounted else None


def is_keyed(table: "Table", _event: KeyPressed) -> bool:
    """The dealer keys what bets are worth."""
    return table.rules.amounts == "keyed"


def add_chip(table: "Table", event: KeyPressed) -> None:
    """Count one more chip of a denomination at the place being keyed."""
    stack, number = _stack(table), CHIP_KEYS.index(event.key)
    if number >= len(table.rules.denominations):
        raise Forbidden("why.no_such_chip")
    table.keying = stack[0]
    lay(table, stack, Cents(table.felt.amount(stack) + table.rules.denominations[number]))
    table.remember_undo()


def empty(table: "Table", _event: KeyPressed) -> None:
    """Begin to count again at the place being keyed; the chips lie there all the same."""
    stack = _stack(table)
    table.keying = stack[0]
    table.felt.put(stack, NOTHING)
    table.forget_undo()
    table.remember_undo()


def next_place(table: "Table", _event: KeyPressed) -> None:
    """Go on to the next place: of those covered, where there are sensors."""
    places = _places(table)
    if not places:
        raise Forbidden("why.no_place")
    at = places.index(table.keying) if table.keying in places else -1
    if at < 0 and (first := place_being_keyed(table)) in places:
        at = places.index(first) if first else at
    left, table.keying = table.keying, places[(at + 1) % len(places)]
    table.forget_undo()
    table.remember_undo()
    _refuse_as_it_is(table, left)


def _refuse_as_it_is(table: "Table", left: Place | None) -> None:
    """Say so if the amount that the dealer has done with can't stand."""
    if left is not None and table.felt.amount((left, None)):
        refusal = table.refusal((left, None))
        if refusal is not None:
            table.refuse(refusal.why)


def _stack(table: "Table") -> Stack:
    place = place_being_keyed(table)
    if place is None:
        raise Forbidden("why.no_place" if table.rules.amounts == "keyed" else "why.not_now")
    return place, None


def _places(table: "Table") -> list[Place]:
    if table.rules.amounts != "keyed":
        raise Forbidden("why.not_now")
    felt = table.felt
    return [place for place in felt.places() if place in felt.covered or not table.rules.sensed]


def keys_of_use(table: "Table") -> set[Key]:
    """Return the keys that would be obeyed while bets are open."""
    if table.rules.amounts != "keyed":
        return set()
    place, places = place_being_keyed(table), _places(table)
    keys = set(CHIP_KEYS[: len(table.rules.denominations)]) if place else set()
    if place and table.felt.amount((place, None)):
        keys.add(Key.EMPTY)
    return keys | ({Key.PLACE} if len(places) > bool(place) else set())
