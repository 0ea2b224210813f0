"""The decisions of a round of bets: fold, check, call, bet, raise, all in, bring in.

Who is to act is in betting_order.py, which amounts are legal in limits.py; the theory of the round
is at the head of rounds.py.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import PlayerDecision
from firmware.core.poker_room.engine.limits import (
    all_in_amount,
    bet_range_of,
    fixed_bet_size,
)
from firmware.core.poker_room.engine.ruling_text import decision_text
from firmware.core.poker_room.engine.rulings import PlayerDecided
from firmware.core.poker_room.engine.seats import check_chips
from firmware.core.poker_room.engine.state import PokerGame, PokerState
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling


def decide(poker_state: PokerState, act: PlayerDecision) -> Iterable[Ruling]:
    """Apply the decision of the player to act. Raises Forbidden."""
    game = poker_state.game
    if game is None or game.to_act is None:
        raise Forbidden("why.nothing_to_decide")
    if act.spot != game.to_act:
        raise Forbidden("why.not_its_turn", spot=game.to_act)
    choice = DECISIONS.get(act.do)
    if choice is None:
        raise Forbidden("room.no_decision", do=act.do)
    choice(poker_state, game, act)
    game.decided_street = game.streets_complete
    bet_cents = game.hands[act.spot].put
    # an amount that is keyed with a call must be the call: else the key or the chips are wrong
    if act.cents is not None and act.cents != bet_cents and act.do not in ("fold", "check"):
        raise Forbidden("room.other_amount", spot=act.spot, due_cents=bet_cents)
    return (PlayerDecided(act.spot, act.do, bet_cents),)


def _fold(_poker_state: PokerState, game: PokerGame, act: PlayerDecision) -> None:
    if game.bring_in_spot == act.spot:
        raise Forbidden("room.must_open", spot=act.spot)
    fold_hand(game, act.spot)
    game.next_from_spot, game.clock_ends_s = act.spot + 1, None


def fold_hand(game: PokerGame, spot: int) -> None:
    """Fold a hand. It still owns a pot layer to which no other live hand contributed (67.104)."""
    own_cents = game.hands[spot].put_in_before
    rivals_cents = [
        hand.put_in_before
        for rival_spot, hand in game.hands.items()
        if rival_spot != spot and not hand.folded
    ]
    next_cents = max(rivals_cents, default=own_cents)
    game.change(spot, folded=True, owns_above=Cents(next_cents) if own_cents > next_cents else None)


def _check(poker_state: PokerState, game: PokerGame, act: PlayerDecision) -> None:
    _not_opening(game)
    hand = game.hands[act.spot]
    if hand.put < game.bet_level:
        raise _refuse_decision(act)
    _record_decision(poker_state, game, act.spot, hand.put)


def _call(poker_state: PokerState, game: PokerGame, act: PlayerDecision) -> None:
    _not_opening(game)
    if game.hands[act.spot].put >= game.bet_level:
        raise _refuse_decision(act)
    bet_to = min(game.bet_level, all_in_amount(poker_state, game, act.spot))
    _record_decision(poker_state, game, act.spot, bet_to)
    game.has_bet = game.is_last_bet_called = True


def _bet(poker_state: PokerState, game: PokerGame, act: PlayerDecision) -> None:
    if game.bet_level:
        raise _refuse_decision(act)
    _raise_to(poker_state, game, act.spot, act.cents)


def _raise(poker_state: PokerState, game: PokerGame, act: PlayerDecision) -> None:
    if not game.bet_level:
        raise _refuse_decision(act)
    _raise_to(poker_state, game, act.spot, act.cents)


def _all_in(poker_state: PokerState, game: PokerGame, act: PlayerDecision) -> None:
    bet_to = all_in_amount(poker_state, game, act.spot)
    if game.bring_in_spot is not None and bet_to <= (poker_state.terms.bring_in or 0):
        _bring_in(poker_state, game, act)
    elif bet_to <= game.bet_level:
        _call(poker_state, game, act)
    else:
        _raise_to(poker_state, game, act.spot, bet_to)


def _bring_in(poker_state: PokerState, game: PokerGame, act: PlayerDecision) -> None:
    """Bring it in (67.88 (10))."""
    if game.bring_in_spot is None:
        raise _refuse_decision(act)
    bring_in(poker_state, game, act.spot)


DECISIONS: Final[Mapping[str, Callable[[PokerState, PokerGame, PlayerDecision], None]]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _bet,
    "raise": _raise,
    "all_in": _all_in,
    "bring_in": _bring_in,
}


def bring_in(poker_state: PokerState, game: PokerGame, spot: int) -> None:
    """Bet the bring-in, or all in for less; the others must call the full bring-in."""
    cents = Cents(poker_state.terms.bring_in or 0)
    _record_decision(poker_state, game, spot, min(cents, all_in_amount(poker_state, game, spot)))
    # the others call the full bring-in, even if this player had less
    game.bet_level, game.bring_in_spot = cents, None
    game.last_bettor_spot = spot


def _raise_to(poker_state: PokerState, game: PokerGame, spot: int, cents: int | None) -> None:
    """Bet or raise to an amount. Raises Forbidden if it is not legal.

    At fixed limit the amount may be None: it is the only legal one.
    """
    if cents is None and not poker_state.terms.is_fixed_limit:
        raise Forbidden("room.amount_missing", spot=spot)
    all_in_to = all_in_amount(poker_state, game, spot)
    minimum, maximum = bet_range_of(poker_state, game, spot)
    bet_to = min(maximum, all_in_to) if cents is None else Cents(cents)
    check_chips(poker_state, bet_to)
    if bet_to > all_in_to:
        raise Forbidden("room.too_much", spot=spot, has_cents=all_in_to)
    if bet_to > maximum or bet_to <= game.bet_level or (bet_to < minimum and bet_to != all_in_to):
        message_key = "room.raise_range" if game.bet_level else "room.bet_range"
        raise Forbidden(message_key, spot=spot, least_cents=minimum, most_cents=maximum)
    _record_raise(poker_state, game, bet_to)
    _record_decision(poker_state, game, spot, bet_to)
    game.bring_in_spot, game.has_bet, game.is_last_bet_called = None, True, False
    game.last_bettor_spot = game.last_raiser_spot = spot


def _record_raise(poker_state: PokerState, game: PokerGame, bet_to: Cents) -> None:
    """Record the new bet level, and the full raise if it is one.

    An all-in for less than the minimum raise is none; at fixed limit, from half a bet on it is.
    """
    raise_by = Cents(bet_to - game.bet_level)
    game.bet_level = bet_to
    if not poker_state.terms.is_fixed_limit:
        game.minimum_raise = max(raise_by, game.minimum_raise)
    elif 2 * (bet_to - game.full_bet) >= fixed_bet_size(poker_state.terms, game):
        # the first full bet of a round is no raise
        game.raise_count += game.full_bet > 0
        game.full_bet = bet_to


def _record_decision(poker_state: PokerState, game: PokerGame, spot: int, bet_to: Cents) -> None:
    """Record that a player has acted, with this whole bet; the action passes to the left."""
    hand = game.hands[spot]
    added = bet_to - hand.put
    if added:
        poker_state.add_chips(spot, -added)
    game.hands[spot] = replace(
        hand,
        put=bet_to,
        total=hand.total + added,
        spoken=True,
        spoke_at=game.full_bet,
        has_only_checked=not added,
    )
    game.next_from_spot, game.clock_ends_s = spot + 1, None


def _not_opening(game: PokerGame) -> None:
    """Raise Forbidden while the bring-in is due."""
    if game.bring_in_spot is not None:
        raise Forbidden("room.opens_first")


def _refuse_decision(act: PlayerDecision) -> Forbidden:
    return Forbidden("why.not_this_decision", spot=act.spot, do=decision_text(act.do))
