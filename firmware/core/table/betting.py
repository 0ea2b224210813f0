"""Chips on the felt: bets while they are open, late bets and payments afterwards.

Readers and sensors report changes (`record_stack`). The phase decides the meaning of a changed
stack: the table looks `ChipsMoved` up in its rows.
"""

from msgspec.structs import replace

from firmware.core.table.chip_users import COLOUR_CHIP
from firmware.core.table.decisions import may_be_offered, offered_cents
from firmware.core.table.event_effects import ChipsMoved
from firmware.core.table.legality import why_illegal
from firmware.core.table.meters import with_withdrawn_bet
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import ChipsSwept, PresenceSeen, StackRead
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import SoundAlert, Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetMoved, BetSettled

# readings of the felt


def stack_read(state: State, event: StackRead) -> None:
    """Record a reading of one bettor's chips at one place."""
    _check_place(state, event.place)
    stack = event.place, event.bettor
    _mark_reported(state, {stack})
    if event.colours and not state.game.has_colour_chips:
        raise Forbidden("why.no_colours", spot=event.place.spot)
    state.felt.colour_stacks.pop(stack, None)
    if event.colours:
        state.felt.colour_stacks[stack] = event.cents, event.colours
    _record_chip_users(state, event)
    record_stack(state, stack, state.felt.stack_worth(stack) if event.colours else event.cents)


def _record_chip_users(state: State, event: StackRead) -> None:
    """Record whose chips these are, at a table where each player has his own (70)."""
    if state.game.chips_are_personal:
        chip_kinds = (*((COLOUR_CHIP,) if event.colours else ()), *event.values)
        state.felt.chip_users = state.felt.chip_users.with_reading(
            (event.place, event.bettor), chip_kinds
        )


def chips_swept(state: State, _event: ChipsSwept) -> None:
    """After a full sweep: remove stacks from before a power cut that were not read again."""
    felt = state.felt
    for stack in [stack for stack in felt.stacks if stack in felt.unreported]:
        felt.colour_stacks.pop(stack, None)
        felt.chip_users = felt.chip_users.with_reading(stack, ())
        record_stack(state, stack, NO_CENTS)
    _mark_reported(state, set(felt.unreported))


def _mark_reported(state: State, stacks: set[Stack]) -> None:
    """Record that stacks were read after a power cut; that makes earlier keys final."""
    if stacks & state.felt.unreported:
        state.felt.unreported -= stacks
        state.forget_undo()


def record_stack(state: State, stack: Stack, cents: Cents) -> None:
    """Set the worth of a bettor's chips at a place."""
    # judged before the amount changes: afterwards nothing is left to judge
    was_refused = not cents and why_illegal(state, stack) is not None
    before = state.felt.set_amount(stack, cents)
    if before != cents:
        state.forget_undo()
        state.effects.moved.append(ChipsMoved(stack, before, was_refused))
    else:
        discard_if_gone(state, stack)


def discard_if_gone(state: State, stack: Stack) -> None:
    """A stack that was given back, and has gone, is no longer to be given back."""
    if not state.felt.amount(stack):
        state.round.bets.returning_stacks.discard(stack)


def presence_seen(state: State, event: PresenceSeen) -> None:
    """Record a sensor's state; the amount comes from the reader, if there is one."""
    _check_place(state, event.place)
    state.forget_undo()
    state.felt.set_covered(event.place, covered=event.covered)


def drop_uncovered_stacks(state: State) -> None:
    """Remove stacks whose sensor is clear (tables without a chip reader)."""
    if state.rules.amounts.by_reader or not state.rules.sensed:
        return
    for stack in [stack for stack in state.felt.stacks if stack[0] not in state.felt.covered]:
        record_stack(state, stack, NO_CENTS)


def _check_place(state: State, place: Place) -> None:
    if place.spot not in state.felt.betting_spots:
        raise Forbidden("why.no_such_spot", spot=place.spot)
    if place.on not in state.felt.bet_positions:
        raise Forbidden("why.no_such_bet", on=place.on)


# a table without a chip reader infers amounts from its sensors


def sensor_is_clear(state: State, event: PresenceSeen) -> bool:
    """Return whether a clear sensor alone means that the place is empty."""
    return not state.rules.amounts.by_reader and not event.covered


def clear_place(state: State, event: PresenceSeen) -> None:
    """Remove the chips at the place, and an amount being keyed for it."""
    if state.key_entry.keying == event.place:
        state.key_entry = replace(state.key_entry, keying=None)
    record_stack(state, (event.place, None), NO_CENTS)


def infer_locked(state: State, event: PresenceSeen) -> None:
    """Infer from a sensor, after the close, the locked bet or a nominal stake.

    Of a settled bet it is at most the amount owed: the dealer puts it back after making change.
    """
    stack, bets = (event.place, None), state.round.bets
    if state.rules.amounts.by_reader or (
        state.rules.amounts.are_known and state.felt.amount(stack)
    ):
        return
    expected = bets.stake(stack) or state.game.nominal_stake(event.place.on)
    owed = bets.owed_cents(stack)
    record_stack(state, stack, min(expected, owed) if owed and bets.is_decided(stack) else expected)


def infer_nominal(state: State, event: PresenceSeen) -> None:
    """Infer a nominal stake; a keyed amount must come from the dealer while bets are open."""
    if not state.rules.amounts.are_known:
        record_stack(state, (event.place, None), state.game.nominal_stake(event.place.on))


# the meaning of a changed stack


def chips_added(state: State, event: ChipsMoved) -> bool:
    """Return whether chips were added to a stack."""
    return state.felt.amount(event.stack) > event.before


def refuse_closed(state: State) -> None:
    """Bets are not open."""
    state.refuse(Text("why.not_open"))


def refuse_unshuffled(state: State) -> None:
    """Bets are not open before the shuffle."""
    state.refuse(Text("why.shuffle_first"))


def may_be_offer(state: State, event: ChipsMoved) -> bool:
    """Return whether the chips may be those that a decision costs."""
    return may_be_offered(state, event.stack)


def note_offer(state: State, event: ChipsMoved) -> None:
    """Wait for the decision that chips were laid for."""
    state.round.offered_at_ms = state.now if offered_cents(state, event.stack) else None


def chips_moved_late(state: State, event: ChipsMoved) -> None:
    """Chips moved after the close: a late bet, or the dealer pays and takes."""
    after, supervised = state.felt.amount(event.stack), state.device.key_switch
    bets = state.round.bets
    late_bet = bets.chips_moved(event.stack, event.before, after, state.now, supervised=supervised)
    if late_bet is not None:
        state.add_ruling(state.rules.amounts.mask_late_bet(late_bet), SoundAlert.LATE)


def take_bet(state: State, event: ChipsMoved) -> None:
    """Take chips as a bet; a stack left from the last round may leave without a word."""
    stack, round_state = event.stack, state.round
    bets, laid = round_state.bets, Bet(event.stack[0], state.felt.amount(stack), stack[1])
    refusal = why_illegal(state, stack)
    left_over = stack in bets.left_over_stacks
    bets.left_over_stacks.discard(stack)
    if stack in bets.returning_stacks and laid.cents < event.before:
        bets.accepted_stakes.pop(stack, None)
        return  # the player takes back a returned stack
    round_state.voided = round_state.voided and not laid.cents
    bets.returning_stacks.discard(stack)
    round_state.last_laid = stack
    wrongly_changed = stack in state.game.carried and refusal is not None
    if not laid.cents and not wrongly_changed:
        _bet_removed(state, event, left_over=left_over)
    elif refusal is None:
        bets.accepted_stakes[stack] = laid.cents
        state.add_ruling(BetMoved(laid))
    elif not state.rules.amounts.by_dealer:
        state.refuse(refusal.why)


def _bet_removed(state: State, event: ChipsMoved, *, left_over: bool) -> None:
    place, bettor = event.stack
    accepted_cents = state.round.bets.accepted_stakes.pop(event.stack, NO_CENTS)
    last_legal_cents = accepted_cents or state.game.carried.get(event.stack, NO_CENTS)
    previous_cents = last_legal_cents if event.was_refused else event.before
    if not previous_cents or left_over:
        return
    removal_refusal = state.game.removal_refusal(event.stack, state.felt.stacks)
    if removal_refusal is None:
        withdraw_bet(state, Bet(place, previous_cents, bettor))
    else:
        state.refuse(removal_refusal.why)


def withdraw_bet(state: State, bet: Bet) -> None:
    """A bet was taken off the felt while bets were open."""
    commission = state.game.withdraw(bet)
    if state.rules.amounts.are_known:
        state.advance_meters(lambda meters: with_withdrawn_bet(meters, bet, commission))
    state.add_ruling(BetSettled(bet, "push", bet.cents, commission=commission))


def mark_working(state: State) -> None:
    """Turn the bet laid last on for the come-out, or off (95.15 to 95.17)."""
    stack = state.round.last_laid
    if stack is None or not state.felt.amount(stack):
        raise Forbidden("why.nothing_laid")
    state.game.toggle_working(stack)
    state.remember_undo()
