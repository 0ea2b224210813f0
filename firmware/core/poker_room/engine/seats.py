"""Seats between games: arrivals, stacks, charges for time (67.93 to 67.95, 67.108)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import (
    Arrive,
    Depart,
    Leave,
    PlaceButton,
    SetLevel,
    SitDown,
    SitOut,
    TakeOff,
)
from firmware.core.poker_room.engine.rulings import PlayerLeft, StackReported, TimeCharged
from firmware.core.poker_room.engine.state import OwedBlinds, PokerSeat, PokerState
from firmware.core.poker_room.engine.terms import TimeChargeTerms
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

MINUTE_S: Final = 60


def sit_down(poker_state: PokerState, act: SitDown) -> Iterable[Ruling]:
    """Seat a player, or add to the stack (67.95 (1))."""
    terms = poker_state.terms
    _between_games(poker_state)
    if not 1 <= act.spot <= terms.spots:
        raise Forbidden("why.no_such_spot", spot=act.spot)
    if terms.tournament and poker_state.has_played:
        raise Forbidden("room.no_entry")
    check_chips(poker_state, act.cents)
    seat = poker_state.seats.get(act.spot)
    stack_cents = Cents(act.cents + (seat.cents if seat else 0))
    if stack_cents < terms.min_stake:
        raise Forbidden("room.stake_low", spot=act.spot, limit_cents=terms.min_stake)
    if terms.max_stake is not None and stack_cents > terms.max_stake:
        raise Forbidden("room.stake_high", spot=act.spot, limit_cents=terms.max_stake)
    if seat:
        poker_state.change(act.spot, cents=stack_cents)
    else:
        is_newcomer = poker_state.has_played and not terms.variant.stud
        owed_blinds = OwedBlinds.BIG if is_newcomer else OwedBlinds.NOTHING
        poker_state.seats[act.spot] = PokerSeat(
            stack_cents, since=poker_state.now_s, owes=owed_blinds
        )
        poker_state.seats = dict(sorted(poker_state.seats.items()))
    return (StackReported(act.spot, stack_cents), *charge_time(poker_state))


def leave(poker_state: PokerState, act: Leave) -> Iterator[Ruling]:
    """Free the seat of a player, who takes the whole stack."""
    _not_in_tournament(poker_state)
    _between_games(poker_state)
    yield PlayerLeft(act.spot, _seat_at(poker_state, act.spot).cents)
    del poker_state.seats[act.spot]


def arrive(poker_state: PokerState, act: Arrive) -> Iterator[Ruling]:
    """Seat a player moved here by the tournament, who owes no blind."""
    _of_tournament(poker_state)
    _between_games(poker_state)
    if not 1 <= act.spot <= poker_state.terms.spots:
        raise Forbidden("why.no_such_spot", spot=act.spot)
    if act.spot in poker_state.seats:
        raise Forbidden("room.seat_taken", spot=act.spot)
    check_chips(poker_state, act.cents)
    poker_state.seats[act.spot] = PokerSeat(Cents(act.cents), since=poker_state.now_s)
    poker_state.seats = dict(sorted(poker_state.seats.items()))
    yield StackReported(act.spot, Cents(act.cents))


def depart(poker_state: PokerState, act: Depart) -> Iterator[Ruling]:
    """Free the seat of a player moved to another table by the tournament."""
    _of_tournament(poker_state)
    _between_games(poker_state)
    yield PlayerLeft(act.spot, _seat_at(poker_state, act.spot).cents)
    del poker_state.seats[act.spot]


def take_off(poker_state: PokerState, act: TakeOff) -> Iterator[Ruling]:
    """Take chips off the table, where the limit allows it (67.95 (2))."""
    _not_in_tournament(poker_state)
    _between_games(poker_state)
    seat = _seat_at(poker_state, act.spot)
    if not poker_state.terms.is_fixed_limit:
        raise Forbidden("room.nothing_off")
    check_chips(poker_state, act.cents)
    if act.cents > seat.cents:
        raise Forbidden("room.too_much", spot=act.spot, has_cents=seat.cents)
    poker_state.add_chips(act.spot, -act.cents)
    yield StackReported(act.spot, poker_state.seats[act.spot].cents)


def sit_out(poker_state: PokerState, act: SitOut) -> Iterable[Ruling]:
    """Record whether a player sits out."""
    _not_in_tournament(poker_state)
    _between_games(poker_state)
    _seat_at(poker_state, act.spot)
    poker_state.change(act.spot, out=act.out)
    return ()


def place_button(poker_state: PokerState, act: PlaceButton) -> Iterable[Ruling]:
    """Set the button before the first game."""
    _between_games(poker_state)
    if poker_state.terms.variant.stud:
        raise Forbidden("room.no_button")
    if poker_state.has_played:
        raise Forbidden("room.button_moves")
    if not 1 <= act.spot <= poker_state.terms.spots:
        raise Forbidden("why.no_such_spot", spot=act.spot)
    poker_state.button_spot = act.spot
    return ()


def set_level(poker_state: PokerState, act: SetLevel) -> Iterable[Ruling]:
    """Set the blinds and the ante from the next game on."""
    if not poker_state.terms.tournament:
        raise Forbidden("why.not_this_game", step="level")
    small_blind, big_blind = act.blinds
    if not 0 < small_blind <= big_blind or act.ante < 0:
        raise Forbidden("room.no_level")
    for cents in (small_blind, big_blind, *filter(None, [act.ante])):
        check_chips(poker_state, cents)
    poker_state.next_terms = replace(poker_state.terms, blinds=act.blinds, ante=act.ante)
    return ()


def charge_time(poker_state: PokerState) -> Iterable[Ruling]:
    """Charge the players for each full period since they sat down, unless a game is on (67.108)."""
    time_charge = poker_state.terms.time_charge
    return (
        ()
        if time_charge is None or poker_state.game is not None
        else _charge_seats(poker_state, time_charge)
    )


def _charge_seats(poker_state: PokerState, time_charge: TimeChargeTerms) -> Iterator[Ruling]:
    for spot, seat in poker_state.seats.items():
        periods = (poker_state.now_s - seat.since) // (time_charge.minutes * MINUTE_S)
        due_cents = seat.due + (periods - seat.charged) * time_charge.cents
        cents = seat.cents
        while due_cents and cents:
            part_cents = Cents(min(time_charge.cents, due_cents, cents))
            due_cents, cents = due_cents - part_cents, Cents(cents - part_cents)
            yield TimeCharged(spot, part_cents)
        poker_state.change(spot, due=Cents(due_cents), cents=cents, charged=periods)
        if cents != seat.cents:
            yield StackReported(spot, cents)


def check_chips(poker_state: PokerState, cents: int) -> None:
    """Raise Forbidden unless the amount is one or more whole chips."""
    chip_cents = poker_state.terms.chip
    if cents <= 0 or cents % chip_cents:
        raise Forbidden("room.whole_chips", chip_cents=chip_cents)


def _between_games(poker_state: PokerState) -> None:
    if poker_state.game is not None:
        raise Forbidden("room.game_on")


def _not_in_tournament(poker_state: PokerState) -> None:
    if poker_state.terms.tournament:
        raise Forbidden("room.not_in_tournament")


def _of_tournament(poker_state: PokerState) -> None:
    if not poker_state.terms.tournament:
        raise Forbidden("room.no_tournament")


def _seat_at(poker_state: PokerState, spot: int) -> PokerSeat:
    if spot not in poker_state.seats:
        raise Forbidden("room.nobody_there", spot=spot)
    return poker_state.seats[spot]
