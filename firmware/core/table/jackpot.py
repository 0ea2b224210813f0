"""Progressive jackpots at the table (21.2, 67.21): a win calls the supervisor; linked jackpots.

The table's part in a linked jackpot is `state.link`. The game sees only the amount
(`show_jackpot`).
"""

from firmware.core.game.jackpot_link import JackpotLink, Winners
from firmware.core.game.limits import BetRefusal
from firmware.core.table.alarms import TABLE_PART, record_fault
from firmware.core.table.fault_state import Fault
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import (
    JackpotGrantReceived,
    JackpotLocked,
    JackpotSupervisorCalled,
    JackpotTermsReceived,
    JackpotUpdateReceived,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import ROUND
from firmware.core.vocabulary.places import Stack


def is_won(state: State) -> bool:
    """Return whether a jackpot is won to which the supervisor was not called yet."""
    return bool(state.game.jackpot.won) and not state.round.supervisor_called


def call_supervisor(state: State) -> None:
    """Raise the fault that calls the supervisor to a won jackpot.

    The decision that wins it can still be undone: a card may have been misread.
    """
    state.round.supervisor_called = True
    if state.link.locked:
        state.add_ruling(JackpotSupervisorCalled(state.link.table, state.round.number))
    record_fault(state, Fault(TABLE_PART, "lot_won"))


# a linked jackpot: messages of its keeper


def take_terms(state: State, event: JackpotTermsReceived) -> None:
    """Apply new terms of the jackpot."""
    _replace_link(state, state.link.with_terms(event.terms, event.table, event.journal))


def take_update(state: State, event: JackpotUpdateReceived) -> None:
    """Apply an update of the jackpot; a round in play stays locked to its amount."""
    _replace_link(state, state.link.with_update(event.shown))


def take_grant(state: State, event: JackpotGrantReceived) -> None:
    """Apply the keeper's grant of a hit of this table."""
    _replace_link(state, state.link.with_grant(event.granted))


def expire_lease(state: State, _event: Event) -> None:
    """Refuse progressive bets until the next update."""
    _replace_link(state, state.link.with_lease_expired())


def bet_refusal(state: State, stack: Stack) -> BetRefusal | None:
    """Return why a bet on a linked jackpot is refused now; None if it is taken, or is
    another bet.
    """
    game, base_bet = state.game, base_bet_name(stack[0].on)
    if (
        not game.has_linked_jackpot
        or base_bet not in game.HIDDEN_SIDE_BETS
        or state.link.closed_reason is None
    ):
        return None
    return BetRefusal(Text(state.link.closed_reason), game.rules.stakes[base_bet].article)


# a linked jackpot: its rounds


def lock_round(state: State) -> None:
    """Lock the round to the displayed jackpot, its own bets included. A test locks and contributes
    nothing.
    """
    if not state.game.has_linked_jackpot or state.testing:
        return
    _replace_link(
        state,
        state.link.with_round_locked(state.game.progressive_count(state.round.bets.locked_bets)),
    )
    locked_jackpot = state.link.locked
    if locked_jackpot is not None:
        locked_fields = (
            locked_jackpot.bets,
            locked_jackpot.version,
            locked_jackpot.generation,
            locked_jackpot.shown,
        )
        state.add_ruling(JackpotLocked(state.round.number, *locked_fields))


def settle_round(state: State) -> None:
    """End a settled round: its contribution and its hits are final, and can't be undone
    any more.
    """
    _end_round(state, state.game.jackpot.winners)


def void_round(state: State) -> None:
    """End a voided round: no jackpot was won, but its bets have contributed."""
    _end_round(state, ())


def check_unclaimed(state: State) -> None:
    """Raise Forbidden if the last round on a linked jackpot has won it, which is claimed now."""
    jackpot_link = state.link
    if state.phase is not ROUND and 0 < jackpot_link.last_hit == jackpot_link.last_message:
        raise Forbidden("why.lot_claimed")


def _end_round(state: State, winners: Winners) -> None:
    state.link, contribution = state.link.with_round_ended(state.round.number, winners)
    if contribution is not None:
        state.forget_undo()
        state.add_ruling(contribution)


def show_jackpot(state: State) -> None:
    """Copy the linked jackpot's displayed amount into the game, unless a win is still
    being paid.
    """
    if state.game.has_linked_jackpot and not state.game.jackpot.winners:
        state.game.jackpot.set_amount(state.link.shown_cents)


def _replace_link(state: State, jackpot_link: JackpotLink) -> None:
    state.link = jackpot_link
    show_jackpot(state)
