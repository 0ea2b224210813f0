"""Who is dealt in, and where button and blinds lie (67.88 (20)).

The big blind moves to the next player. The small blind lies where the big blind was and the button
where the small blind was, though nobody may sit there any more: a dead button. So nobody pays a
blind twice in a round of the table, and nobody misses one.
"""

from typing import Final, NamedTuple

from firmware.core.poker_room.engine.state import OwedBlinds, PokerState, clockwise

MIN_PLAYERS: Final = 2


class ButtonAndBlinds(NamedTuple):
    """Where button and blinds lie; at `small` there may be nobody who plays."""

    button_spot: int
    small_blind: int
    big_blind: int


def able_to_play(poker_state: PokerState) -> list[int]:
    """Return the spots of those who can play, whether they owe a blind or not (67.94)."""
    minimum_stake = max(poker_state.terms.min_stake, 1)
    return [
        spot
        for spot, seat in poker_state.seats.items()
        if seat.cents >= minimum_stake and not seat.out
    ]


def button_and_blinds(
    poker_state: PokerState, able_spots: list[int]
) -> tuple[list[int], ButtonAndBlinds]:
    """Return who is dealt in without posting more, and where button and blinds lie."""
    owes_nothing = [
        spot for spot in able_spots if poker_state.seats[spot].owes is OwedBlinds.NOTHING
    ]
    if poker_state.big_blind is None:
        return able_spots, _first_places(poker_state, able_spots)
    big_blind = clockwise(able_spots, poker_state.big_blind + 1)[0]
    spots_dealt_in = sorted({*owes_nothing, big_blind})
    if len(spots_dealt_in) < MIN_PLAYERS:
        spots_dealt_in = able_spots
    if len(spots_dealt_in) == MIN_PLAYERS:
        return spots_dealt_in, _two_handed(spots_dealt_in, big_blind)
    small_blind, button_spot = poker_state.big_blind, poker_state.small_blind
    if button_spot is None or button_spot == big_blind:
        button_spot = clockwise(spots_dealt_in, small_blind)[-1]
    return spots_dealt_in, ButtonAndBlinds(button_spot, small_blind, big_blind)


def _first_places(poker_state: PokerState, able_spots: list[int]) -> ButtonAndBlinds:
    button_spot = able_spots[-1] if poker_state.button_spot is None else poker_state.button_spot
    if len(able_spots) == MIN_PLAYERS:
        return _two_handed(able_spots, clockwise(able_spots, button_spot)[1])
    small_blind, big_blind, *_ = clockwise(able_spots, button_spot + 1)
    return ButtonAndBlinds(button_spot, small_blind, big_blind)


def _two_handed(pair: list[int], big_blind: int) -> ButtonAndBlinds:
    rival_spot = next(spot for spot in pair if spot != big_blind)
    return ButtonAndBlinds(rival_spot, rival_spot, big_blind)


def note_missed(poker_state: PokerState, able_spots: list[int], big_blind: int) -> None:
    """Note whom the big blind passes on its way while he is not dealt in."""
    if poker_state.big_blind is None:
        return
    for spot in clockwise(poker_state.seats, poker_state.big_blind + 1):
        if spot == big_blind:
            return
        if spot not in able_spots and poker_state.seats[spot].owes is OwedBlinds.NOTHING:
            poker_state.change(spot, owes=OwedBlinds.BOTH)
