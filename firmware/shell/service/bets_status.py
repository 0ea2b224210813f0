"""The status of the bets on the felt: each with its outcome once it is settled."""

import msgspec

from firmware.core.table.state import State
from firmware.core.vocabulary.money import UNCOUNTED, Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Bet
from firmware.core.vocabulary.status import BetStatus, SpotStatus, StandingStatus


def spots_status(state: State, panel: Panel) -> dict[int, SpotStatus]:
    bets: dict[int, list[BetStatus]] = {spot: [] for spot in panel.spots}
    locked = state.round.bets.locked.values() if state.phase is Phase.ROUND else state.felt.bets()
    for bet in map(state.rules.amounts.bet, locked):
        bets[bet.place.spot].append(_bet(state, bet))
    return {
        spot: SpotStatus(light.value, spot in panel.pulsing, tuple(bets[spot]))
        for spot, light in panel.spots.items()
    }


def standing_status(state: State) -> tuple[StandingStatus, ...]:
    """Return the carried-over bets: of this round, once it is settled, else of those before."""
    settled = state.phase is Phase.ROUND and state.round.bets.settled
    kept = state.round.bets.carried if settled else state.game.carried
    bets = [Bet(place, cents, who) for (place, who), cents in kept.items()]
    known = map(state.rules.amounts.bet, state.game.at_stake or bets)
    return tuple(StandingStatus(*bet.place, _counted(bet.cents), bet.bettor) for bet in known)


def _bet(state: State, bet: Bet) -> BetStatus:
    laid, bets = BetStatus(bet.place.on, _counted(bet.cents), bet.bettor), state.round.bets
    lines, due = bets.lines_of(bet.stack), bets.due(bet.stack)
    if not lines:
        return laid
    return msgspec.structs.replace(
        laid,
        outcome=bets.outcome(bet.stack),
        returned=_known(state, sum(line.returned for line in lines)),
        paid=_known(state, sum(line.paid for line in lines)),
        due=None if due is None else _known(state, due),
    )


def _counted(cents: Cents) -> Cents | None:
    return None if cents == UNCOUNTED else cents


def _known(state: State, cents: int) -> Cents | None:
    """Return a non-zero amount as None if amounts are unknown."""
    return None if cents and not state.rules.amounts.known else Cents(cents)
