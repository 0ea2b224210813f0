"""A player's decision: what he keys, what it costs, and what it does to the round."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import Decide
from firmware.core.poker_room.engine.folding import fold_hand
from firmware.core.poker_room.engine.limits import all_before, bet_size, bets_open_to, to_call
from firmware.core.poker_room.engine.rulings import Spoke
from firmware.core.poker_room.engine.seats import check_chips
from firmware.core.poker_room.engine.state import Game, Room
from firmware.core.poker_room.engine.turns import speaker
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling


def decide(room: Room, act: Decide) -> Iterable[Ruling]:
    """Do what the player whose turn it is has decided."""
    game, turn = room.game, speaker(room)
    if game is None or turn is None:
        raise Forbidden("why.nothing_to_decide")
    if act.spot != turn:
        raise Forbidden("why.not_its_turn", spot=turn)
    choice = CHOICES.get(act.do)
    if choice is None:
        raise Forbidden("room.no_decision", do=act.do)
    choice(room, game, act)
    put = game.hands[act.spot].put
    if act.cents is not None and act.cents != put and act.do not in ("fold", "check"):
        raise Forbidden("room.other_amount", spot=act.spot, due_cents=put)
    return (Spoke(act.spot, act.do, put),)


def _fold(_room: Room, game: Game, act: Decide) -> None:
    if game.opens == act.spot:
        raise Forbidden("room.must_open", spot=act.spot)
    fold_hand(game, act.spot)
    game.start, game.clock = act.spot + 1, None


def _check(room: Room, game: Game, act: Decide) -> None:
    _not_opening(game)
    hand = game.hands[act.spot]
    if to_call(game, hand):
        raise _forbidden(act)
    _speak(room, game, act.spot, hand.put)


def _call(room: Room, game: Game, act: Decide) -> None:
    _not_opening(game)
    if not to_call(game, game.hands[act.spot]):
        raise _forbidden(act)
    _speak(room, game, act.spot, min(game.level, all_before(room, game, act.spot)))
    game.bet_made = True


def _bet(room: Room, game: Game, act: Decide) -> None:
    if game.level:
        raise _forbidden(act)
    _raise_to(room, game, act.spot, act.cents)


def _raise(room: Room, game: Game, act: Decide) -> None:
    if not game.level:
        raise _forbidden(act)
    _raise_to(room, game, act.spot, act.cents)


def _all_in(room: Room, game: Game, act: Decide) -> None:
    to = all_before(room, game, act.spot)
    if game.opens is not None and to <= (room.terms.bring_in or 0):
        _bring_in(room, game, act)
    elif to <= game.level:
        _call(room, game, act)
    else:
        _raise_to(room, game, act.spot, to)


def _bring_in(room: Room, game: Game, act: Decide) -> None:
    """Bring it in (67.88 (10))."""
    if game.opens is None:
        raise _forbidden(act)
    bring_in(room, game, act.spot)


CHOICES: Final[Mapping[str, Callable[[Room, Game, Decide], None]]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _bet,
    "raise": _raise,
    "all_in": _all_in,
    "bring_in": _bring_in,
}


def bring_in(room: Room, game: Game, spot: int) -> None:
    """Put the forced bet in, or all that there is; it is what the others must call."""
    cents = Cents(room.terms.bring_in or 0)
    _speak(room, game, spot, min(cents, all_before(room, game, spot)))
    game.level, game.opens = cents, None
    game.last_bet = spot


def _raise_to(room: Room, game: Game, spot: int, cents: int | None) -> None:
    """Bet, or raise, so that this lies before the player. Raises Forbidden on a wrong amount.

    At fixed limit the amount may be left out.
    """
    if cents is None and not room.terms.fixed:
        raise Forbidden("room.amount_missing", spot=spot)
    has = all_before(room, game, spot)
    least, most = bets_open_to(room, game, spot)
    to = min(most, has) if cents is None else Cents(cents)
    check_chips(room, to)
    if to > has:
        raise Forbidden("room.too_much", spot=spot, has_cents=has)
    if to > most or to <= game.level or (to < least and to != has):
        raise Forbidden("room.bet_range", spot=spot, least_cents=least, most_cents=most)
    _count(room, game, to)
    _speak(room, game, spot, to)
    game.opens, game.bet_made, game.last_bet = None, True, spot


def _count(room: Room, game: Game, to: Cents) -> None:
    """Note a full bet or raise; one all in for less does not count, at fixed limit from half on."""
    rise = Cents(to - game.level)
    game.level = to
    if not room.terms.fixed:
        game.increment = max(rise, game.increment)
    elif 2 * (to - game.full) >= bet_size(room.terms, game):
        game.raises += game.full > 0
        game.full = to


def _speak(room: Room, game: Game, spot: int, to: Cents) -> None:
    """Note that a player has spoken, with so much before him; the turn goes to his left."""
    hand = game.hands[spot]
    more = to - hand.put
    if more:
        room.give(spot, -more)
    total, full = hand.total + more, game.full
    game.hands[spot] = replace(hand, put=to, total=total, spoken=True, spoke_at=full)
    game.start, game.clock = spot + 1, None


def _not_opening(game: Game) -> None:
    """Raise Forbidden while somebody must bring it in."""
    if game.opens is not None:
        raise Forbidden("room.opens_first")


def _forbidden(act: Decide) -> Forbidden:
    return Forbidden("why.not_this_decision", spot=act.spot, do=Text(f"room.do.{act.do}"))
