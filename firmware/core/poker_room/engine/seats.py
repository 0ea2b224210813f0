"""Seats between games: arrivals, stacks, charges for time (67.93 to 67.95, 67.108)."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import (
    Arrive,
    Depart,
    LayRebuy,
    Leave,
    PlaceButton,
    SetLevel,
    SitDown,
    SitOut,
    TakeOff,
)
from firmware.core.poker_room.engine.closed_games import forget_player
from firmware.core.poker_room.engine.departures import departure_of, note_departure, note_return
from firmware.core.poker_room.engine.playing_time import charge_time
from firmware.core.poker_room.engine.rulings import PlayerLeft, StackReported
from firmware.core.poker_room.engine.state import Departure, OwedBlinds, PokerSeat, PokerState
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.name_spelling import name_resolver
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Ruling


def sit_down(poker_state: PokerState, act: SitDown) -> Iterable[Ruling]:
    """Seat a player, or add to the stack (67.95 (1))."""
    terms = poker_state.terms
    check_between_games(poker_state)
    if not 1 <= act.spot <= terms.spots:
        raise Forbidden("why.no_such_spot", spot=act.spot)
    if terms.tournament and poker_state.has_played:
        raise Forbidden("room.no_entry")
    check_chips(poker_state, act.cents)
    if act.player is not None:
        player = _known_spelling(poker_state, act.player)
        _check_not_elsewhere(poker_state, act.spot, player)
        act = replace(act, player=player)
    seat = poker_state.seats.get(act.spot)
    departure = None if seat else departure_of(poker_state, act)
    stack_cents = Cents(act.cents + (seat.cents if seat else 0))
    _check_stake(poker_state, act.spot, stack_cents, departure)
    if seat:
        _check_same_player(seat, act)
        poker_state.change(act.spot, cents=stack_cents)
    else:
        _seat_player(poker_state, act, departure)
    return (StackReported(act.spot, stack_cents), *charge_time(poker_state))


def _known_spelling(poker_state: PokerState, player: str) -> str:
    """Return a name in the spelling that the table has of it.

    Raise Forbidden if no screen can show the name.
    """
    seated_names = [seat.player for seat in poker_state.seats.values()]
    left_names = [departure.player for departure in poker_state.departures]
    resolve_name = name_resolver(filter(None, [*seated_names, *left_names]))
    try:
        return resolve_name(player)
    except RequestFailed as refusal:
        raise Forbidden(refusal.why) from refusal


def _check_not_elsewhere(poker_state: PokerState, own_spot: int, player: str) -> None:
    """Raise Forbidden if a named player sits at another spot."""
    for spot, seat in poker_state.seats.items():
        if seat.player == player and spot != own_spot:
            raise Forbidden("room.seated_elsewhere", name=player, spot=spot)


def _check_stake(
    poker_state: PokerState, spot: int, stack_cents: Cents, departure: Departure | None
) -> None:
    """Raise Forbidden if a stack is too low or too high, or lower than when its player left."""
    terms = poker_state.terms
    stack_left = departure.cents if departure and not terms.is_fixed_limit else Cents(0)
    if stack_cents < terms.min_stake:
        raise Forbidden("room.stake_low", spot=spot, limit_cents=terms.min_stake)
    if stack_cents < stack_left:
        raise Forbidden("room.stake_left", spot=spot, limit_cents=stack_left)
    if terms.max_stake is not None and stack_cents > max(terms.max_stake, stack_left):
        raise Forbidden("room.stake_high", spot=spot, limit_cents=terms.max_stake)


def _check_same_player(seat: PokerSeat, act: SitDown) -> None:
    if act.player not in (None, seat.player):
        raise Forbidden("room.seat_taken", spot=act.spot)


def _seat_player(poker_state: PokerState, act: SitDown, departure: Departure | None) -> None:
    is_newcomer = poker_state.has_played and not poker_state.terms.variant.stud
    owed_blinds = OwedBlinds.BIG if is_newcomer else OwedBlinds.NOTHING
    poker_state.seats[act.spot] = PokerSeat(Cents(act.cents), owes=owed_blinds, player=act.player)
    poker_state.seats = dict(sorted(poker_state.seats.items()))
    if departure:
        note_return(poker_state, act.spot, departure)


def leave(poker_state: PokerState, act: Leave) -> Iterator[Ruling]:
    """Free the seat of a player, who takes the whole stack."""
    _not_in_tournament(poker_state)
    check_between_games(poker_state)
    yield PlayerLeft(act.spot, seat_at(poker_state, act.spot).cents)
    note_departure(poker_state, act.spot)
    free_seat(poker_state, act.spot)


def arrive(poker_state: PokerState, act: Arrive) -> Iterator[Ruling]:
    """Seat a player moved here by the tournament, who owes no blind."""
    _of_tournament(poker_state)
    check_between_games(poker_state)
    if not 1 <= act.spot <= poker_state.terms.spots:
        raise Forbidden("why.no_such_spot", spot=act.spot)
    if act.spot in poker_state.seats:
        raise Forbidden("room.seat_taken", spot=act.spot)
    check_chips(poker_state, act.cents)
    poker_state.seats[act.spot] = PokerSeat(Cents(act.cents))
    poker_state.seats = dict(sorted(poker_state.seats.items()))
    yield StackReported(act.spot, Cents(act.cents))


def depart(poker_state: PokerState, act: Depart) -> Iterator[Ruling]:
    """Free the seat of a player moved to another table by the tournament."""
    _of_tournament(poker_state)
    check_between_games(poker_state)
    yield PlayerLeft(act.spot, seat_at(poker_state, act.spot).cents)
    free_seat(poker_state, act.spot)


def lay_rebuy(poker_state: PokerState, act: LayRebuy) -> Iterator[Ruling]:
    """Add the chips of a rebuy; a player who has lost all sits at the same spot again with them."""
    _of_tournament(poker_state)
    if act.spot not in poker_state.seats:
        yield from arrive(poker_state, Arrive(act.spot, act.cents))
        return
    check_between_games(poker_state)
    check_chips(poker_state, act.cents)
    poker_state.add_chips(act.spot, act.cents)
    yield StackReported(act.spot, poker_state.seats[act.spot].cents)


def take_off(poker_state: PokerState, act: TakeOff) -> Iterator[Ruling]:
    """Take chips off the table, where the limit allows it (67.95 (2))."""
    _not_in_tournament(poker_state)
    check_between_games(poker_state)
    seat = seat_at(poker_state, act.spot)
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
    check_between_games(poker_state)
    seat_at(poker_state, act.spot)
    poker_state.change(act.spot, out=act.out)
    return ()


def place_button(poker_state: PokerState, act: PlaceButton) -> Iterable[Ruling]:
    """Set the button before the first game."""
    check_between_games(poker_state)
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


def check_chips(poker_state: PokerState, cents: int) -> None:
    """Raise Forbidden unless the amount is one or more whole chips."""
    chip_cents = poker_state.terms.chip
    if cents <= 0 or cents % chip_cents:
        raise Forbidden("room.whole_chips", chip_cents=chip_cents)


def free_seat(poker_state: PokerState, spot: int) -> None:
    """Free a seat for another player, whose games those of the one before are not."""
    del poker_state.seats[spot]
    forget_player(poker_state, spot)


def check_between_games(poker_state: PokerState) -> None:
    """Raise Forbidden during a game."""
    if poker_state.game is not None:
        raise Forbidden("room.game_on")


def _not_in_tournament(poker_state: PokerState) -> None:
    if poker_state.terms.tournament:
        raise Forbidden("room.not_in_tournament")


def _of_tournament(poker_state: PokerState) -> None:
    if not poker_state.terms.tournament:
        raise Forbidden("room.no_tournament")


def seat_at(poker_state: PokerState, spot: int) -> PokerSeat:
    """Return the seat of a player. Raises Forbidden if nobody sits there."""
    if spot not in poker_state.seats:
        raise Forbidden("room.nobody_there", spot=spot)
    return poker_state.seats[spot]
