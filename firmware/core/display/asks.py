"""The one act that the table waits for now, as a function of its state."""

from typing import Final

from firmware.core.game.course import Choice
from firmware.core.table.cards import may_enter
from firmware.core.table.colours import pricing
from firmware.core.table.decisions import choices_in_focus, sets
from firmware.core.table.keying import place_being_keyed
from firmware.core.table.legality import missing_bets, why_illegal
from firmware.core.table.payments import chips_are_due, taking, unmoved, unreported_bet
from firmware.core.table.state import State
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.asks import Act, Ask, Role, ask_about
from firmware.core.vocabulary.faults import Cure
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetSettled


def asked(state: State) -> Ask:
    """Return the table's next step."""
    entering = state.gesture.entering
    if entering is None or sets(state) or not may_enter(state):
        return asked_of_deal(state)
    return Ask(Act.ENTER_CARD if entering.chosen else Act.CHOOSE_CARD, Role.SUPERVISOR)


def asked_of_deal(state: State) -> Ask:
    """Return the same, a card that is being entered by hand left out."""
    return stopped(state) if state.stopped else ASKS[state.phase](state)


def _closed(_state: State) -> Ask:
    return Ask(Act.OPEN_TABLE)


def _open(state: State) -> Ask:
    for bet in missing_bets(state):
        return ask_about(Act.PUT_BACK, (bet.place, bet.bettor))
    keyed = place_being_keyed(state)
    wrong = _to_return(state, keyed)
    if wrong is not None:
        return ask_about(Act.RETURN_BET, wrong)
    if state.felt.unread():
        return ask_about(Act.KEY_AMOUNT, (keyed, None)) if keyed else _PLACE_BETS
    priced = pricing(state)
    if priced is not None:
        return Ask(Act.KEY_PRICE, spot=priced.spot)
    return _result(state) if state.game.THROWN else _PLACE_BETS


_PLACE_BETS: Final = Ask(Act.PLACE_BETS, Role.PLAYERS)


def _to_return(state: State, keyed: Place | None) -> Stack | None:
    """Return the first stack to give back; one may be illegal while amounts are being keyed."""
    for stack in state.felt.stacks:
        if stack in state.round.bets.returning or (keyed is None and why_illegal(state, stack)):
            return stack
    return None


def _round(state: State) -> Ask:
    bets, game = state.round.bets, state.game
    for late in bets.late:
        return ask_about(Act.RESOLVE_LATE, late, Role.SUPERVISOR)
    if game.awaits_result:
        return _result(state)
    if game.awaits_number:
        return Ask(Act.DRAW_NUMBER, Role.DEVICE)
    choices = choices_in_focus(state)
    if choices:
        return _decision(choices[0])
    if game.settles_now and (game.finished or len(game.lines) > len(bets.lines)):
        return _settling(state) if bets.settled else _unsettled(state)
    moving = _movement(state) if chips_are_due(state) else None
    return moving or Ask(Act.DEAL)


def _result(state: State) -> Ask:
    keyed = state.gesture.keyed
    if keyed == Keyed():
        return Ask(Act.BRING_RESULT)
    return Ask(Act.KEY_RESULT if keyed.first is None else Act.KEY_AGAIN)


def _decision(first: Choice) -> Ask:
    return Ask(Act.DECIDE, Role.PLAYERS, first.spot, first.about or None, first.bettor)


def _unsettled(state: State) -> Ask:
    """Return the step that keeps a decided round from being settled."""
    for stack in sorted(state.round.bets.returning, key=str):
        return ask_about(Act.RETURN_BET, stack)
    for place in state.felt.unread():
        return ask_about(Act.UNREAD_CHIP, (place, None))
    unreported = unreported_bet(state)
    if unreported is None:
        return Ask(Act.READ_CHIPS, Role.DEVICE)
    return ask_about(Act.READ_CHIPS, unreported, Role.DEVICE)


def payment(state: State) -> BetSettled | None:
    """Return the payment that is asked for, once what was lost is taken."""
    due = state.in_round and chips_are_due(state) and taking(state) is None
    return state.round.bets.paying if due else None


def _movement(state: State) -> Ask | None:
    """Return the chips that the dealer takes or pays next."""
    losing = taking(state)
    if losing is not None:
        return ask_about(Act.TAKE, losing.stack)
    line = state.round.bets.paying
    return None if line is None else ask_about(Act.PAY, line.bet.stack, hand=line.hand)


def _settling(state: State) -> Ask:
    asked = _movement(state)
    if asked is not None:
        return asked
    moving = unmoved(state)
    if moving is None:
        return Ask(Act.CONFIRM)
    origin, (to, _) = moving
    return ask_about(Act.MOVE, origin, to=to.on)


def _shoe_change(_state: State) -> Ask:
    return Ask(Act.SHUFFLE)


ASKS: Final = {
    Phase.CLOSED: _closed,
    Phase.OPEN: _open,
    Phase.ROUND: _round,
    Phase.SHOE_CHANGE: _shoe_change,
}


def stopped(state: State) -> Ask:
    """Return what a stopped deal waits for."""
    trouble = state.device.trouble
    if trouble.stopping:
        return _mending(trouble.stopping[0])
    if trouble.awaited:
        return Ask(Act.START, Role.DEVICE, part=trouble.awaited[0])
    return Ask(Act.CONFIRM_FELT)


def _mending(fault: Fault) -> Ask:
    if fault.cure is Cure.VOID:
        do, of = Act.VOID, Role.SUPERVISOR
    elif fault.gone:
        do, of = Act.CLEAR, Role.SUPERVISOR
    else:
        do, of = Act.MEND, Role.TECHNICIAN if fault.cure is Cure.BOTH else Role.DEALER
    return Ask(do, of, part=fault.part, fault=fault.code)
