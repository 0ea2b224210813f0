"""Colour chips (70): their value is set by their player at the table."""

from msgspec.structs import replace

from firmware.core.table.betting import record_stack
from firmware.core.table.key_entry import ColourPricing
from firmware.core.table.state import State
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
    pricing, chosen = current_pricing(state), None
    if pricing is not None and pricing.cents:
        _set_colour_price(state, pricing)
    else:
        spots = _may_be_priced(state)
        was_offered = pricing is not None and pricing.spot in spots
        index = spots.index(pricing.spot) + 1 if pricing is not None and was_offered else 0
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
    unpriced_spots = dict.fromkeys(stack[0].spot for stack in felt.unpriced_stacks())
    # a price is fixed while its player has a bet: his chips would change their worth
    fixed_spots = {stack[0].spot for stack in felt.colour_stacks} - unpriced_spots.keys()
    free_spots = (spot for spot in felt.spots if spot not in fixed_spots)
    spots = list(dict.fromkeys((*unpriced_spots, *free_spots)))
    if not (state.game.has_colour_chips and spots):
        raise Forbidden("why.not_now")
    return spots


def add_to_price(state: State, event: KeyPressed) -> None:
    """Add one chip of value to the price of a colour chip."""
    pricing, number = current_pricing(state), CHIP_KEYS.index(event.key)
    chips = state.rules.denominations
    if pricing is None:
        raise Forbidden("why.not_now")
    if number >= len(chips):
        raise Forbidden("why.no_such_chip")
    keyed = replace(pricing, cents=Cents(pricing.cents + chips[number]))
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
