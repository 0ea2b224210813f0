"""What the authorized person sets right in a game that goes on (67.110)."""

from collections.abc import Iterator

from firmware.core.poker_room.engine.acts import Correct, Revive
from firmware.core.poker_room.engine.dealing import hand_at
from firmware.core.poker_room.engine.pots import pots_of
from firmware.core.poker_room.engine.rulings import Revived, StackCorrected
from firmware.core.poker_room.engine.seats import check_chips
from firmware.core.poker_room.engine.state import Game, Room, Stage, game_of
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling


def correct(room: Room, act: Correct) -> Iterator[Ruling]:
    """Set a stack as it lies there: an earlier bet was another than was keyed.

    The difference goes to what the player has put in before this round, which does not change what
    the others must call. Raises Forbidden before the first bet, which is taken back by its key.
    """
    game = _not_won(room)
    if not game.bet_made:
        raise Forbidden("why.not_now")  # a misdeal would go back to before it
    hand, seat = hand_at(game, act.spot), room.seats[act.spot]
    check_chips(room, act.cents)
    more = seat.cents - act.cents
    if not more or hand.collected + more < 0:
        raise Forbidden("room.no_such_stack", spot=act.spot, most_cents=seat.cents + hand.collected)
    room.change(act.spot, cents=Cents(act.cents))
    game.change(act.spot, total=Cents(hand.total + more))
    _reckon_pots(game)
    yield StackCorrected(act.spot, seat.cents, Cents(act.cents))


def revive(room: Room, act: Revive) -> Iterator[Ruling]:
    """Give a hand back: its player is in again, and owes what the others have bet since."""
    game = _not_won(room)
    hand = hand_at(game, act.spot)
    if act.spot in game.mucked:
        game.mucked = tuple(spot for spot in game.mucked if spot != act.spot)
    elif hand.folded:
        game.change(act.spot, folded=False, owns_above=None)
    else:
        raise Forbidden("room.is_in", spot=act.spot)
    _reckon_pots(game)
    yield Revived(act.spot)


def _not_won(room: Room) -> Game:
    game = game_of(room)
    if game.stage is Stage.OVER:
        raise Forbidden("room.pots_won")
    return game


def _reckon_pots(game: Game) -> None:
    if game.stage is Stage.SHOWDOWN:
        game.pots = pots_of(game)
