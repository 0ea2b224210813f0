"""From the settlement to the next "Faites vos jeux"."""

from firmware.core.table import jackpot
from firmware.core.table.accounts import check_meters, may_be_paid
from firmware.core.table.meters import counted, settled
from firmware.core.table.stack_sums import Taking
from firmware.core.table.state import NOTHING_BEGUN, Round, State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import NOTHING
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    Announced,
    BetSettled,
    LateResolved,
    RoundOpened,
    bet_name,
    named,
)

# obstacles to settling a round, and to ending it


def waits_on_bets(state: State) -> bool:
    """Return whether something on the felt keeps the round from being settled."""
    bets = state.round.bets
    late = bets.late or bets.returning or state.felt.unread()
    return bool(late or unreported_bet(state))


def unreported_bet(state: State) -> Stack | None:
    """Return a locked bet not read since a power cut, if there is a reader."""
    if not state.rules.amounts.by_reader:
        return None
    return next((s for s in state.round.bets.locked if s in state.felt.unreported), None)


def unmoved(state: State) -> tuple[Stack, Stack] | None:
    """Return (from, to) of a carried-over bet still to be moved, if there is a reader."""
    return state.round.bets.unmoved(state.felt) if state.rules.amounts.by_reader else None


# the dealer's next movement of chips


def chips_are_due(state: State) -> bool:
    """Return whether the dealer takes and pays now what is settled so far."""
    bets = state.round.bets
    return bets.settled or (state.game.settles_now and bool(bets.lines))


def taking(state: State) -> Taking | None:
    """Return the chips that the dealer takes next; whole stacks only where something sees them."""
    bets = state.round.bets
    for lost in bets.takings(state.felt):
        if _seen(state, lost) or bets.owed(lost.stack):
            return lost
    return None


def _seen(state: State, taking: Taking) -> bool:
    """Return whether a reader, or a sensor of a place to be cleared, sees the chips go."""
    if state.rules.amounts.by_reader:
        return True
    return state.rules.sensed and not state.round.bets.owed(taking.stack)


def untaken(state: State) -> Taking | None:
    """Return the first lost chips that are seen to lie there still."""
    bets, felt = state.round.bets, state.felt
    for lost in bets.takings(felt):
        if not bets.right(lost.stack, felt) and _seen(state, lost):
            return lost
    return None


def unpaid(state: State) -> BetSettled | None:
    """Return the first payment that is seen not to lie there, if there is a reader."""
    return state.round.bets.unpaid(state.felt) if state.rules.amounts.by_reader else None


def may_pass(state: State) -> bool:
    """Return whether NEXT passes over the next movement: a payment, or chips that nothing sees."""
    if not chips_are_due(state):
        return False
    bets, take = state.round.bets, taking(state)
    if take is None:
        return bets.paying is not None
    return bets.right(take.stack, state.felt) or not _seen(state, take)


def pass_on(state: State) -> None:
    """Pass over the next movement."""
    bets, take = state.round.bets, taking(state)
    if not may_pass(state):
        raise Forbidden("why.not_now")
    if take is None:
        bets.next()
    else:
        bets.take(take.stack)
    state.remember_undo()


# settling


def has_news(state: State) -> bool:
    """Return whether the game has decided something that can be settled now."""
    game, bets = state.game, state.round.bets
    decided = game.finished or len(game.lines) > len(bets.lines)
    return decided and not bets.settled and not waits_on_bets(state)


def settle(state: State) -> None:
    """Record the game's settlement, unless the accounting identities fail.

    Its rulings follow when the round is over, since until then a void can return every stake.
    """
    if not may_be_paid(state):
        return
    game, bets = state.game, state.round.bets
    bets.settle(game.lines, whole=game.finished)
    if bets.settled:
        bets.carry(game.carries, game.moves)
        for line in bets.lines:
            state.rule(line)


def resolve(state: State) -> None:
    """The supervisor settles the late bets: the felt is as locked again."""
    bets = state.round.bets
    if not bets.late:
        raise Forbidden("why.nothing_to_resolve")
    wrong = bets.wrong(state.felt)
    right = bets.put_right(state.felt)
    if not right and wrong is not None:
        values = {**named(wrong[0]), "cents": bets.late[wrong]}
        raise Forbidden(state.rules.amounts.words("why.put_right_first", values))
    for stack in right:
        del bets.late[stack]
        state.rule(LateResolved(stack[0]))


# the end of a round


def finish(state: State) -> None:
    """The dealer has paid and taken: the round is over."""
    bets = state.round.bets
    if bets.late:
        raise Forbidden("why.late_unresolved", **named(next(iter(bets.late))[0]))
    if not bets.settled:
        raise Forbidden("why.not_settled")
    left = _obstacle(state)
    if left is not None:
        raise Forbidden(left)
    state.remember_undo()
    _end_settled(state)


def chips_are_done(state: State) -> bool:
    """Return whether nothing tells of chips that the dealer has still to take, pay or move."""
    return not (untaken(state) or unpaid(state) or unmoved(state))


def _obstacle(state: State) -> Text | None:
    """Return what the dealer has still to do with the chips, if anything tells."""
    lost, owed, moving = untaken(state), unpaid(state), unmoved(state)
    if lost is not None:
        return state.rules.amounts.words("why.take_first", lost.values)
    if owed is not None:
        where = named(owed.bet.place, owed.hand)
        return Text("why.pay_first", {**where, "cents": owed.paid})
    if moving is not None:
        origin, to = moving
        return Text("why.move_first", {**named(origin[0]), "to": bet_name(to[0].on)})
    return None


def _end_settled(state: State) -> None:
    if state.rules.amounts.known:
        banked = state.game.bank_spot > 0
        state.count(lambda meters: settled(meters, state.round.bets, banked=banked))
    state.count(lambda meters: counted(meters, "rounds"))
    state.shoe.settled(len(state.round.bets.bettors))
    jackpot.settled(state)
    _clear_felt(state)
    end_round(state)


def _clear_felt(state: State) -> None:
    """Assume that chips no reader follows were paid, taken and moved as prompted."""
    amounts, bets, felt = state.rules.amounts, state.round.bets, state.felt
    if amounts.by_dealer:
        carried = bets.carried.items()
        felt.stacks = {s: cents for s, cents in carried if s[0].on in felt.names}
    elif not amounts.known:
        for origin, to in bets.moves.items():
            felt.put(origin, NOTHING)
            felt.put(to, bets.carried[to])


def end_round(state: State) -> None:
    """Take cards and locked bets off the table; bets that are carried over go on."""
    state.round = Round(state.round.number)
    state.gesture = NOTHING_BEGUN
    state.game.open()
    jackpot.show(state)
    state.shoe.end_round()


def nothing_to_do(state: State) -> bool:
    """Return whether a throw left the dealer nothing to pay, take or move."""
    game, bets = state.game, state.round.bets
    idle = game.THROWN and bets.settled and (game.PAID_LATER or not bets.chips_move)
    return idle and not waits_on_bets(state)


def end_and_open(state: State) -> None:
    """End a throw that leaves nothing to do: the next round opens automatically."""
    _end_settled(state)
    open_round(state)


def finish_and_open(state: State) -> None:
    """End the round and open the next."""
    finish(state)
    open_round(state)


def open_round(state: State) -> None:
    """Open the bets: "Faites vos jeux"."""
    felt = state.felt
    state.round.number += 1
    state.turn.opened = True
    if not state.rules.amounts.known:
        felt.stacks = {stack: state.game.nominal(stack[0].on) for stack in felt.stacks}
    state.round.bets.left_over = felt.stacks.keys() - state.game.carried.keys()
    check_meters(state)
    state.rule(RoundOpened(state.round.number))
    state.rule(Announced(Text("announce.place_your_bets")), Alert.BETS_OPEN)
