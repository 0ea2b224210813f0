"""Progressive lots (21.2, 67.21): the supervisor is called to one that is won; and a linked lot.

What the table offers, locks and feeds of a linked lot is in `state.link`. The game only sees how
much its lot is (`show`).
"""

from firmware.core.game.jackpot_link import JackpotLink, Winners
from firmware.core.game.limits import BetRefusal
from firmware.core.table.alarms import TABLE_PART, raise_fault
from firmware.core.table.fault_state import Fault
from firmware.core.table.state import State
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import (
    JackpotGrantReceived,
    JackpotLocked,
    JackpotSupervisorCalled,
    JackpotTermsReceived,
    JackpotUpdateReceived,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import base_bet_name


def is_won(state: State) -> bool:
    """Return whether a lot is won to which the supervisor was not called yet."""
    return bool(state.game.jackpot.won) and not state.round.supervisor_called


def call_supervisor(state: State) -> None:
    """Show that a lot is won."""
    state.round.supervisor_called = True
    if state.link.locked:
        state.add_ruling(JackpotSupervisorCalled(state.link.table, state.round.number))
    raise_fault(state, Fault(TABLE_PART, "lot_won"))


# a linked lot: what its keeper says


def take_terms(state: State, event: JackpotTermsReceived) -> None:
    """Take the terms of the lot."""
    _replace_link(state, state.link.with_terms(event.terms, event.table, event.journal))


def take_update(state: State, event: JackpotUpdateReceived) -> None:
    """Take a line of the lot; a round in play goes on with what it is locked to."""
    _replace_link(state, state.link.with_update(event.shown))


def take_grant(state: State, event: JackpotGrantReceived) -> None:
    """Take what the keeper has made of a hit of this table."""
    _replace_link(state, state.link.with_grant(event.granted))


def expire_lease(state: State, _event: Event) -> None:
    """Take no more progressive bets until a line comes."""
    _replace_link(state, state.link.with_lease_expired())


def bet_refusal(state: State, stack: Stack) -> BetRefusal | None:
    """Return why no bet on a linked lot is taken now; None if it is, or is another bet."""
    game, base_bet = state.game, base_bet_name(stack[0].on)
    if (
        not game.has_linked_jackpot
        or base_bet not in game.HIDDEN_SIDE_BETS
        or state.link.closed_reason is None
    ):
        return None
    return BetRefusal(Text(state.link.closed_reason), game.rules.stakes[base_bet].article)


# a linked lot: what a round makes of it


def lock_round(state: State) -> None:
    """Lock the round to the lot that is shown with its bets. In a test nothing is locked or fed."""
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
    """The round is over: what it fed and won is final, and can't be undone any more."""
    _end_round(state, state.game.jackpot.winners)


def void_round(state: State) -> None:
    """The round is voided: nothing of the lot was won, but its bets have fed it."""
    _end_round(state, ())


def _end_round(state: State, winners: Winners) -> None:
    state.link, contribution = state.link.with_round_ended(state.round.number, winners)
    if contribution is not None:
        state.forget_undo()
        state.add_ruling(contribution)


def show_jackpot(state: State) -> None:
    """Have the game's lot be what the table shows of the linked one, once what it won is over."""
    if state.game.has_linked_jackpot and not state.game.jackpot.winners:
        state.game.jackpot.set_amount(state.link.shown_cents)


def _replace_link(state: State, jackpot_link: JackpotLink) -> None:
    state.link = jackpot_link
    show_jackpot(state)
