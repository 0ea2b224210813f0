"""The status of the bets on the felt: each with its outcome once it is settled."""

from collections.abc import Iterator

import msgspec

from firmware.core.table.state import State
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import UNCOUNTED, Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.status import (
    BetStatus,
    CarriedBetStatus,
    HandStakeStatus,
    SpotStatus,
)


def spots_status(state: State, panel: Panel) -> dict[int, SpotStatus]:
    bets: dict[int, list[BetStatus]] = {spot: [] for spot in panel.spots}
    locked = (
        state.round.bets.locked_bets.values() if state.phase is Phase.ROUND else state.felt.bets()
    )
    for bet in map(state.rules.amounts.mask_bet, locked):
        bets[bet.place.spot].append(_bet_status(state, bet))
    return {
        spot: SpotStatus(spot_light.value, spot in panel.pulsing, tuple(bets[spot]))
        for spot, spot_light in panel.spots.items()
    }


def carried_status(state: State) -> tuple[CarriedBetStatus, ...]:
    """Return the carried-over bets: of this round, once it is settled, else of those before."""
    round_settled = state.phase is Phase.ROUND and state.round.bets.settled
    carried_bets = state.round.bets.carried_stacks if round_settled else state.game.carried
    bets = [Bet(place, cents, bettor) for (place, bettor), cents in carried_bets.items()]
    bets_carried = map(state.rules.amounts.mask_bet, state.game.at_stake or bets)
    return tuple(
        CarriedBetStatus(*bet.place, _counted_cents(bet.cents), bet.bettor) for bet in bets_carried
    )


def _bet_status(state: State, bet: Bet) -> BetStatus:
    round_bets = state.round.bets
    open_status = BetStatus(
        bet.place.on,
        _counted_cents(bet.cents),
        bet.bettor,
        hands=tuple(_hand_stakes(state, bet.stack)),
    )
    settled_lines = round_bets.stack_lines(bet.stack)
    due_cents = round_bets.late_stacks.get(bet.stack, round_bets.after_next_movement(bet.stack))
    if not settled_lines:
        return open_status
    return msgspec.structs.replace(
        open_status,
        outcome=round_bets.outcome(bet.stack),
        returned=_known_cents(state, sum(line.returned for line in settled_lines)),
        paid=_known_cents(state, sum(line.paid for line in settled_lines)),
        due=None if due_cents is None else _known_cents(state, due_cents),
    )


def _hand_stakes(state: State, stack: Stack) -> Iterator[HandStakeStatus]:
    """Yield the parts of a bet on several hands."""
    lines = {line.hand: line for line in state.round.bets.stack_lines(stack)}
    for hand, cents in state.game.hand_stakes(stack).items():
        stake = HandStakeStatus(hand, _known_cents(state, cents))
        line = lines.get(hand)
        yield (
            stake
            if line is None
            else msgspec.structs.replace(
                stake,
                outcome=line.outcome,
                returned=_known_cents(state, line.returned),
                paid=_known_cents(state, line.paid),
            )
        )


def _counted_cents(cents: Cents) -> Cents | None:
    return None if cents == UNCOUNTED else cents


def _known_cents(state: State, cents: int) -> Cents | None:
    """Return a non-zero amount as None if amounts are unknown."""
    # zero is known even without amounts: nothing was paid
    return None if cents and not state.rules.amounts.are_known else Cents(cents)
