"""Hands laid open, thrown in, or taken away (67.102, 67.104, 67.105)."""

from collections.abc import Iterable

from firmware.core.poker_room.engine.acts import Muck, Show
from firmware.core.poker_room.engine.betting import bring_in
from firmware.core.poker_room.engine.dealing import hand_at
from firmware.core.poker_room.engine.folding import fold_hand
from firmware.core.poker_room.engine.pack import note_known
from firmware.core.poker_room.engine.rulings import Mucked, Shown
from firmware.core.poker_room.engine.state import (
    DEALING,
    OVER,
    SHOWDOWN,
    Game,
    Hand,
    Room,
    clockwise,
    game_of,
)
from firmware.core.poker_room.engine.turns import bets_are_over, speaker
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.rulings import Ruling


def show(room: Room, act: Show) -> Iterable[Ruling]:
    """Lay a hand open. Raises Stops on a foul deck."""
    game = game_of(room)
    hand = hand_at(game, act.spot)
    _check_may_show(room, game, hand, act.spot)
    if len(act.cards) != hand.down:
        raise Forbidden("room.show_count", spot=act.spot, count=hand.down)
    if _contradicts(hand, act):
        raise Forbidden("room.not_his_cards", spot=act.spot)
    note_known(game, act.cards, own=act.spot)
    game.change(act.spot, shown=act.cards)
    return (Shown(act.spot, act.cards),)


def _check_may_show(room: Room, game: Game, hand: Hand, spot: int) -> None:
    if not bets_are_over(room):
        raise Forbidden("room.show_later")
    if hand.shown:
        raise Forbidden("room.shown_already", spot=spot)
    if game.stage is OVER:
        return
    if hand.folded:
        raise Forbidden("room.show_at_end", spot=spot)
    if game.stage is DEALING and room.terms.variant.stud:
        raise Forbidden("room.show_later")


def _contradicts(hand: Hand, act: Show) -> bool:
    """Return whether the seat's reader saw other cards, or others were exposed."""
    return not {*hand.read, *hand.exposed}.issubset(act.cards)


def muck(room: Room, act: Muck) -> Iterable[Ruling]:
    """Take a hand out, in turn or not; at the showdown its player gives up the pot."""
    game = game_of(room)
    hand = hand_at(game, act.spot)
    if game.stage is OVER or not hand.down:
        raise Forbidden("why.not_now")
    if hand.folded or act.spot in game.mucked:
        raise Forbidden("room.mucked_already", spot=act.spot)
    if hand.shown:
        raise Forbidden("room.shown_already", spot=act.spot)
    if game.stage is SHOWDOWN:
        game.mucked = (*game.mucked, act.spot)
    else:
        _take_out(room, game, act.spot)
    return (Mucked(act.spot),)


def _take_out(room: Room, game: Game, spot: int) -> None:
    """Fold a hand; who had to bring it in still owes that (67.106)."""
    if speaker(room) == spot:
        game.clock = None
    if game.opens == spot and room.seats[spot].cents:
        bring_in(room, game, spot)
    fold_hand(game, spot)


def next_to_show(game: Game) -> int | None:
    """Return who is prompted: who bet last, then clockwise (67.102); None if all have shown."""
    left = [spot for spot in game.live if spot not in game.mucked and not game.hands[spot].shown]
    return next(iter(clockwise(left, game.last_bet or 0)), None)
