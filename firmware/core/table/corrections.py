"""The money of a closed round is corrected by two persons, as a record of its own.

round settled ──> `PastRound` among the last ten ──> correction: meters, ruling; the round's own
                                                     record stays as it was
"""

from collections.abc import Sequence

from firmware.core.game.game import Game
from firmware.core.game.past_rounds import (
    PastRound,
    SettledStack,
    check_correction,
    correctable_stack,
    latest_rounds,
)
from firmware.core.table.meters import with_correction
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CorrectionMade
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetSettled, RoundCorrected


def record_round(state: State) -> None:
    """Record the bets of the round that ends now, so that their money can be corrected."""
    if not state.rules.amounts.are_known:
        return
    lines_by_bet: dict[str, list[BetSettled]] = {}
    for line in state.round.bets.lines:
        written = SettledStack(line.bet.place, line.bet.bettor, line.picks).written
        lines_by_bet.setdefault(written, []).append(line)
    swings = tuple(_swing_of(state.game, lines) for lines in lines_by_bet.values())
    is_banked = state.game.bank_spot > 0
    past_round = PastRound(state.round.number, tuple(lines_by_bet), is_banked, swings)
    state.past_rounds = latest_rounds(state.past_rounds, past_round)


def _swing_of(game: Game, lines: Sequence[BetSettled]) -> Cents:
    """Return the stake and the most that a bet could have won; 0 if that is not bounded."""
    most_paid = [game.most_paid(line) for line in lines]
    if None in most_paid:
        return NO_CENTS
    paid = max(sum(filter(None, most_paid)), sum(line.paid for line in lines))
    return Cents(paid + sum(line.bet.cents for line in lines))


def correct_round(state: State, event: CorrectionMade) -> None:
    """Correct a bet's money. Raises Forbidden without a reason, an amount or such a bet, and
    where amounts are unseen.
    """
    past_round, settled_stack = _corrected_stack(state, event)
    state.forget_undo()
    state.effects.throw_is_final = True
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


def check_round_correction(state: State, event: CorrectionMade) -> None:
    """Raise Forbidden if this correction would be refused now."""
    if state.phase is Phase.ROUND:
        refuse_in_round(state)
    if state.phase is Phase.CLOSED:
        refuse_closed(state)
    _corrected_stack(state, event)


def _corrected_stack(state: State, event: CorrectionMade) -> tuple[PastRound, SettledStack]:
    check_correction(event)
    if not state.rules.amounts.are_known:
        raise Forbidden("why.amounts_unseen")
    place = event.place._replace(on=state.game.canonical_name(event.place.on))
    return correctable_stack(state.past_rounds, event, place, state.game.BETS)


def refuse_in_round(_state: State) -> None:
    """Nothing is corrected during a round: what is wrong in it can still be taken back."""
    raise Forbidden("why.round_open")


def refuse_closed(_state: State) -> None:
    """Nothing is corrected once the table has closed."""
    raise Forbidden("why.not_open")
