"""Who is dealt in, and where button and blinds lie (67.88 (20)).

The big blind moves to the next player. The small blind lies where the big blind was and the button
where the small blind was, though nobody may sit there any more: a dead button. So nobody pays a
blind twice in a round of the table, and nobody misses one.
"""

from typing import Final, NamedTuple

from firmware.core.poker_room.engine.state import Owes, Room, clockwise

TWO: Final = 2


class Places(NamedTuple):
    """Where button and blinds lie; at `small` there may be nobody who plays."""

    button: int
    small: int
    big: int


def able_to_play(room: Room) -> list[int]:
    """Return the spots of those who can play, whether they owe a blind or not (67.94)."""
    least = max(room.terms.min_stake, 1)
    return [spot for spot, seat in room.seats.items() if seat.cents >= least and not seat.out]


def places_of(room: Room, able: list[int]) -> tuple[list[int], Places]:
    """Return who is dealt in without posting more, and where button and blinds lie."""
    owes_nothing = [spot for spot in able if room.seats[spot].owes is Owes.NOTHING]
    if room.big is None:
        return able, _first_places(room, able)
    big = clockwise(able, room.big + 1)[0]
    dealt_in = sorted({*owes_nothing, big})
    if len(dealt_in) < TWO:
        dealt_in = able
    if len(dealt_in) == TWO:
        return dealt_in, _two_handed(dealt_in, big)
    small, button = room.big, room.small
    if button is None or button == big:
        button = clockwise(dealt_in, small)[-1]
    return dealt_in, Places(button, small, big)


def _first_places(room: Room, able: list[int]) -> Places:
    button = able[-1] if room.button is None else room.button
    if len(able) == TWO:
        return _two_handed(able, clockwise(able, button)[1])
    small, big, *_ = clockwise(able, button + 1)
    return Places(button, small, big)


def _two_handed(two: list[int], big: int) -> Places:
    other = next(spot for spot in two if spot != big)
    return Places(other, other, big)


def note_missed(room: Room, able: list[int], big: int) -> None:
    """Note whom the big blind passes on its way while he is not dealt in."""
    if room.big is None:
        return
    for spot in clockwise(room.seats, room.big + 1):
        if spot == big:
            return
        if spot not in able and room.seats[spot].owes is Owes.NOTHING:
            room.change(spot, owes=Owes.BOTH)
