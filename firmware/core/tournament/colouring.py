"""Chips of a low value go out of play: whole new ones for each player, the odd ones raced for."""

from collections.abc import Iterator

from firmware.core.tournament.acts import ColourUp
from firmware.core.tournament.rulings import Coloured, Raced


def exchanged(act: ColourUp) -> Iterator[Coloured | Raced]:
    """Yield what each player gets, and the race; half a new chip or more counts as one."""
    for_one = act.to // act.of
    for player, count in act.counts.items():
        yield Coloured(player, count // for_one, count % for_one)
    odd = sum(count % for_one for count in act.counts.values())
    yield Raced((2 * odd + for_one) // (2 * for_one))
