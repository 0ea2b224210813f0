"""Colour up: chips of a low value are exchanged for whole new ones; the odd ones are raced for."""

from collections.abc import Iterator

from firmware.core.tournament.acts import ColourUp
from firmware.core.tournament.rulings import ChipsExchanged, OddChipsRaced


def colour_up_rulings(act: ColourUp) -> Iterator[ChipsExchanged | OddChipsRaced]:
    """Yield the new and the odd chips of each player, then the number of new chips to race for.

    The odd chips of all players together make that number, rounded half up to a new chip.
    """
    old_for_new = act.to // act.of
    for player, count in act.counts.items():
        yield ChipsExchanged(player, count // old_for_new, count % old_for_new)
    odd_chips = sum(count % old_for_new for count in act.counts.values())
    yield OddChipsRaced((2 * odd_chips + old_for_new) // (2 * old_for_new))
