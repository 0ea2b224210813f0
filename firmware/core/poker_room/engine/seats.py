"""Between games: who sits where with what, and what his time costs (67.93 to 67.95, 67.108)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import (
    Arrive,
    Depart,
    Leave,
    Level,
    PlaceButton,
    SitDown,
    SitOut,
    TakeOff,
)
from firmware.core.poker_room.engine.rulings import Charged, Left, StackIs
from firmware.core.poker_room.engine.state import Owes, Room, Seat
from firmware.core.poker_room.engine.terms import TimeCharge
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

MINUTE: Final = 60


def sit_down(room: Room, act: SitDown) -> Iterable[Ruling]:
    """Seat a player, or add to his stack (67.95 (1))."""
    terms = room.terms
    _between_games(room)
    if not 1 <= act.spot <= terms.spots:
        raise Forbidden("why.no_such_spot", spot=act.spot)
    if terms.tournament and room.played:
        raise Forbidden("room.no_entry")
    check_chips(room, act.cents)
    seat = room.seats.get(act.spot)
    stack = Cents(act.cents + (seat.cents if seat else 0))
    if stack < terms.min_stake:
        raise Forbidden("room.stake_low", spot=act.spot, limit_cents=terms.min_stake)
    if terms.max_stake is not None and stack > terms.max_stake:
        raise Forbidden("room.stake_high", spot=act.spot, limit_cents=terms.max_stake)
    if seat:
        room.change(act.spot, cents=stack)
    else:
        newcomer = room.played and not terms.variant.stud
        owes = Owes.BIG if newcomer else Owes.NOTHING
        room.seats[act.spot] = Seat(stack, since=room.now, owes=owes)
        room.seats = dict(sorted(room.seats.items()))
    return (StackIs(act.spot, stack), *charge_time(room))


def leave(room: Room, act: Leave) -> Iterator[Ruling]:
    """Let a player go with all he has."""
    _not_in_tournament(room)
    _between_games(room)
    yield Left(act.spot, _seat(room, act.spot).cents)
    del room.seats[act.spot]


def arrive(room: Room, act: Arrive) -> Iterator[Ruling]:
    """Seat a player whom the hall of a tournament has moved here: he owes no blind."""
    _of_tournament(room)
    _between_games(room)
    if not 1 <= act.spot <= room.terms.spots:
        raise Forbidden("why.no_such_spot", spot=act.spot)
    if act.spot in room.seats:
        raise Forbidden("room.seat_taken", spot=act.spot)
    check_chips(room, act.cents)
    room.seats[act.spot] = Seat(Cents(act.cents), since=room.now)
    room.seats = dict(sorted(room.seats.items()))
    yield StackIs(act.spot, Cents(act.cents))


def depart(room: Room, act: Depart) -> Iterator[Ruling]:
    """Let a player go whom the hall of a tournament has moved to another table."""
    _of_tournament(room)
    _between_games(room)
    yield Left(act.spot, _seat(room, act.spot).cents)
    del room.seats[act.spot]


def take_off(room: Room, act: TakeOff) -> Iterator[Ruling]:
    """Take chips off the table, where that is allowed (67.95 (2))."""
    _not_in_tournament(room)
    _between_games(room)
    seat = _seat(room, act.spot)
    if not room.terms.fixed:
        raise Forbidden("room.nothing_off")
    check_chips(room, act.cents)
    if act.cents > seat.cents:
        raise Forbidden("room.too_much", spot=act.spot, has_cents=seat.cents)
    room.give(act.spot, -act.cents)
    yield StackIs(act.spot, room.seats[act.spot].cents)


def sit_out(room: Room, act: SitOut) -> Iterable[Ruling]:
    """Note whether a player is dealt in."""
    _not_in_tournament(room)
    _between_games(room)
    _seat(room, act.spot)
    room.change(act.spot, out=act.out)
    return ()


def place_button(room: Room, act: PlaceButton) -> Iterable[Ruling]:
    """Note where the button lies, before the first game."""
    _between_games(room)
    if room.terms.variant.stud:
        raise Forbidden("room.no_button")
    if room.played:
        raise Forbidden("room.button_moves")
    if not 1 <= act.spot <= room.terms.spots:
        raise Forbidden("why.no_such_spot", spot=act.spot)
    room.button = act.spot
    return ()


def new_level(room: Room, act: Level) -> Iterable[Ruling]:
    """Note the blinds and the ante that hold from the next game on."""
    if not room.terms.tournament:
        raise Forbidden("why.not_this_game", step="level")
    small, big = act.blinds
    if not 0 < small <= big or act.ante < 0:
        raise Forbidden("room.no_level")
    for cents in (small, big, *filter(None, [act.ante])):
        check_chips(room, cents)
    room.next_terms = replace(room.terms, blinds=act.blinds, ante=act.ante)
    return ()


def charge_time(room: Room) -> Iterable[Ruling]:
    """Take what the players owe for each full period, unless a game is on (67.108)."""
    charge = room.terms.time_charge
    return () if charge is None or room.game is not None else _charge(room, charge)


def _charge(room: Room, charge: TimeCharge) -> Iterator[Ruling]:
    for spot, seat in room.seats.items():
        periods = (room.now - seat.since) // (charge.minutes * MINUTE)
        due = seat.due + (periods - seat.charged) * charge.cents
        cents = seat.cents
        while due and cents:
            part = Cents(min(charge.cents, due, cents))
            due, cents = due - part, Cents(cents - part)
            yield Charged(spot, part)
        room.change(spot, due=Cents(due), cents=cents, charged=periods)
        if cents != seat.cents:
            yield StackIs(spot, cents)


def check_chips(room: Room, cents: int) -> None:
    """Raise Forbidden unless the amount is one or more whole chips."""
    chip = room.terms.chip
    if cents <= 0 or cents % chip:
        raise Forbidden("room.whole_chips", chip_cents=chip)


def _between_games(room: Room) -> None:
    if room.game is not None:
        raise Forbidden("room.game_on")


def _not_in_tournament(room: Room) -> None:
    if room.terms.tournament:
        raise Forbidden("room.not_in_tournament")


def _of_tournament(room: Room) -> None:
    if not room.terms.tournament:
        raise Forbidden("room.no_tournament")


def _seat(room: Room, spot: int) -> Seat:
    if spot not in room.seats:
        raise Forbidden("room.nobody_there", spot=spot)
    return room.seats[spot]
