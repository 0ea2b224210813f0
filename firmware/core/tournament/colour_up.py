"""Chips of a low value go out of play: whole new ones for each player, the odd ones raced for."""

from collections.abc import Iterator

from firmware.core.tournament.acts import ColourUp
from firmware.core.tournament.rulings import ChipsExchanged, OddChipsRaced


def colour_up_rulings(act: ColourUp) -> Iterator[ChipsExchanged | OddChipsRaced]:
    """Yield what each player gets, and the race; half a new chip or more counts as one."""
    old_for_new = act.to // act.of
    for player, count in act.counts.items():
        yield ChipsExchanged(player, count // old_for_new, count % old_for_new)
    odd_chips = sum(count % old_for_new for count in act.counts.values())
    yield OddChipsRaced((2 * odd_chips + old_for_new) // (2 * old_for_new))
