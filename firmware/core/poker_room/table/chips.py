"""Chips before the seats, where a reader counts them (67.98).

The player whose turn it is pushes chips over the line; CONFIRM takes them as his decision. A key
that says otherwise than the reader is refused, and so is the next step while chips lie before any
other player that the table does not know of. At the end of a round all lines are empty.
"""

from typing import Final

from firmware.core.poker_room.engine.acts import Decide
from firmware.core.poker_room.engine.state_line import LINE, due_at, left_by, meant
from firmware.core.poker_room.engine.turns import speaker
from firmware.core.poker_room.table.apply import room_of
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import ChipsSwept, StackRead
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack

STILL_MS: Final = 700
"""Chips that moved later than this before the key may not be those that the dealer has counted."""


def stack_read(state: State, event: StackRead) -> None:
    """Record a reading of chips before a seat, whoever they belonged to."""
    if event.place.on != LINE or event.place.spot not in state.felt.spots:
        raise Forbidden("why.no_such_spot", spot=event.place.spot)
    if event.colours:
        raise Forbidden("why.no_colours", spot=event.place.spot)
    stack = event.place, event.bettor
    state.felt.unreported.discard(stack)
    _lies(state, stack, event.cents)


def chips_swept(state: State, _event: ChipsSwept) -> None:
    """All lines were read since the start: chips that were not reported have gone."""
    for stack in tuple(state.felt.unreported):
        _lies(state, stack, NOTHING)
    state.felt.unreported.clear()


def _lies(state: State, stack: Stack, cents: Cents) -> None:
    if state.felt.put(stack, cents) != cents:
        state.round.offered_at = state.now


def before(state: State, spot: int) -> Cents:
    """Return the chips that were read before a seat."""
    return Cents(
        sum(cents for (place, _), cents in state.felt.stacks.items() if place.spot == spot)
    )


def read_before(state: State, spot: int) -> Cents | None:
    """Return the chips before a seat; None at a table without a chip reader."""
    return before(state, spot) if state.rules.amounts.by_reader else None


def offers(state: State) -> bool:
    """Return whether the player whose turn it is has pushed chips over the line."""
    spot = speaker(room_of(state))
    if spot is None or not state.rules.amounts.by_reader:
        return False
    return before(state, spot) > due_at(room_of(state).game, spot)


def offered(state: State) -> Decide:
    """Return the decision that the chips of the player whose turn it is mean.

    Raises Forbidden if they mean none, or have just moved.
    """
    room = room_of(state)
    spot = speaker(room)
    if spot is None:
        raise Forbidden("why.nothing_to_decide")
    moved = state.round.offered_at
    if moved is not None and state.now - moved < STILL_MS:
        raise Forbidden("room.line.moving", spot=spot)
    return meant(room, spot, before(state, spot))


def check_decision(state: State, act: Decide) -> None:
    """Raise Forbidden unless the chips lie as the decision leaves them, and all others too."""
    if not state.rules.amounts.by_reader:
        return
    check_lines(state, but=act.spot)
    read, due = before(state, act.spot), left_by(room_of(state), act)
    if read != due:
        raise Forbidden("room.line.other", spot=act.spot, read_cents=read, due_cents=due)


def check_lines(state: State, but: int | None = None) -> None:
    """Raise Forbidden if chips lie before a player, or are missing, unknown to the table."""
    for spot, text in odd_lines(state).items():
        if spot != but:
            raise Forbidden(text)


def odd_lines(state: State) -> dict[int, Text]:
    """Return, by spot, what was read before a player, if it is not what is due there."""
    if not state.rules.amounts.by_reader:
        return {}
    game = room_of(state).game
    found = {}
    for spot in state.felt.spots:
        read, due = before(state, spot), due_at(game, spot)
        if read != due:
            values = {"spot": spot, "read_cents": read, "due_cents": due}
            found[spot] = Text("room.line.odd", values)
    return found
