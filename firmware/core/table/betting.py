"""Chips on the felt: bets while they are open, late bets and payments afterwards.

Readers and sensors report changes (`lay`). The phase decides what a changed stack means: the table
looks `ChipsMoved` up in its rows.
"""

from msgspec.structs import replace

from firmware.core.table.chip_users import COLOUR
from firmware.core.table.decisions import may_be_offered, offered
from firmware.core.table.legality import why_illegal
from firmware.core.table.meters import kept_of
from firmware.core.table.state import ChipsMoved, State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import ChipsSwept, PresenceSeen, StackRead
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Bet, BetMoved, BetSettled

# readings of the felt


def stack_read(state: State, event: StackRead) -> None:
    """Record a reading of one bettor's chips at one place."""
    _known(state, event.place)
    stack = event.place, event.bettor
    _reported(state, {stack})
    if event.colours and not state.game.colours:
        raise Forbidden("why.no_colours", spot=event.place.spot)
    state.felt.read.pop(stack, None)
    if event.colours:
        state.felt.read[stack] = event.cents, event.colours
    _used(state, event)
    lay(state, stack, state.felt.worth(stack) if event.colours else event.cents)


def _used(state: State, event: StackRead) -> None:
    """Record whose chips these are, at a table where each player has his own (70)."""
    if state.game.own_chips:
        kinds = (*((COLOUR,) if event.colours else ()), *event.values)
        state.felt.chips = state.felt.chips.laid((event.place, event.bettor), kinds)


def chips_swept(state: State, _event: ChipsSwept) -> None:
    """After a full sweep: remove stacks from before a power cut that were not read again."""
    felt = state.felt
    for stack in [stack for stack in felt.stacks if stack in felt.unreported]:
        felt.read.pop(stack, None)
        felt.chips = felt.chips.laid(stack, ())
        lay(state, stack, NOTHING)
    _reported(state, set(felt.unreported))


def _reported(state: State, stacks: set[Stack]) -> None:
    """Record that stacks were read after a power cut; that makes earlier keys final."""
    if stacks & state.felt.unreported:
        state.felt.unreported -= stacks
        state.forget_undo()


def lay(state: State, stack: Stack, cents: Cents) -> None:
    """Take over that a bettor's chips at a place are now worth `cents`."""
    was_refused = not cents and why_illegal(state, stack) is not None
    before = state.felt.put(stack, cents)
    if before != cents:
        state.forget_undo()
        state.turn.moved.append(ChipsMoved(stack, before, was_refused))
    else:
        forget_if_gone(state, stack)


def forget_if_gone(state: State, stack: Stack) -> None:
    """A stack that was given back, and has gone, is no longer to be given back."""
    if not state.felt.amount(stack):
        state.round.bets.returning.discard(stack)


def presence_seen(state: State, event: PresenceSeen) -> None:
    """Record a sensor's state; the amount comes from the reader, if there is one."""
    _known(state, event.place)
    state.forget_undo()
    state.felt.cover(event.place, covered=event.covered)


def look_again(state: State) -> None:
    """Remove stacks whose sensor is clear (tables without a chip reader)."""
    if state.rules.amounts.by_reader or not state.rules.sensed:
        return
    for stack in [stack for stack in state.felt.stacks if stack[0] not in state.felt.covered]:
        lay(state, stack, NOTHING)


def _known(state: State, place: Place) -> None:
    if place.spot not in state.felt.betting:
        raise Forbidden("why.no_such_spot", spot=place.spot)
    if place.on not in state.felt.names:
        raise Forbidden("why.no_such_bet", on=place.on)


# a table without a chip reader infers amounts from its sensors


def sensor_is_clear(state: State, event: PresenceSeen) -> bool:
    """Return whether a clear sensor alone means that the place is empty."""
    return not state.rules.amounts.by_reader and not event.covered


def clear(state: State, event: PresenceSeen) -> None:
    """Remove the chips at the place, and an amount being keyed for it."""
    if state.gesture.keying == event.place:
        state.gesture = replace(state.gesture, keying=None)
    lay(state, (event.place, None), NOTHING)


def infer_locked(state: State, event: PresenceSeen) -> None:
    """Infer from a sensor, after the close, the locked bet or a nominal stake.

    Of a settled bet it is at most what is owed: the dealer lays it again after he has made change.
    """
    stack, bets = (event.place, None), state.round.bets
    if state.rules.amounts.by_reader or (state.rules.amounts.known and state.felt.amount(stack)):
        return
    expected = bets.stake(stack) or state.game.nominal(event.place.on)
    owed = bets.owed(stack)
    lay(state, stack, min(expected, owed) if owed and bets.decided(stack) else expected)


def infer_nominal(state: State, event: PresenceSeen) -> None:
    """Infer a nominal stake; a keyed amount must come from the dealer while bets are open."""
    if not state.rules.amounts.known:
        lay(state, (event.place, None), state.game.nominal(event.place.on))


# the meaning of a changed stack


def has_grown(state: State, event: ChipsMoved) -> bool:
    """Return whether chips were added to a stack."""
    return state.felt.amount(event.stack) > event.before


def refuse_closed(state: State) -> None:
    """Bets are not open."""
    state.refuse(Text("why.not_open"))


def refuse_unshuffled(state: State) -> None:
    """Bets are not open before the shuffle."""
    state.refuse(Text("why.shuffle_first"))


def may_be_an_offer(state: State, event: ChipsMoved) -> bool:
    """Return whether the chips may be those that a decision costs."""
    return may_be_offered(state, event.stack)


def offer(state: State, event: ChipsMoved) -> None:
    """Wait for the decision that chips were laid for."""
    state.round.offered_at = state.now if offered(state, event.stack) else None


def bet_late(state: State, event: ChipsMoved) -> None:
    """Chips moved after the close: a late bet, or the dealer pays and takes."""
    after, supervised = state.felt.amount(event.stack), state.device.key_switch
    bets = state.round.bets
    late = bets.moved(event.stack, event.before, after, state.now, supervised=supervised)
    if late is not None:
        state.rule(state.rules.amounts.late(late), Alert.LATE)


def bet(state: State, event: ChipsMoved) -> None:
    """Take chips as a bet; a stack left from the last round may leave without a word."""
    stack, current = event.stack, state.round
    bets, laid = current.bets, Bet(event.stack[0], state.felt.amount(stack), stack[1])
    refusal = why_illegal(state, stack)
    left_over = stack in bets.left_over
    bets.left_over.discard(stack)
    if stack in bets.returning and laid.cents < event.before:
        return
    current.voided = current.voided and not laid.cents
    bets.returning.discard(stack)
    current.laid_last = stack
    bound = stack in state.game.carried and refusal is not None
    if not laid.cents and not bound:
        _removed(state, event, left_over=left_over)
    elif refusal is None:
        state.rule(BetMoved(laid))
    elif not state.rules.amounts.by_dealer:
        state.refuse(refusal.why)


def _removed(state: State, event: ChipsMoved, *, left_over: bool) -> None:
    place, who = event.stack
    was = state.game.carried.get(event.stack, NOTHING) if event.was_refused else event.before
    if not was or left_over:
        return
    held = state.game.holds(event.stack, state.felt.stacks)
    if held is None:
        take_off(state, Bet(place, was, who))
    else:
        state.refuse(held.why)


def take_off(state: State, bet: Bet) -> None:
    """A bet was taken off the felt while bets were open."""
    commission = state.game.withdraw(bet)
    if state.rules.amounts.known:
        state.count(lambda meters: kept_of(meters, bet, commission))
    state.rule(BetSettled(bet, "push", bet.cents, commission=commission))


def mark_working(state: State) -> None:
    """Turn the bet laid last on for the come-out, or off (95.15 to 95.17)."""
    stack = state.round.laid_last
    if stack is None or not state.felt.amount(stack):
        raise Forbidden("why.nothing_laid")
    state.game.mark(stack)
    state.remember_undo()
