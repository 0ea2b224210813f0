"""Colour chips (70): their value is set by their player at the table."""

from msgspec.structs import replace

from firmware.core.table.betting import lay
from firmware.core.table.state import Pricing, State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import CHIP_KEYS, Key
from firmware.core.vocabulary.money import Cents


def pricing(state: State) -> Pricing | None:
    """Return the colour being priced: the one that was chosen, or the first that waits."""
    waiting = state.felt.unpriced()
    return state.gesture.pricing or (Pricing(waiting[0][0].spot) if waiting else None)


def next_price(state: State) -> None:
    """Take the value that was keyed, or go on to the next colour that may be given one."""
    now, chosen = pricing(state), None
    if now is not None and now.cents:
        _set_price(state, now)
    else:
        spots = _may_be_priced(state)
        at = spots.index(now.spot) + 1 if now is not None and now.spot in spots else 0
        chosen = Pricing(spots[at % len(spots)])
    state.gesture = replace(state.gesture, pricing=chosen)
    state.remember_undo()


def _set_price(state: State, priced: Pricing) -> None:
    felt = state.felt
    felt.prices[priced.spot] = priced.cents
    for stack in [stack for stack in felt.read if stack[0].spot == priced.spot]:
        lay(state, stack, felt.worth(stack))


def _may_be_priced(state: State) -> list[int]:
    """Return the spots whose colour has no bet yet, those with unpriced chips first."""
    felt = state.felt
    waiting = dict.fromkeys(stack[0].spot for stack in felt.unpriced())
    bet = {stack[0].spot for stack in felt.read} - waiting.keys()
    spots = list(dict.fromkeys((*waiting, *(s for s in felt.spots if s not in bet))))
    if not (state.game.colours and spots):
        raise Forbidden("why.not_now")
    return spots


def add(state: State, event: KeyPressed) -> None:
    """Add one chip of value to the price of a colour chip."""
    now, number = pricing(state), CHIP_KEYS.index(event.key)
    chips = state.rules.denominations
    if now is None:
        raise Forbidden("why.not_now")
    if number >= len(chips):
        raise Forbidden("why.no_such_chip")
    keyed = replace(now, cents=Cents(now.cents + chips[number]))
    state.gesture = replace(state.gesture, pricing=keyed)
    state.remember_undo()


def has(state: State) -> bool:
    """Return whether the table is played with colour chips."""
    return state.game.colours


def keys_of_use(state: State) -> set[Key]:
    """Return the keys that would be obeyed while bets are open."""
    if not state.game.colours:
        return set()
    chips = CHIP_KEYS[: len(state.rules.denominations)] if pricing(state) else ()
    return {Key.PRICE, *chips}
