"""Corrections: of a game in progress by the supervisor (67.110), of a closed one by two persons."""

from collections.abc import Iterator

from firmware.core.game.past_rounds import check_correction, correctable_stack
from firmware.core.poker_room.engine.acts import Correct, CorrectClosedGame, Revive
from firmware.core.poker_room.engine.closed_games import POT
from firmware.core.poker_room.engine.dealing import dealt_in_hand
from firmware.core.poker_room.engine.pots import pots_in_game
from firmware.core.poker_room.engine.rulings import (
    HandRevived,
    PlayerEliminated,
    StackCorrected,
    StackReported,
)
from firmware.core.poker_room.engine.seats import (
    check_between_games,
    check_chips,
    free_seat,
    seat_at,
)
from firmware.core.poker_room.engine.state import (
    GameStage,
    PokerGame,
    PokerSeat,
    PokerState,
    current_game,
)
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CorrectionMade
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import RoundCorrected, Ruling


def correct(poker_state: PokerState, act: Correct) -> Iterator[Ruling]:
    """Set a stack as counted on the felt, if an earlier bet was keyed wrong.

    The difference goes to the player's contribution of earlier rounds, so that the amount the
    others must call stays the same. Raises Forbidden before the first bet: undo the key instead.
    """
    game = _unsettled_game(poker_state)
    if not game.has_bet:
        raise Forbidden("why.not_now")  # a misdeal would go back to before it
    hand, seat = dealt_in_hand(game, act.spot), poker_state.seats[act.spot]
    check_chips(poker_state, act.cents)
    difference = seat.cents - act.cents
    if not difference or hand.put_in_before + difference < 0:
        raise Forbidden(
            "room.no_such_stack", spot=act.spot, most_cents=seat.cents + hand.put_in_before
        )
    poker_state.change(act.spot, cents=Cents(act.cents))
    game.change(act.spot, total=Cents(hand.total + difference))
    _recompute_pots(game)
    yield StackCorrected(act.spot, seat.cents, Cents(act.cents))


def correct_closed_game(poker_state: PokerState, act: CorrectClosedGame) -> Iterator[Ruling]:
    """Correct the stack of a player who was dealt in in a closed game; in a tournament a player
    without chips is out, with the stack before. Raises Forbidden during a game, without a reason or
    whole chips, and on a player or game that can't be corrected.
    """
    correction, place = act.correction, act.correction.place
    seat = corrected_seat(poker_state, correction)
    poker_state.add_chips(place.spot, correction.cents)
    yield RoundCorrected(
        correction.round, place, correction.cents, correction.reason, correction.persons
    )
    yield StackReported(place.spot, poker_state.seats[place.spot].cents)
    if poker_state.terms.tournament and not poker_state.seats[place.spot].cents:
        yield PlayerEliminated(place.spot, seat.cents)
        free_seat(poker_state, place.spot)


def corrected_seat(poker_state: PokerState, correction: CorrectionMade) -> PokerSeat:
    """Return the seat whose stack would be corrected. Raises Forbidden as `correct_closed_game`."""
    place = correction.place
    check_between_games(poker_state)
    check_correction(correction)
    seat = seat_at(poker_state, place.spot)
    correctable_stack(poker_state.past_rounds, correction, place, (POT,))
    check_chips(poker_state, abs(correction.cents))
    if seat.cents + correction.cents < 0:
        raise Forbidden("room.too_much", spot=place.spot, has_cents=seat.cents)
    return seat


def revive(poker_state: PokerState, act: Revive) -> Iterator[Ruling]:
    """Revive a folded or mucked hand; its player must call the bets made since."""
    game = _unsettled_game(poker_state)
    hand = dealt_in_hand(game, act.spot)
    if act.spot in game.mucked_spots:
        game.mucked_spots = tuple(spot for spot in game.mucked_spots if spot != act.spot)
    elif hand.folded:
        game.change(act.spot, folded=False, owns_above=None)
    else:
        raise Forbidden("room.is_in", spot=act.spot)
    _recompute_pots(game)
    yield HandRevived(act.spot)


def _unsettled_game(poker_state: PokerState) -> PokerGame:
    game = current_game(poker_state)
    if game.stage is GameStage.OVER:
        raise Forbidden("room.pots_won")
    return game


def _recompute_pots(game: PokerGame) -> None:
    if game.stage is GameStage.SHOWDOWN:
        game.pots = pots_in_game(game)
