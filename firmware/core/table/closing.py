"""At "Rien ne va plus" legal bets are locked, the others are given back."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from firmware.core.game.limits import Refusal
from firmware.core.table import jackpot
from firmware.core.table.bets import Bets
from firmware.core.table.legality import (
    as_carried,
    sorted_bets,
    touched_bets,
    why_illegal,
)
from firmware.core.table.state import NOTHING_BEGUN, State
from firmware.core.table.verdict import Verdict
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import HeadTaken
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Alert, JournalHead, Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import Announced, BetSettled, BetsLocked, LateBet, named


def judge(state: State) -> Verdict:
    """Sort the chips on the felt."""
    touched, (legal, illegal) = touched_bets(state), sorted_bets(state)
    returned = {stack: why for stack, why in illegal.items() if stack not in touched}
    return Verdict((*legal, *as_carried(touched)), returned, touched)


def any_legal(state: State) -> bool:
    """Judge the felt for a close; return whether there is a legal bet on it."""
    state.turn.verdict = judge(state)
    return state.turn.verdict.any_legal


def close(state: State) -> None:
    """Lock the bets. By key, wheel, first card, throw, or an unread first card."""
    verdict, before = state.turn.verdict or judge(state), state.round.bets
    state.round.bets = Bets(verdict.locked, state.now, state.game.at_stake)
    state.round.bets.returning = before.returning | verdict.returned.keys()
    state.round.bets.reasons = before.reasons
    state.round.voided, state.round.reversals = False, ()
    state.gesture = NOTHING_BEGUN
    state.rule(Announced(Text("announce.no_more_bets")), Alert.NO_MORE_BETS)
    state.rule(BetsLocked(state.round.number, verdict.locked, state.game.bank_spot))
    _give_back(state, verdict.returned)
    _have_restored(state, verdict.restored)
    _have_priced(state)
    jackpot.lock(state)
    state.game.close(verdict.locked)
    state.shoe.played_by(frozenset(state.round.bets.bettors))


def _give_back(state: State, returned: Mapping[Stack, Refusal]) -> None:
    """Return each illegal bet, with the reason if it was not given when the bet was laid."""
    for bet in state.felt.bets() if returned else ():
        stack = bet.place, bet.bettor
        refused = returned.get(stack)
        if refused is None:
            continue
        state.round.bets.reasons[stack] = refused.why
        if why_illegal(state, stack) is None:
            state.refuse(refused.why)
        state.rule(BetSettled(bet, "push", bet.cents, article=refused.article))


def _have_restored(state: State, restored: Mapping[Stack, Cents]) -> None:
    """Report changes to bets that must not change; the supervisor restores them."""
    for stack, cents in restored.items():
        lies = state.felt.amount(stack)
        change: Literal["added", "removed"] = "added" if lies > cents else "removed"
        state.round.bets.late[stack] = cents
        state.rule(LateBet(stack[0], Cents(abs(lies - cents)), change, stack[1]), Alert.LATE)


def _have_priced(state: State) -> None:
    """Take colour chips without a price for late bets."""
    for stack in state.felt.unpriced():
        state.round.bets.late.setdefault(stack, NOTHING)
        state.rule(LateBet(stack[0], None, "added", stack[1]), Alert.LATE)


def close_by_key(state: State) -> None:
    """Close, unless chips on the felt are not counted."""
    _all_counted(state)
    state.remember_undo()
    close(state)


def _all_counted(state: State) -> None:
    unpriced = state.felt.unpriced()
    if unpriced:
        raise Forbidden("why.no_price", spot=unpriced[0][0].spot)
    unread = state.felt.unread()
    if unread:
        raise Forbidden("why.chips_unread", **named(unread[0]))


def reopen(state: State) -> None:
    """No legal bet is left at the close: the bets open again."""
    _all_counted(state)
    state.rule(Announced(Text("announce.no_more_bets")), Alert.NO_MORE_BETS)
    _legal, illegal = sorted_bets(state)
    _give_back(state, illegal)
    state.round.bets.returning |= illegal.keys()
    state.rule(Announced(Text("announce.place_your_bets")), Alert.BETS_OPEN)


def may_end_play(state: State) -> bool:
    """Return whether the supervisor may close the table: empty felt, no carried-over bet."""
    lying = state.felt.stacks or state.felt.unread() or state.round.bets.returning
    return state.device.key_switch and not (lying or state.game.carried)


def head_taken(state: State, event: HeadTaken) -> None:
    """Keep the journal's head of this closing, to be shown until the table opens."""
    head = JournalHead(state.round.number, event.record, event.digest)
    state.device = replace(state.device, head=head)


def end_play(state: State) -> None:
    """Close the table until CONFIRM opens it again."""
    state.rule(Announced(Text("announce.table_closed")))
