"""Colour chips (70): their value is set by their player at the table."""

from msgspec.structs import replace

from firmware.core.table.betting import record_stack
from firmware.core.table.state import ColourPricing, State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import CHIP_KEYS, Key
from firmware.core.vocabulary.money import Cents


def current_pricing(state: State) -> ColourPricing | None:
    """Return the colour being priced: the one that was chosen, or the first that waits."""
    unpriced_stacks = state.felt.unpriced_stacks()
    return state.key_entry.pricing or (
        ColourPricing(unpriced_stacks[0][0].spot) if unpriced_stacks else None
    )


def next_price(state: State) -> None:
    """Set the keyed price, or choose the next colour that may be given one."""
    now, chosen = current_pricing(state), None
    if now is not None and now.cents:
        _set_colour_price(state, now)
    else:
        spots = _may_be_priced(state)
        index = spots.index(now.spot) + 1 if now is not None and now.spot in spots else 0
        chosen = ColourPricing(spots[index % len(spots)])
    state.key_entry = replace(state.key_entry, pricing=chosen)
    state.remember_undo()


def _set_colour_price(state: State, priced_colour: ColourPricing) -> None:
    felt = state.felt
    felt.prices[priced_colour.spot] = priced_colour.cents
    for stack in [stack for stack in felt.colour_stacks if stack[0].spot == priced_colour.spot]:
        record_stack(state, stack, felt.stack_worth(stack))


def _may_be_priced(state: State) -> list[int]:
    """Return the spots whose colour has no bet yet, those with unpriced chips first."""
    felt = state.felt
    unpriced_stacks = dict.fromkeys(stack[0].spot for stack in felt.unpriced_stacks())
    bet = {stack[0].spot for stack in felt.colour_stacks} - unpriced_stacks.keys()
    spots = list(dict.fromkeys((*unpriced_stacks, *(s for s in felt.spots if s not in bet))))
    if not (state.game.has_colour_chips and spots):
        raise Forbidden("why.not_now")
    return spots


def add_to_price(state: State, event: KeyPressed) -> None:
    """Add one chip of value to the price of a colour chip."""
    now, number = current_pricing(state), CHIP_KEYS.index(event.key)
    chips = state.rules.denominations
    if now is None:
        raise Forbidden("why.not_now")
    if number >= len(chips):
        raise Forbidden("why.no_such_chip")
    keyed = replace(now, cents=Cents(now.cents + chips[number]))
    state.key_entry = replace(state.key_entry, pricing=keyed)
    state.remember_undo()


def has_colour_chips(state: State) -> bool:
    """Return whether the table is played with colour chips."""
    return state.game.has_colour_chips


def active_keys(state: State) -> set[Key]:
    """Return the keys that would be obeyed while bets are open."""
    if not state.game.has_colour_chips:
        return set()
    chips = CHIP_KEYS[: len(state.rules.denominations)] if current_pricing(state) else ()
    return {Key.COLOUR_PRICE, *chips}
