"""What lies on the felt, for the dealer who checks it after a power cut or a repair."""

from firmware.core.table.state import State
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack


def stacks_to_check(state: State) -> dict[Stack, Cents]:
    """Return what must lie there: after a power cut what lay there before it."""
    felt_at_cut = state.round.felt_at_cut
    return felt_stacks(state) if felt_at_cut is None else felt_at_cut


def felt_stacks(state: State) -> dict[Stack, Cents]:
    """Return what lies there as read last; where nothing reads it, by the acts that are done."""
    stacks = state.felt.stacks
    if state.phase is Phase.ROUND and not state.rules.amounts.by_reader:
        bets = state.round.bets
        stacks = {stack: bets.cents_by_acts(stack) for stack in bets.locked_bets if stack in stacks}
    return {stack: cents for stack, cents in stacks.items() if cents != NO_CENTS}
