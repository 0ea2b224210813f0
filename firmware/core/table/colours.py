"""Colour chips (70): without value of their own, worth what their player says at the table."""

from typing import TYPE_CHECKING, NamedTuple

from firmware.core.table.betting import lay
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import CHIP_KEYS, Key
from firmware.core.vocabulary.money import NOTHING, Cents

if TYPE_CHECKING:
    from firmware.core.table.table import Table


class Pricing(NamedTuple):
    """A spot whose colour is being given a value, and what it comes to so far."""

    spot: int
    cents: Cents = NOTHING


def pricing(table: "Table") -> Pricing | None:
    """Return what is being priced: the colour that was chosen, or the first that waits."""
    waiting = table.unpriced()
    return table.pricing or (Pricing(waiting[0][0].spot) if waiting else None)


def next_price(table: "Table", _event: KeyPressed) -> None:
    """Take the value that was keyed, or go on to the next colour that may be given one."""
    now = pricing(table)
    table.pricing = None
    if now is not None and now.cents:
        _set_price(table, now)
        table.forget_undo()
    else:
        spots = _may_be_priced(table)
        at = spots.index(now.spot) + 1 if now is not None and now.spot in spots else 0
        table.pricing = Pricing(spots[at % len(spots)])
    table.remember_undo()


def _set_price(table: "Table", priced: Pricing) -> None:
    table.prices[priced.spot] = priced.cents
    for stack in [stack for stack in table.felt.read if stack[0].spot == priced.spot]:
        lay(table, stack, table.worth(stack))


def _may_be_priced(table: "Table") -> list[int]:
    """Return the spots whose colour has no chip in a bet: those that wait first."""
    waiting = dict.fromkeys(stack[0].spot for stack in table.unpriced())
    bet = {stack[0].spot for stack in table.felt.read} - waiting.keys()
    spots = list(dict.fromkeys((*waiting, *(s for s in table.felt.spots if s not in bet))))
    if not (table.game.colours and spots):
        raise Forbidden("why.not_now")
    return spots


def add(table: "Table", event: KeyPressed) -> None:
    """Count one more chip of value to what a colour chip is worth."""
    now, number = pricing(table), CHIP_KEYS.index(event.key)
    if now is None:
        raise Forbidden("why.not_now")
    if number >= len(table.rules.denominations):
        raise Forbidden("why.no_such_chip")
    table.pricing = now._replace(cents=Cents(now.cents + table.rules.denominations[number]))
    table.remember_undo()


def has(table: "Table", _event: KeyPressed) -> bool:
    """The table is played with colour chips."""
    return table.game.colours


def keys_of_use(table: "Table") -> set[Key]:
    """Return the keys that would be obeyed while bets are open."""
    if not table.game.colours:
        return set()
    chips = CHIP_KEYS[: len(table.rules.denominations)] if pricing(table) else ()
    return {Key.PRICE, *chips}
