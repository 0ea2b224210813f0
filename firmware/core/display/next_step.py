"""The one act that the table waits for now, as a function of its state."""

from typing import Final

from firmware.core.game.course import Choice
from firmware.core.table.amount_entry import place_being_keyed
from firmware.core.table.cards import may_enter
from firmware.core.table.colours import current_pricing
from firmware.core.table.commissions import current_debtor
from firmware.core.table.decisions import choices_in_focus, names_cards
from firmware.core.table.fault_state import Fault
from firmware.core.table.legality import missing_bets, why_illegal
from firmware.core.table.opening_burn import burns_left
from firmware.core.table.payments import (
    chips_are_due,
    first_unmoved,
    next_taking,
    unreported_bet,
    unseen_payments,
)
from firmware.core.table.state import State
from firmware.core.vocabulary.faults import FaultCure
from firmware.core.vocabulary.instruments import KeyedResult
from firmware.core.vocabulary.next_step import Act, NextStep, Role, step_about
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetSettled


def next_step(state: State) -> NextStep:
    """Return the table's next step."""
    entering = state.key_entry.entering
    if entering is None or names_cards(state) or not may_enter(state):
        return next_step_of_deal(state)
    return NextStep(Act.ENTER_CARD if entering.chosen else Act.CHOOSE_CARD, Role.SUPERVISOR)


def next_step_of_deal(state: State) -> NextStep:
    """Return the table's next step, except for a card that is being entered by hand."""
    return stopped_step(state) if state.stopped else PHASE_STEPS[state.phase](state)


def _closed_step(_state: State) -> NextStep:
    return NextStep(Act.OPEN_TABLE)


def _open_step(state: State) -> NextStep:
    if burns_left(state):
        return NextStep(Act.DEAL_CARD)
    return _commission_step(state) or _bets_step(state)


def _commission_step(state: State) -> NextStep | None:
    """Return the step of a player who pays his commissions."""
    debtor = current_debtor(state)
    if debtor is None:
        return None
    spot, bettor = debtor
    return NextStep(Act.COLLECT_COMMISSION, spot=spot, bettor=bettor)


def _bets_step(state: State) -> NextStep:
    for missing_bet in missing_bets(state):
        return step_about(Act.PUT_BET_BACK, missing_bet.stack)
    keyed_place = place_being_keyed(state)
    wrong_stack = _stack_to_return(state, keyed_place)
    if wrong_stack is not None:
        return step_about(Act.RETURN_BET, wrong_stack)
    if state.felt.unread_places():
        return step_about(Act.KEY_AMOUNT, (keyed_place, None)) if keyed_place else _PLACE_BETS
    priced_colour = current_pricing(state)
    if priced_colour is not None:
        return NextStep(Act.KEY_PRICE, spot=priced_colour.spot)
    return _result_step(state) if state.game.THROW_CLOSES_BETS else _PLACE_BETS


_PLACE_BETS: Final = NextStep(Act.PLACE_BETS, Role.PLAYERS)


def _stack_to_return(state: State, keyed_place: Place | None) -> Stack | None:
    """Return the first stack to give back; one may be illegal while amounts are being keyed."""
    for stack in state.felt.stacks:
        if stack in state.round.bets.returning_stacks or (
            keyed_place is None and why_illegal(state, stack)
        ):
            return stack
    return None


def _round_step(state: State) -> NextStep:
    bets, game = state.round.bets, state.game
    for late_stack in bets.late_stacks:
        return step_about(Act.RESOLVE_LATE, late_stack, Role.SUPERVISOR)
    if game.awaits_result:
        return _result_step(state)
    if game.awaits_number:
        return NextStep(Act.DRAW_NUMBER, Role.DEVICE)
    choices = choices_in_focus(state)
    if choices:
        return _decision_step(choices[0])
    if game.settles_now and (game.finished or len(game.lines) > len(bets.lines)):
        return _settlement_step(state) if bets.settled else _unsettled_step(state)
    movement_step = _movement_step(state) if chips_are_due(state) else None
    return movement_step or NextStep(Act.DEAL_CARD)


def _result_step(state: State) -> NextStep:
    keyed_result = state.key_entry.keyed
    if keyed_result == KeyedResult():
        return NextStep(Act.BRING_RESULT)
    return NextStep(Act.KEY_RESULT if keyed_result.first is None else Act.KEY_AGAIN)


def _decision_step(first_choice: Choice) -> NextStep:
    return NextStep(
        Act.TAKE_DECISION,
        Role.PLAYERS,
        first_choice.spot,
        first_choice.about_bet or None,
        first_choice.bettor,
    )


def _unsettled_step(state: State) -> NextStep:
    """Return the step without which a decided round is not settled."""
    for stack in sorted(state.round.bets.returning_stacks, key=str):
        return step_about(Act.RETURN_BET, stack)
    for place in state.felt.unread_places():
        return step_about(Act.UNREAD_CHIP, (place, None))
    unreported_stack = unreported_bet(state)
    if unreported_stack is None:
        return NextStep(Act.READ_CHIPS, Role.DEVICE)
    return step_about(Act.READ_CHIPS, unreported_stack, Role.DEVICE)


def payment_due(state: State) -> BetSettled | None:
    """Return the payment that is due, once all lost chips are taken."""
    due = state.in_round and chips_are_due(state) and next_taking(state) is None
    return state.round.bets.next_payment if due else None


def _movement_step(state: State) -> NextStep | None:
    """Return the chips that the dealer takes or pays next."""
    lost = next_taking(state)
    if lost is not None:  # all lost chips are taken before any bet is paid
        return step_about(Act.TAKE_CHIPS, lost.stack)
    settled_line = state.round.bets.next_payment
    if settled_line is None:
        return None
    return step_about(Act.PAY_BET, settled_line.bet.stack, hand=settled_line.hand)


def _settlement_step(state: State) -> NextStep:
    movement_step = _movement_step(state)
    if movement_step is not None:
        return movement_step
    unmoved_bet = first_unmoved(state)
    if unmoved_bet is None:
        return _confirm_step(state)
    origin, (destination, _) = unmoved_bet
    return step_about(Act.MOVE_BET, origin, to=destination.on)


def _confirm_step(state: State) -> NextStep:
    if not unseen_payments(state):
        return NextStep(Act.CONFIRM_PAID)
    role = Role.SUPERVISOR if state.rules.payments == "seen" else Role.DEALER
    return NextStep(Act.CONFIRM_UNSEEN, role)


def _shoe_change_step(state: State) -> NextStep:
    return _commission_step(state) or NextStep(Act.SHUFFLE_CARDS)


PHASE_STEPS: Final = {
    Phase.CLOSED: _closed_step,
    Phase.OPEN: _open_step,
    Phase.ROUND: _round_step,
    Phase.SHOE_CHANGE: _shoe_change_step,
}


def stopped_step(state: State) -> NextStep:
    """Return the next step of a stopped deal."""
    trouble = state.device.trouble
    if trouble.stopping:
        return _fault_step(trouble.stopping[0])
    if trouble.awaited:
        return NextStep(Act.AWAIT_PART, Role.DEVICE, part=trouble.awaited[0])
    return NextStep(Act.CONFIRM_FELT)


def _fault_step(fault: Fault) -> NextStep:
    act, role = Act.MEND_FAULT, Role.DEALER
    if fault.cure is FaultCure.VOID_ROUND:
        act, role = Act.VOID_ROUND, Role.SUPERVISOR
    elif fault.gone:
        act, role = Act.CLEAR_FAULTS, Role.SUPERVISOR
    elif fault.cure is FaultCure.TWO_PERSONS:
        role = Role.TECHNICIAN
    return NextStep(act, role, part=fault.part, fault=fault.code)
