"""Button and blinds of the next game, and who is dealt in (67.88 (20)).

The big blind moves to the next player. The small blind is where the big blind was, and the button
where the small blind was, even at an empty seat (a dead small blind, a dead button). Each player
therefore pays each blind exactly once an orbit; who does not play owes it.
"""

from typing import Final, NamedTuple

from firmware.core.poker_room.engine.state import OwedBlinds, PokerState, clockwise

MIN_PLAYERS: Final = 2


class ButtonAndBlinds(NamedTuple):
    """Spots of the button and the blinds; the small blind may be dead: its spot is not dealt in."""

    button_spot: int
    small_blind_spot: int
    big_blind_spot: int


def able_to_play(poker_state: PokerState) -> list[int]:
    """Return the spots that can play, whether they owe a blind or not (67.94)."""
    minimum_stake = max(poker_state.terms.min_stake, 1)
    return [
        spot
        for spot, seat in poker_state.seats.items()
        if seat.cents >= minimum_stake and not seat.out
    ]


def button_and_blinds(
    poker_state: PokerState, able_spots: list[int]
) -> tuple[list[int], ButtonAndBlinds]:
    """Return the spots dealt in without posting an owed blind, and the positions of the game."""
    if poker_state.big_blind_spot is None:
        return able_spots, _first_places(poker_state, able_spots)
    big_blind_spot = clockwise(able_spots, poker_state.big_blind_spot + 1)[0]
    spots_dealt_in = sorted({*_owe_nothing(poker_state, able_spots), big_blind_spot})
    if len(spots_dealt_in) == MIN_PLAYERS:
        return spots_dealt_in, _two_handed(spots_dealt_in, big_blind_spot)
    small_blind_spot, button_spot = poker_state.big_blind_spot, poker_state.small_blind_spot
    # after a game of two, the last small blind may be the next big blind
    if button_spot is None or button_spot == big_blind_spot:
        button_spot = clockwise(spots_dealt_in, small_blind_spot)[-1]
    return spots_dealt_in, ButtonAndBlinds(button_spot, small_blind_spot, big_blind_spot)


def is_short_of_players(poker_state: PokerState, able_spots: list[int]) -> bool:
    """Return whether fewer than two would be dealt in, with the next big blind."""
    if poker_state.big_blind_spot is None:
        return False
    big_blind_spot = clockwise(able_spots, poker_state.big_blind_spot + 1)[0]
    return len({*_owe_nothing(poker_state, able_spots), big_blind_spot}) < MIN_PLAYERS


def _owe_nothing(poker_state: PokerState, able_spots: list[int]) -> list[int]:
    return [spot for spot in able_spots if poker_state.seats[spot].owes is OwedBlinds.NOTHING]


def _first_places(poker_state: PokerState, able_spots: list[int]) -> ButtonAndBlinds:
    button_spot = able_spots[-1] if poker_state.button_spot is None else poker_state.button_spot
    if len(able_spots) == MIN_PLAYERS:
        return _two_handed(able_spots, clockwise(able_spots, button_spot)[1])
    small_blind_spot, big_blind_spot, *_ = clockwise(able_spots, button_spot + 1)
    return ButtonAndBlinds(button_spot, small_blind_spot, big_blind_spot)


def _two_handed(pair: list[int], big_blind_spot: int) -> ButtonAndBlinds:
    # of two players the one on the button posts the small blind
    rival_spot = next(spot for spot in pair if spot != big_blind_spot)
    return ButtonAndBlinds(rival_spot, rival_spot, big_blind_spot)


def note_missed(poker_state: PokerState, able_spots: list[int], positions: ButtonAndBlinds) -> None:
    """Record who does not play when a blind is due at the spot, and owes it for that."""
    if poker_state.big_blind_spot is None:
        return
    for spot in clockwise(poker_state.seats, poker_state.big_blind_spot + 1):
        if spot == positions.big_blind_spot:
            break
        if spot not in able_spots:
            _note_owed(poker_state, spot, OwedBlinds.BOTH)
    small_spot = positions.small_blind_spot
    if small_spot in poker_state.seats and small_spot not in able_spots:
        _note_owed(poker_state, small_spot, OwedBlinds.SMALL)


def _note_owed(poker_state: PokerState, spot: int, missed: OwedBlinds) -> None:
    """Record a missed blind; a newcomer never owes the small one, nobody owes one twice."""
    owed = poker_state.seats[spot].owes
    if owed is OwedBlinds.NOTHING or (owed, missed) == (OwedBlinds.SMALL, OwedBlinds.BOTH):
        poker_state.change(spot, owes=missed)


def must_let_button_pass(poker_state: PokerState, spot: int) -> bool:
    """Return whether a player who owes blinds cannot post them at this spot in this game.

    They are not posted on the button, on the small blind, or between them; a small blind alone is
    only not posted on the button.
    """
    button_spot, small_spot = poker_state.button_spot, poker_state.small_blind_spot
    if button_spot is None or small_spot is None:
        return False
    if poker_state.seats[spot].owes is OwedBlinds.SMALL:
        return spot == button_spot
    spot_count = poker_state.terms.spots
    return (spot - button_spot) % spot_count <= (small_spot - button_spot) % spot_count
