"""The status of a poker table: its seats, and the game that is on. No unshown card is in it."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.asks import waiting_for
from firmware.core.poker_room.engine.limits import bets_open_to, to_call
from firmware.core.poker_room.engine.pots import pots_of
from firmware.core.poker_room.engine.rulings import PotClosed, PotWon
from firmware.core.poker_room.engine.state import Game, Hand, Owes, Room, Seat
from firmware.core.poker_room.engine.tournament import Hall
from firmware.core.poker_room.engine.turns import speaker
from firmware.core.poker_room.table.apply import room_of
from firmware.core.poker_room.table.chips import read_before
from firmware.core.poker_room.table.keying import prompted
from firmware.core.poker_room.table.metering import figures
from firmware.core.poker_room.table.tournament import hall_of
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.room_status import (
    LevelStatus,
    PotStatus,
    RoomStatus,
    SeatStatus,
    ShareStatus,
)


def room_status(state: State) -> RoomStatus:
    """Return what anyone may know of a poker table."""
    room, gesture = room_of(state), state.gesture
    game = room.game
    hands = game.hands if game else {}
    least, most = _bets(room)
    told = figures(state.meters, room)
    return RoomStatus(
        seats={
            spot: replace(_seat(seat, hands.get(spot)), read=read_before(state, spot))
            for spot, seat in room.seats.items()
        },
        button=room.button,
        small=room.small,
        big=room.big,
        stage=game.stage.value if game else None,
        waits_for=waiting_for(room),
        alarm=room.alarm,
        board=tuple(card.name for card in game.board) if game else (),
        pots=_pots(game),
        turn=prompted(room),
        call=_call(room),
        least=least,
        most=most,
        won=_won(game),
        commission=Cents(sum(pot.commission for pot in _closed(game))),
        spot=gesture.focus,
        amount=gesture.amount,
        named=tuple(card.name for card in gesture.low),
        clock=game is not None and game.clock is not None,
        hourly=told.hourly,
        average_pot=told.pot,
        average_commission=told.commission,
        drop=told.drop,
        level=_level(hall_of(state)),
    )


def _level(hall: Hall) -> LevelStatus | None:
    said = hall.said
    if said is None:
        return None
    return LevelStatus(
        tournament=said.tournament,
        number=said.number,
        blinds=said.blinds,
        ante=said.ante,
        minutes_left=said.minutes_left if hall.fresh else None,
        rest=said.rest,
        runs=said.runs,
        hand_for_hand=said.hand_for_hand,
        moves=hall.moves,
    )


def _seat(seat: Seat, hand: Hand | None) -> SeatStatus:
    owes = seat.owes is not Owes.NOTHING
    if hand is None:
        return SeatStatus(seat.cents, seat.out, owes)
    return SeatStatus(
        seat.cents,
        seat.out,
        owes,
        dealt_in=True,
        folded=hand.folded,
        put=hand.put,
        down=hand.down,
        shown=bool(hand.shown),
    )


def _pots(game: Game | None) -> tuple[PotStatus, ...]:
    """Return the pots with what lies before the players at this moment."""
    pots = (game.pots or pots_of(game)) if game else ()
    return tuple(PotStatus(pot.cents, pot.spots) for pot in pots if pot.cents)


def _call(room: Room) -> Cents:
    spot = speaker(room)
    if spot is None or room.game is None:
        return NOTHING
    return min(to_call(room.game, room.game.hands[spot]), room.seats[spot].cents)


def _bets(room: Room) -> tuple[Cents | None, Cents | None]:
    spot = speaker(room)
    if spot is None or room.game is None:
        return None, None
    try:
        return bets_open_to(room, room.game, spot)
    except Forbidden:
        return None, None


def _closed(game: Game | None) -> list[PotClosed]:
    return [won for won in (game.result if game else ()) if isinstance(won, PotClosed)]


def _won(game: Game | None) -> tuple[ShareStatus, ...]:
    won = (share for share in (game.result if game else ()) if isinstance(share, PotWon))
    return tuple(ShareStatus(share.pot, share.spot, share.cents, share.hand) for share in won)
