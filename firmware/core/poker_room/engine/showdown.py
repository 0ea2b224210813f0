"""The showdown: hands shown, mucked or taken away (67.102, 67.104, 67.105)."""

from collections.abc import Iterable

from firmware.core.poker_room.engine.acts import Muck, Show
from firmware.core.poker_room.engine.award import must_show
from firmware.core.poker_room.engine.betting import bring_in, fold_hand
from firmware.core.poker_room.engine.betting_order import is_betting_over, player_to_act
from firmware.core.poker_room.engine.dealing import dealt_in_hand
from firmware.core.poker_room.engine.pack import note_down_cards
from firmware.core.poker_room.engine.rulings import HandShown, Mucked
from firmware.core.poker_room.engine.state import (
    BETTING,
    DEALING,
    OVER,
    SHOWDOWN,
    PlayerHand,
    PokerGame,
    PokerState,
    clockwise,
    current_game,
)
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.rulings import Ruling


def show(poker_state: PokerState, act: Show) -> Iterable[Ruling]:
    """Show a hand. Raises AlarmStop on a foul deck."""
    game = current_game(poker_state)
    hand = dealt_in_hand(game, act.spot)
    _check_may_show(poker_state, game, hand, act.spot)
    if len(act.cards) != hand.down:
        raise Forbidden("room.show_count", spot=act.spot, count=hand.down)
    if _contradicts(hand, act):
        raise Forbidden("room.not_his_cards", spot=act.spot)
    note_down_cards(game, act.spot, act.cards)
    game.change(act.spot, shown=act.cards)
    return (HandShown(act.spot, act.cards),)


def _check_may_show(poker_state: PokerState, game: PokerGame, hand: PlayerHand, spot: int) -> None:
    if not is_betting_over(poker_state):
        raise Forbidden("room.show_later")
    if hand.shown:
        raise Forbidden("room.shown_already", spot=spot)
    # once the pots are won, even a folded hand may be shown (67.102)
    if game.stage is OVER:
        return
    if hand.folded:
        raise Forbidden("room.show_at_end", spot=spot)
    if game.stage is DEALING and poker_state.terms.variant.stud:
        raise Forbidden("room.show_later")


def _contradicts(hand: PlayerHand, act: Show) -> bool:
    """Return whether the seat's reader saw other cards, or other cards were exposed."""
    return not {*hand.read, *hand.exposed}.issubset(act.cards)


def muck(poker_state: PokerState, act: Muck) -> Iterable[Ruling]:
    """Fold a hand, in turn or not; at the showdown its player gives up the pot."""
    game = current_game(poker_state)
    hand = dealt_in_hand(game, act.spot)
    if game.stage is OVER or not hand.down:
        raise Forbidden("why.not_now")
    if hand.folded or act.spot in game.mucked_spots:
        raise Forbidden("room.mucked_already", spot=act.spot)
    if hand.shown:
        raise Forbidden("room.shown_already", spot=act.spot)
    if not act.supervised and is_betting_over(poker_state) and must_show(poker_state, act.spot):
        raise Forbidden("room.must_show", spot=act.spot)
    # not folded: the supervisor may revive it, and the last one mucked still wins
    if game.stage is SHOWDOWN:
        game.mucked_spots = (*game.mucked_spots, act.spot)
    else:
        _fold_out(poker_state, game, act.spot)
    return (Mucked(act.spot),)


def _fold_out(poker_state: PokerState, game: PokerGame, spot: int) -> None:
    """Fold a hand; a bring-in that was due is still taken from its stack (67.106)."""
    if player_to_act(poker_state) == spot:
        game.clock_ends_s = None
    if game.bring_in_spot == spot and poker_state.seats[spot].cents:
        bring_in(poker_state, game, spot)
    fold_hand(game, spot)
    if game.has_single_live_hand:
        game.stage = BETTING  # no more cards are due: the game ends as when the others fold


def next_to_show(game: PokerGame) -> int | None:
    """Return the next spot to show, from the last bettor clockwise (67.102); None after all."""
    not_shown = [
        spot
        for spot in game.live_spots
        if spot not in game.mucked_spots and not game.hands[spot].shown
    ]
    return next(iter(clockwise(not_shown, game.last_bettor_spot or 0)), None)
