"""At "Rien ne va plus" legal bets are locked, the others are given back."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from firmware.core.game.limits import BetRefusal
from firmware.core.table import jackpot
from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.table.late_bets import RoundBets
from firmware.core.table.legality import (
    as_carried,
    sorted_bets,
    touched_bets,
    why_illegal,
)
from firmware.core.table.opening_burn import check_burnt
from firmware.core.table.state import State
from firmware.core.table.verdict import Verdict
from firmware.core.vocabulary.bets import place_values
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import HeadTaken
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import JournalHead, SoundAlert, Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import Announced, BetSettled, BetsLocked, LateBet


def judge_felt(state: State) -> Verdict:
    """Sort the chips on the felt."""
    touched_stacks, (legal_bets, illegal_stacks) = touched_bets(state), sorted_bets(state)
    returned = {
        stack: refusal for stack, refusal in illegal_stacks.items() if stack not in touched_stacks
    }
    return Verdict((*legal_bets, *as_carried(touched_stacks)), returned, touched_stacks)


def any_legal(state: State) -> bool:
    """Judge the felt for a close; return whether there is a legal bet on it."""
    state.effects.verdict = judge_felt(state)
    return state.effects.verdict.any_legal


def close_bets(state: State) -> None:
    """Lock the bets. By key, wheel, first card, throw, or an unread first card."""
    # the row's guard has judged the felt; only a throw closes without such a guard
    verdict, before = state.effects.verdict or judge_felt(state), state.round.bets
    state.round.bets = RoundBets(verdict.locked_bets, state.now, state.game.at_stake)
    state.round.bets.returning_stacks = before.returning_stacks | verdict.returned_stacks.keys()
    state.round.bets.return_reasons = before.return_reasons
    state.round.voided, state.round.reversals = False, ()
    state.effects.has_closed = True
    state.key_entry = NO_KEY_ENTRY
    state.add_ruling(Announced(Text("announce.no_more_bets")), SoundAlert.NO_MORE_BETS)
    state.add_ruling(BetsLocked(state.round.number, verdict.locked_bets, state.game.bank_spot))
    _give_back(state, verdict.returned_stacks)
    _report_touched(state, verdict.touched_stacks)
    _report_unpriced(state)
    jackpot.lock_round(state)
    state.game.close(verdict.locked_bets)
    state.shoe.record_bettors(frozenset(state.round.bets.bettors))


def _give_back(state: State, returned: Mapping[Stack, BetRefusal]) -> None:
    """Return each illegal bet, with the reason if it was not given when the bet was laid."""
    for bet in state.felt.bets() if returned else ():
        stack = bet.place, bet.bettor
        bet_refusal = returned.get(stack)
        if bet_refusal is None:
            continue
        state.round.bets.return_reasons[stack] = bet_refusal.why
        if why_illegal(state, stack) is None:
            state.refuse(bet_refusal.why)
        state.add_ruling(BetSettled(bet, "push", bet.cents, article=bet_refusal.article))


def _report_touched(state: State, touched_stacks: Mapping[Stack, Cents]) -> None:
    """Report changes to bets that must not change; the supervisor restores them."""
    for stack, cents in touched_stacks.items():
        present_cents = state.felt.amount(stack)
        change: Literal["added", "removed"] = "added" if present_cents > cents else "removed"
        state.round.bets.late_stacks[stack] = cents
        state.add_ruling(
            LateBet(stack[0], Cents(abs(present_cents - cents)), change, stack[1]), SoundAlert.LATE
        )


def _report_unpriced(state: State) -> None:
    """Take colour chips without a price for late bets."""
    for stack in state.felt.unpriced_stacks():
        state.round.bets.late_stacks.setdefault(stack, NO_CENTS)
        state.add_ruling(LateBet(stack[0], None, "added", stack[1]), SoundAlert.LATE)


def close_by_key(state: State) -> None:
    """Close, unless chips on the felt are not counted, or cards are still to be burnt."""
    check_burnt(state)
    _check_all_counted(state)
    state.remember_undo()
    close_bets(state)


def _check_all_counted(state: State) -> None:
    unpriced = state.felt.unpriced_stacks()
    if unpriced:
        raise Forbidden("why.no_price", spot=unpriced[0][0].spot)
    unread = state.felt.unread_places()
    if unread:
        raise Forbidden("why.chips_unread", **place_values(unread[0]))


def reopen_bets(state: State) -> None:
    """No legal bet is left at the close: the bets open again."""
    _check_all_counted(state)
    state.add_ruling(Announced(Text("announce.no_more_bets")), SoundAlert.NO_MORE_BETS)
    _legal_bets, illegal_stacks = sorted_bets(state)
    _give_back(state, illegal_stacks)
    state.round.bets.returning_stacks |= illegal_stacks.keys()
    state.add_ruling(Announced(Text("announce.place_your_bets")), SoundAlert.BETS_OPEN)


def may_end_play(state: State) -> bool:
    """Return whether the supervisor may close the table: empty felt, no carried-over bet, no
    commission that is marked.
    """
    chips_left = (
        state.felt.stacks or state.felt.unread_places() or state.round.bets.returning_stacks
    )
    carried = state.game.carried or state.commission_marks
    return state.device.key_switch and not (chips_left or carried)


def head_taken(state: State, event: HeadTaken) -> None:
    """Record the journal's head of this closing, to be shown until the table opens."""
    head = JournalHead(state.round.number, event.record, event.digest)
    state.device = replace(state.device, head=head)


def end_play(state: State) -> None:
    """Close the table until CONFIRM opens it again."""
    state.past_rounds = ()
    state.add_ruling(Announced(Text("announce.table_closed")))
