"""Chips before the seats, where a reader counts them (67.98).

The player whose turn it is pushes chips over the line; CONFIRM takes them as his decision. A key
that says otherwise than the reader is refused, and so is the next step while chips lie before any
other player that the table does not know of. At the end of a round all lines are empty.
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
"""Chips that moved later than this before the key may not be those that the dealer has counted."""


def stack_read(state: State, event: StackRead) -> None:
    """Record a reading of chips before a seat, whoever they belonged to."""
    if event.place.on != BET_LINE or event.place.spot not in state.felt.spots:
        raise Forbidden("why.no_such_spot", spot=event.place.spot)
    if event.colours:
        raise Forbidden("why.no_colours", spot=event.place.spot)
    stack = event.place, event.bettor
    state.felt.unreported.discard(stack)
    _set_stack(state, stack, event.cents)


def chips_swept(state: State, _event: ChipsSwept) -> None:
    """All lines were read since the start: chips that were not reported have gone."""
    for stack in tuple(state.felt.unreported):
        _set_stack(state, stack, NO_CENTS)
    state.felt.unreported.clear()


def _set_stack(state: State, stack: Stack, cents: Cents) -> None:
    if state.felt.set_amount(stack, cents) != cents:
        state.round.offered_at_ms = state.now


def chips_before(state: State, spot: int) -> Cents:
    """Return the chips that were read before a seat."""
    return Cents(
        sum(cents for (place, _), cents in state.felt.stacks.items() if place.spot == spot)
    )


def chips_read_before(state: State, spot: int) -> Cents | None:
    """Return the chips before a seat; None at a table without a chip reader."""
    return chips_before(state, spot) if state.rules.amounts.by_reader else None


def has_offer(state: State) -> bool:
    """Return whether the player whose turn it is has pushed chips over the line."""
    spot = player_to_act(poker_state_of(state))
    if spot is None or not state.rules.amounts.by_reader:
        return False
    return chips_before(state, spot) > due_before(poker_state_of(state).game, spot)


def offered_decision(state: State) -> PlayerDecision:
    """Return the decision that the chips of the player whose turn it is mean.

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
    """Raise Forbidden unless the chips lie as the decision leaves them, and all others too."""
    if not state.rules.amounts.by_reader:
        return
    check_lines(state, except_spot=act.spot)
    read_cents, due_cents = chips_before(state, act.spot), bet_after(poker_state_of(state), act)
    if read_cents != due_cents:
        raise Forbidden(
            "room.line.other", spot=act.spot, read_cents=read_cents, due_cents=due_cents
        )


def check_lines(state: State, except_spot: int | None = None) -> None:
    """Raise Forbidden if chips lie before a player, or are missing, unknown to the table."""
    for spot, text in unexpected_chips(state).items():
        if spot != except_spot:
            raise Forbidden(text)


def unexpected_chips(state: State) -> dict[int, Text]:
    """Return, by spot, what was read before a player, if it is not what is due there."""
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
