"""From the settlement to the next "Faites vos jeux"."""

from firmware.core.table import commissions, jackpot
from firmware.core.table.accounts import check_meters, may_be_paid
from firmware.core.table.corrections import record_round
from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.table.meters import with_count, with_settled_round
from firmware.core.table.stack_sums import ChipTaking
from firmware.core.table.state import RoundState, State
from firmware.core.vocabulary.bets import bet_words, place_values
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NO_CENTS
from firmware.core.vocabulary.panel import SoundAlert, Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    Announced,
    BetSettled,
    LateResolved,
    PaymentUnseen,
    RoundOpened,
)

# obstacles to settling a round, and to ending it


def waits_on_bets(state: State) -> bool:
    """Return whether something on the felt prevents the settlement."""
    bets = state.round.bets
    obstructed = bets.late_stacks or bets.returning_stacks or state.felt.unread_places()
    return bool(obstructed or unreported_bet(state))


def unreported_bet(state: State) -> Stack | None:
    """Return a locked bet not read since a power cut, if there is a reader."""
    if not state.rules.amounts.by_reader:
        return None
    locked_bets, unreported = state.round.bets.locked_bets, state.felt.unreported
    return next((stack for stack in locked_bets if stack in unreported), None)


def first_unmoved(state: State) -> tuple[Stack, Stack] | None:
    """Return (from, to) of a carried-over bet still to be moved, if there is a reader."""
    return state.round.bets.first_unmoved(state.felt) if state.rules.amounts.by_reader else None


# the dealer's next movement of chips


def chips_are_due(state: State) -> bool:
    """Return whether the dealer takes and pays the settled lines now."""
    bets, game = state.round.bets, state.game
    # a late bet is resolved first; at the end of a round it may still prevent the settlement
    is_due_before_the_end = game.settles_now and not game.finished and not bets.late_stacks
    return bets.settled or (is_due_before_the_end and bool(bets.lines))


def next_taking(state: State) -> ChipTaking | None:
    """Return the chips that the dealer takes next; whole stacks only where something sees them."""
    bets = state.round.bets
    for lost_taking in bets.takings(state.felt):
        if _is_seen(state, lost_taking) or bets.owed_cents(lost_taking.stack):
            return lost_taking
    return None


def _is_seen(state: State, taking: ChipTaking) -> bool:
    """Return whether a reader, or a sensor of a place to be cleared, sees the chips go."""
    if state.rules.amounts.by_reader:
        return True
    return state.rules.sensed and not state.round.bets.owed_cents(taking.stack)


def first_untaken(state: State) -> ChipTaking | None:
    """Return the first lost chips that a reader or sensor still sees."""
    bets, felt = state.round.bets, state.felt
    for lost_taking in bets.takings(felt):
        if not bets.is_settled_on_felt(lost_taking.stack, felt) and _is_seen(state, lost_taking):
            return lost_taking
    return None


def first_unpaid(state: State) -> BetSettled | None:
    """Return the first payment that the reader does not see, if there is a reader."""
    return state.round.bets.first_unpaid(state.felt) if state.rules.amounts.by_reader else None


def unseen_payments(state: State, *, at_end: bool = False) -> tuple[PaymentUnseen, ...]:
    """Return the payments that were passed over and not seen, if there is a reader."""
    if not state.rules.amounts.by_reader:
        return ()
    bets, felt = state.round.bets, state.felt
    return tuple(
        PaymentUnseen(
            state.round.number, stack[0], bets.owed_cents(stack), felt.amount(stack), stack[1]
        )
        for stack in bets.unseen_payments(felt, at_end=at_end)
    )


def needs_supervisor(state: State) -> bool:
    """Return whether only the supervisor may end the round: the house wants each payment seen."""
    is_alone = not state.device.key_switch and state.rules.payments == "seen"
    return is_alone and bool(unseen_payments(state, at_end=True))


def may_skip_movement(state: State) -> bool:
    """Return whether the dealer may skip the next movement: a payment, or chips unseen."""
    if not chips_are_due(state):
        return False
    bets, pending_taking = state.round.bets, next_taking(state)
    if pending_taking is None:
        return bets.next_payment is not None
    return bets.is_settled_on_felt(pending_taking.stack, state.felt) or not _is_seen(
        state, pending_taking
    )


def skip_movement(state: State) -> None:
    """Pass over the next movement."""
    bets, pending_taking = state.round.bets, next_taking(state)
    if not may_skip_movement(state):
        raise Forbidden("why.not_now")
    if pending_taking is None:
        bets.skip_payment()
    else:
        bets.mark_taken(pending_taking.stack)
    state.remember_undo()


# settling


def has_new_lines(state: State) -> bool:
    """Return whether the game has decided something that can be settled now."""
    game, bets = state.game, state.round.bets
    decided = game.finished or len(game.lines) > len(bets.lines)
    return decided and not bets.settled and not waits_on_bets(state)


def settle_round(state: State) -> None:
    """Record the game's settlement, unless the accounting identities fail.

    Its rulings follow when the round is over, since until then a void can return every stake.
    """
    if not may_be_paid(state):
        return
    game, bets = state.game, state.round.bets
    bets.settle(game.lines, is_whole=game.finished)
    if bets.settled:
        bets.record_carried(game.carries, game.bet_moves)
        for line in bets.lines:
            state.add_ruling(line)


def resolve_late_bets(state: State) -> None:
    """The supervisor settles the late bets: the felt is as locked again."""
    bets = state.round.bets
    if not bets.late_stacks:
        raise Forbidden("why.nothing_to_resolve")
    unrestored_stack = bets.first_unrestored(state.felt)
    restored_stacks = bets.restored_stacks(state.felt)
    if not restored_stacks and unrestored_stack is not None:
        raise Forbidden(_put_right_first(state, unrestored_stack))
    for stack in restored_stacks:
        bets.resolve(stack, state.felt)
        state.add_ruling(LateResolved(stack[0]))


def _put_right_first(state: State, stack: Stack) -> Text:
    """Return the words for a late stack that is neither as before nor paid."""
    bets = state.round.bets
    values = {**place_values(stack[0]), "cents": bets.late_stacks[stack]}
    paid_cents = bets.paid_amount(stack)
    if paid_cents is None:
        return state.rules.amounts.amount_words("why.put_right_first", values)
    return state.rules.amounts.amount_words(
        "why.put_right_or_pay", {**values, "due_cents": paid_cents}
    )


# the end of a round


def finish_round(state: State) -> None:
    """The dealer has paid and taken: the round is over."""
    bets = state.round.bets
    if bets.late_stacks:
        raise Forbidden("why.late_unresolved", **place_values(next(iter(bets.late_stacks))[0]))
    if not bets.settled:
        raise Forbidden("why.not_settled")
    obstacle = _first_obstacle(state)
    if obstacle is not None:
        raise Forbidden(obstacle)
    unseen = unseen_payments(state, at_end=True)
    if needs_supervisor(state):
        raise Forbidden("why.payment_unseen", **unseen[0].values)
    state.remember_undo()
    for payment in unseen:
        state.add_ruling(payment)
    _end_settled(state)


def all_chips_moved(state: State) -> bool:
    """Return whether all chips are taken, paid and moved, as far as anything sees them."""
    return not (first_untaken(state) or first_unpaid(state) or first_unmoved(state))


def _first_obstacle(state: State) -> Text | None:
    """Return the movement of chips that is still missing, if anything sees that it is."""
    lost_taking, owed_line = first_untaken(state), first_unpaid(state)
    unmoved_bet = first_unmoved(state)
    if lost_taking is not None:
        return state.rules.amounts.amount_words("why.take_first", lost_taking.prompt_values)
    if owed_line is not None:
        place_words = place_values(owed_line.bet.place, owed_line.hand)
        return Text("why.pay_first", {**place_words, "cents": owed_line.paid})
    if unmoved_bet is not None:
        origin, to = unmoved_bet
        return Text("why.move_first", {**place_values(origin[0]), "to": bet_words(to[0].on)})
    return None


def _end_settled(state: State) -> None:
    if state.rules.amounts.are_known:
        banked = state.game.bank_spot > 0
        state.advance_meters(
            lambda meters: with_settled_round(meters, state.round.bets, banked=banked)
        )
    state.advance_meters(lambda meters: with_count(meters, "rounds"))
    state.shoe.record_round(len(state.round.bets.bettors))
    jackpot.settle_round(state)
    commissions.record_round(state)
    record_round(state)
    _clear_felt(state)
    end_round(state)


def _clear_felt(state: State) -> None:
    """Assume that chips no reader follows were paid, taken and moved as prompted."""
    amounts, bets, felt = state.rules.amounts, state.round.bets, state.felt
    if amounts.by_dealer:
        carried = bets.carried_stacks.items()
        felt.stacks = {
            stack: cents for stack, cents in carried if stack[0].on in felt.bet_positions
        }
    elif not amounts.are_known:
        for origin, to in bets.stack_moves.items():
            felt.set_amount(origin, NO_CENTS)
            felt.set_amount(to, bets.carried_stacks[to])


def end_round(state: State) -> None:
    """Remove cards and locked bets; bets that are carried over remain."""
    state.round = RoundState(state.round.number)
    state.key_entry = NO_KEY_ENTRY
    state.game.open()
    jackpot.show_jackpot(state)
    state.shoe.end_round()


def leaves_nothing_to_do(state: State) -> bool:
    """Return whether a throw left the dealer nothing to pay, take or move."""
    game, bets = state.game, state.round.bets
    nothing_to_move = (
        game.THROW_CLOSES_BETS and bets.settled and (game.PAID_ON_CLAIM or not bets.has_movements)
    )
    return nothing_to_move and not waits_on_bets(state)


def end_and_open(state: State) -> None:
    """End a throw that leaves nothing to do: the next round opens automatically."""
    _end_settled(state)
    open_round(state)


def finish_and_open(state: State) -> None:
    """End the round and open the next."""
    finish_round(state)
    open_round(state)


def open_round(state: State) -> None:
    """Open the bets: "Faites vos jeux"."""
    felt = state.felt
    state.round.number += 1
    state.effects.opened = True
    if not state.rules.amounts.are_known:
        felt.stacks = {stack: state.game.nominal_stake(stack[0].on) for stack in felt.stacks}
    state.round.bets.left_over_stacks = felt.stacks.keys() - state.game.carried.keys()
    check_meters(state)
    state.add_ruling(RoundOpened(state.round.number))
    state.add_ruling(Announced(Text("announce.place_your_bets")), SoundAlert.BETS_OPEN)
