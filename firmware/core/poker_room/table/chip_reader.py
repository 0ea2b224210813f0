"""Chips before the seats, at a table with a chip reader (67.98).

The player to act pushes chips over the line; CONFIRM takes them as the decision. A key that
contradicts the reader is refused. So is the next step while unexpected chips are before any other
player. At the end of a round all lines must be empty.
"""

from typing import Final

from firmware.core.poker_room.engine.acts import PlayerDecision
from firmware.core.poker_room.engine.betting_line import (
    BET_LINE,
    bet_after,
    decision_for_chips,
    due_before,
)
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.table.apply import poker_state_of
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import ChipsSwept, StackRead
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack

SETTLE_MS: Final = 700
"""Chips that moved less than this before CONFIRM may not be those that the dealer counted."""


def stack_read(state: State, event: StackRead) -> None:
    """Record the chips read before a seat."""
    if event.place.on != BET_LINE or event.place.spot not in state.felt.spots:
        raise Forbidden("why.no_such_spot", spot=event.place.spot)
    if event.colours:
        raise Forbidden("why.no_colours", spot=event.place.spot)
    stack = event.place, event.bettor
    state.felt.unreported.discard(stack)
    _set_stack(state, stack, event.cents)


def chips_swept(state: State, _event: ChipsSwept) -> None:
    """All lines have been read since the start: unreported chips are gone."""
    for stack in tuple(state.felt.unreported):
        _set_stack(state, stack, NO_CENTS)
    state.felt.unreported.clear()


def _set_stack(state: State, stack: Stack, cents: Cents) -> None:
    # a reading of the same amount is no movement
    if state.felt.set_amount(stack, cents) != cents:
        state.round.offered_at_ms = state.now


def chips_before(state: State, spot: int) -> Cents:
    """Return the chips read before a seat."""
    return Cents(
        sum(cents for (place, _), cents in state.felt.stacks.items() if place.spot == spot)
    )


def chips_read_before(state: State, spot: int) -> Cents | None:
    """Return the chips read before a seat; None at a table without a chip reader."""
    return chips_before(state, spot) if state.rules.amounts.by_reader else None


def has_offer(state: State) -> bool:
    """Return whether the player to act has pushed chips over the line."""
    spot = player_to_act(poker_state_of(state))
    if spot is None or not state.rules.amounts.by_reader:
        return False
    return chips_before(state, spot) > due_before(poker_state_of(state).game, spot)


def offered_decision(state: State) -> PlayerDecision:
    """Return the decision that the chips of the player to act mean.

    Raises Forbidden if they mean none, or have just moved.
    """
    poker_state = poker_state_of(state)
    spot = player_to_act(poker_state)
    if spot is None:
        raise Forbidden("why.nothing_to_decide")
    moved_at_ms = state.round.offered_at_ms
    if moved_at_ms is not None and state.now - moved_at_ms < SETTLE_MS:
        raise Forbidden("room.line.moving", spot=spot)
    return decision_for_chips(poker_state, spot, chips_before(state, spot))


def check_decision(state: State, act: PlayerDecision) -> None:
    """Raise Forbidden unless the player's chips are the decision, and the others' unchanged."""
    if not state.rules.amounts.by_reader:
        return
    check_lines(state, except_spot=act.spot)
    read_cents, due_cents = chips_before(state, act.spot), bet_after(poker_state_of(state), act)
    if read_cents != due_cents:
        raise Forbidden(
            "room.line.other", spot=act.spot, read_cents=read_cents, due_cents=due_cents
        )


def check_lines(state: State, except_spot: int | None = None) -> None:
    """Raise Forbidden if unexpected chips are before a player, or chips are missing."""
    for spot, text in unexpected_chips(state).items():
        if spot != except_spot:
            raise Forbidden(text)


def unexpected_chips(state: State) -> dict[int, Text]:
    """Return a text for each spot whose chips read differ from the bet due there."""
    if not state.rules.amounts.by_reader:
        return {}
    game = poker_state_of(state).game
    unexpected = {}
    for spot in state.felt.spots:
        read_cents, due_cents = chips_before(state, spot), due_before(game, spot)
        if read_cents != due_cents:
            values = {"spot": spot, "read_cents": read_cents, "due_cents": due_cents}
            unexpected[spot] = Text("room.line.odd", values)
    return unexpected
