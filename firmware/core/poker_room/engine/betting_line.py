"""The line before each seat: the decision its chips mean (67.98), and the legal amounts.

An amount is the player's whole bet of the round, as a reader counts it.
"""

from typing import Final

from firmware.core.poker_room.engine.acts import PlayerDecision
from firmware.core.poker_room.engine.betting import decide
from firmware.core.poker_room.engine.limits import all_in_amount, bet_range_of
from firmware.core.poker_room.engine.state import PokerGame, PokerState, current_game
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text

BET_LINE: Final = "line"
"""The place of the chips that a player pushes over the line before the seat."""


def due_before(game: PokerGame | None, spot: int) -> Cents:
    """Return the bet that must be before a player: blinds and bets of this round, without antes."""
    hand = game.hands.get(spot) if game else None
    return hand.put if hand else NO_CENTS


def decision_for_chips(poker_state: PokerState, spot: int, read_cents: Cents) -> PlayerDecision:
    """Return the decision of the player to act that these chips mean.

    Raises Forbidden, with the legal amounts, if they mean none.
    """
    game = current_game(poker_state)
    act = PlayerDecision(spot, _decision_kind(poker_state, game, spot, read_cents), read_cents)
    if read_cents <= game.hands[spot].put or read_cents > all_in_amount(poker_state, game, spot):
        raise Forbidden(legal_amounts(poker_state, spot, read_cents))
    try:
        bet_after(poker_state, act)
    except Forbidden:
        raise Forbidden(legal_amounts(poker_state, spot, read_cents)) from None
    return act


def _decision_kind(poker_state: PokerState, game: PokerGame, spot: int, read_cents: Cents) -> str:
    if read_cents == all_in_amount(poker_state, game, spot):
        return "all_in"
    if game.bring_in_spot == spot and read_cents == poker_state.terms.bring_in:
        return "bring_in"
    if read_cents == game.bet_level:
        return "call"
    return "raise" if game.bet_level else "bet"


def bet_after(poker_state: PokerState, act: PlayerDecision) -> Cents:
    """Return the player's bet after a decision. Raises Forbidden if it is refused."""
    # on a copy: a trial must leave no trace
    trial_state = poker_state.copy()
    decide(trial_state, act)
    return current_game(trial_state).hands[act.spot].put


def legal_amounts(poker_state: PokerState, spot: int, read_cents: Cents) -> Text:
    """Return the refusal of these chips, with the legal amounts."""
    game = current_game(poker_state)
    minimum_call = poker_state.terms.bring_in or 0 if game.bring_in_spot == spot else game.bet_level
    call_cents = min(minimum_call, all_in_amount(poker_state, game, spot))
    values: dict[str, str | int | Text] = {"spot": spot, "read_cents": read_cents}
    values |= {"call_cents": call_cents} if call_cents > game.hands[spot].put else {}
    try:
        bets = bet_range_of(poker_state, game, spot)
    except Forbidden:
        return Text("room.line.call", values | {"call_cents": call_cents})
    values |= {"least_cents": bets.minimum, "most_cents": bets.maximum}
    return Text("room.line.raise" if "call_cents" in values else "room.line.bet", values)
