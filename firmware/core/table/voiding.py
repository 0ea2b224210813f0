"""A round that the supervisor voids: every stake goes back."""

from msgspec.structs import replace

from firmware.core.table import jackpot
from firmware.core.table.betting import withdraw_bet
from firmware.core.table.commissions import are_marked
from firmware.core.table.fault_state import Fault
from firmware.core.table.legality import legal_bets, missing_bets, why_illegal
from firmware.core.table.meters import with_count
from firmware.core.table.payments import end_round, open_round
from firmware.core.table.reversal import Reversal, reversal
from firmware.core.table.stack_sums import StackMovements
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NO_CENTS
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetMoved, FaultCleared, Refused, RoundVoided


def void_round(state: State) -> None:
    """Void the round that is open: every stake goes back. Bets open again."""
    _void_open_round(state)
    state.round.voided = True
    open_round(state)


def void_before_shuffle(state: State) -> None:
    """Void the round that is open; the shuffle comes before the next."""
    _void_open_round(state)


def _void_open_round(state: State) -> None:
    bets, voided = voidable(state), state.device.trouble.voidable
    if not (bets or voided):
        raise Forbidden("why.nothing_to_void")
    trouble = state.device.trouble.with_voided()
    state.device = replace(state.device, trouble=trouble)
    state.add_ruling(RoundVoided(state.round.number))
    for bet in bets:
        withdraw_bet(state, bet)
    report_cleared(state, voided)
    jackpot.void_round(state)
    reversals = _chip_reversals(state)
    _reset_round(state)
    state.round.reversals = reversals


def _chip_reversals(state: State) -> tuple[Reversal, ...]:
    """Return how each movement of chips that was made for the settlement is taken back."""
    bets, felt, amounts = state.round.bets, state.felt, state.rules.amounts
    chip_reversals = (
        reversal(stack, felt.amount(stack), _movements(state, stack), read=amounts.by_reader)
        for stack in bets.locked_bets
    )
    return tuple(found if amounts.are_known else found.masked for found in chip_reversals if found)


def _movements(state: State, stack: Stack) -> StackMovements:
    """Return the movements of a stack's chips; of a marked commission none were collected."""
    movements = state.round.bets.movements(stack)
    return movements._replace(collected=NO_CENTS) if are_marked(state) else movements


def clear_voided(state: State) -> None:
    """Clear, while no round is open, the faults that only a void cures."""
    voided = state.device.trouble.voidable
    if not voided:
        raise Forbidden("why.nothing_to_void")
    state.device = replace(state.device, trouble=state.device.trouble.with_voided())
    report_cleared(state, voided)


def voidable(state: State) -> tuple[Bet, ...]:
    """Return the bets that a void would give back now."""
    if state.phase is Phase.ROUND:
        return tuple(state.round.bets.locked_bets.values())
    if state.phase is Phase.OPEN:
        return (*legal_bets(state), *missing_bets(state), *state.game.at_stake)
    return ()


def report_cleared(state: State, faults: list[Fault]) -> None:
    """Report faults as cleared by the supervisor, and let the shoe forget its own."""
    state.advance_meters(lambda meters: with_count(meters, "overrides", len(faults)))
    for fault in faults:
        state.add_ruling(FaultCleared(fault.part, fault.code))
    state.clear_shoe(faults)


def _reset_round(state: State) -> None:
    trouble = replace(state.device.trouble, felt_unconfirmed=False, power_returned=False)
    state.device = replace(state.device, trouble=trouble)
    state.game.void()
    end_round(state)
    state.round.bets.returning_stacks = set(state.felt.stacks)


def is_giving_back(state: State) -> bool:
    """Return whether stakes are being given back after a void."""
    return bool(state.round.bets.returning_stacks or state.round.reversals) or state.round.voided


def confirm_given_back(state: State) -> None:
    """The dealer confirms the returned stakes: chips on the felt are bets from now on."""
    state.round.bets.returning_stacks.clear()
    state.round.reversals = ()
    state.round.voided = False
    for bet in state.felt.bets():
        bet_refusal = why_illegal(state, (bet.place, bet.bettor))
        state.add_ruling(Refused(bet_refusal.why) if bet_refusal else BetMoved(bet))
