"""The status of a poker table: its seats and the game in progress, without cards that are
hidden.
"""

from msgspec.structs import replace

from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.limits import amount_to_call, bet_range_of
from firmware.core.poker_room.engine.pots import pots_in_game
from firmware.core.poker_room.engine.prompts import pending_step
from firmware.core.poker_room.engine.rulings import JackpotDropped, PotClosed, PotWon
from firmware.core.poker_room.engine.state import (
    OwedBlinds,
    PlayerHand,
    PokerGame,
    PokerSeat,
    PokerState,
)
from firmware.core.poker_room.engine.tournament_link import TournamentLink
from firmware.core.poker_room.table.apply import poker_state_of
from firmware.core.poker_room.table.chip_reader import chips_read_before
from firmware.core.poker_room.table.key_entry import prompted_spot
from firmware.core.poker_room.table.metering import table_figures
from firmware.core.poker_room.table.tournament import tournament_link_of
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.poker_status import (
    LevelStatus,
    PokerStatus,
    PotStatus,
    SeatStatus,
    ShareStatus,
)


def poker_status(state: State) -> PokerStatus:
    """Return the public state of a poker table."""
    poker_table, gesture = poker_state_of(state), state.key_entry
    poker_game = poker_table.game
    hands = poker_game.hands if poker_game else {}
    least_bet, most_bet = _bet_bounds(poker_table)
    poker_figures = table_figures(state.meters, poker_table)
    return PokerStatus(
        seats={
            spot: replace(_seat_status(seat, hands.get(spot)), read=chips_read_before(state, spot))
            for spot, seat in poker_table.seats.items()
        },
        button=poker_table.button_spot,
        small=poker_table.small_blind_spot,
        big=poker_table.big_blind_spot,
        stage=poker_game.stage.value if poker_game else None,
        waits_for=pending_step(poker_table),
        alarm=poker_table.alarm,
        board=tuple(card.name for card in poker_game.board) if poker_game else (),
        pots=_pot_statuses(poker_game),
        turn=prompted_spot(poker_table),
        call=_call_cents(poker_table),
        least=least_bet,
        most=most_bet,
        won=_won_shares(poker_game),
        commission=Cents(sum(pot.commission for pot in _closed_pots(poker_game))),
        for_jackpot=_jackpot_cents(poker_game),
        spot=gesture.focus,
        amount=gesture.amount,
        named=tuple(card.name for card in gesture.low),
        clock=poker_game is not None and poker_game.clock_ends_s is not None,
        hourly=poker_figures.games_per_hour,
        average_pot=poker_figures.average_pot,
        average_commission=poker_figures.average_commission,
        drop=poker_figures.drop,
        jackpot_drop=poker_figures.jackpot_drop,
        level=_level_status(tournament_link_of(state)),
    )


def _level_status(tournament: TournamentLink) -> LevelStatus | None:
    announced_level = tournament.last_level
    if announced_level is None:
        return None
    return LevelStatus(
        tournament=announced_level.tournament,
        number=announced_level.number,
        blinds=announced_level.blinds,
        ante=announced_level.ante,
        minutes_left=announced_level.minutes_left if tournament.is_answering else None,
        rest=announced_level.rest,
        runs=announced_level.runs,
        hand_for_hand=announced_level.hand_for_hand,
        moves=tournament.open_moves,
        rebuys=tournament.open_rebuys,
    )


def _seat_status(seat: PokerSeat, hand: PlayerHand | None) -> SeatStatus:
    owes_blind = seat.owes is not OwedBlinds.NOTHING
    if hand is None:
        return SeatStatus(seat.cents, seat.out, owes_blind)
    return SeatStatus(
        seat.cents,
        seat.out,
        owes_blind,
        dealt_in=True,
        folded=hand.folded,
        put=hand.put,
        down=hand.down,
        shown=bool(hand.shown),
    )


def _pot_statuses(poker_game: PokerGame | None) -> tuple[PotStatus, ...]:
    """Return the pots with the bets before the players at this moment."""
    pots = (poker_game.pots or pots_in_game(poker_game)) if poker_game else ()
    return tuple(PotStatus(pot.cents, pot.spots) for pot in pots if pot.cents)


def _call_cents(poker_table: PokerState) -> Cents:
    spot = player_to_act(poker_table)
    if spot is None or poker_table.game is None:
        return NO_CENTS
    return min(
        amount_to_call(poker_table.game, poker_table.game.hands[spot]),
        poker_table.seats[spot].cents,
    )


def _bet_bounds(poker_table: PokerState) -> tuple[Cents | None, Cents | None]:
    spot = player_to_act(poker_table)
    if spot is None or poker_table.game is None:
        return None, None
    try:
        return bet_range_of(poker_table, poker_table.game, spot)
    except Forbidden:
        return None, None


def _closed_pots(poker_game: PokerGame | None) -> list[PotClosed]:
    return [
        pot_ruling
        for pot_ruling in (poker_game.end_rulings if poker_game else ())
        if isinstance(pot_ruling, PotClosed)
    ]


def _jackpot_cents(poker_game: PokerGame | None) -> Cents:
    end_rulings = poker_game.end_rulings if poker_game else ()
    return Cents(sum(drop.cents for drop in end_rulings if isinstance(drop, JackpotDropped)))


def _won_shares(poker_game: PokerGame | None) -> tuple[ShareStatus, ...]:
    pot_shares = (
        share
        for share in (poker_game.end_rulings if poker_game else ())
        if isinstance(share, PotWon)
    )
    return tuple(
        ShareStatus(share.pot, share.spot, share.cents, share.hand) for share in pot_shares
    )
