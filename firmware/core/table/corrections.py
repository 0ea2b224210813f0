"""The money of a closed round is corrected by two persons, as a record of its own.

round settled ──> `PastRound` among the last ten ──> correction: meters, ruling; the round's own
                                                     record stays as it was
"""

from firmware.core.table.meters import METER_MODULO, with_correction
from firmware.core.table.past_rounds import CORRECTABLE_ROUNDS, PastRound, SettledStack
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CorrectionMade
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import RoundCorrected, place_values


def record_round(state: State) -> None:
    """Record the bets of the round that ends now, so that their money can be corrected."""
    if not state.rules.amounts.are_known:
        return
    bets = dict.fromkeys(
        SettledStack(line.bet.place, line.bet.bettor, line.picks).written
        for line in state.round.bets.lines
    )
    past_round = PastRound(state.round.number, tuple(bets), is_banked=state.game.bank_spot > 0)
    state.past_rounds = (*state.past_rounds, past_round)[-CORRECTABLE_ROUNDS:]


def correct_round(state: State, event: CorrectionMade) -> None:
    """Correct a bet's money. Raises Forbidden without a reason, an amount or such a bet, and
    where amounts are unseen.
    """
    if not event.reason.strip():
        raise Forbidden("why.no_reason")
    if not 0 < abs(event.cents) < METER_MODULO // 2:
        raise Forbidden("why.no_correction")
    if not state.rules.amounts.are_known:
        raise Forbidden("why.amounts_unseen")
    past_round, settled_stack = _settled_stack(state, event)
    state.forget_undo()
    ruling = RoundCorrected(
        event.round,
        settled_stack.place,
        event.cents,
        event.reason,
        event.persons,
        event.bettor,
        settled_stack.picks,
        past_round.is_banked,
    )
    state.advance_meters(lambda meters: with_correction(meters, ruling))
    state.add_ruling(ruling)


def refuse_in_round(_state: State) -> None:
    """Nothing is corrected during a round: what is wrong in it can still be taken back."""
    raise Forbidden("why.round_open")


def refuse_closed(_state: State) -> None:
    """Nothing is corrected once the table has closed."""
    raise Forbidden("why.not_open")


def _settled_stack(state: State, event: CorrectionMade) -> tuple[PastRound, SettledStack]:
    place = event.place._replace(on=state.game.canonical_name(event.place.on))
    for past_round in state.past_rounds:
        if past_round.number == event.round:
            settled_stack = past_round.settled_stack((place, event.bettor))
            if settled_stack is not None:
                return past_round, settled_stack
            raise Forbidden("why.not_settled_there", round=event.round, **_named(state, place))
    raise Forbidden("why.round_too_old", round=event.round, count=CORRECTABLE_ROUNDS)


def _named(state: State, place: Place) -> dict[str, str | int | Text]:
    """Return the values that name a place, of which there may be no such bet at all."""
    is_known = place.on in state.game.BETS
    return place_values(place) if is_known else {"spot": place.spot, "on": place.on}
