"""What lies on the felt, for the dealer who checks it after a power cut or a repair."""

from firmware.core.table.state import State
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack


def stacks_to_check(state: State) -> dict[Stack, Cents]:
    """Return the chips that must be on it: after a power cut those from before it."""
    felt_at_cut = state.round.felt_at_cut
    return felt_stacks(state) if felt_at_cut is None else felt_at_cut


def felt_stacks(state: State) -> dict[Stack, Cents]:
    """Return the chips on it as read last; where no reader is, by the acts that are done."""
    stacks = state.felt.stacks
    if state.phase is Phase.ROUND and not state.rules.amounts.by_reader:
        bets = state.round.bets
        stacks = {stack: bets.cents_by_acts(stack) for stack in bets.locked_bets if stack in stacks}
    return {stack: cents for stack, cents in stacks.items() if cents != NO_CENTS}
