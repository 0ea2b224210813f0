"""From "Faites vos jeux" to the last chip paid: what the table does about bets."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from firmware.core.bets import Bets
from firmware.core.deciding import may_be_offered, offered
from firmware.core.errors import Forbidden
from firmware.core.events import Event, KeyPressed, Place, PresenceSeen, StackRead
from firmware.core.felt import Stack
from firmware.core.instruments import Keyed
from firmware.core.limits import Refusal
from firmware.core.money import NOTHING, Cents
from firmware.core.panel import Alert, Text
from firmware.core.phase import Phase
from firmware.core.rulings import (
    Announced,
    Bet,
    BetMoved,
    BetSettled,
    BetsLocked,
    LateBet,
    LateResolved,
    Refused,
    RoundOpened,
    RoundVoided,
    bet_name,
)
from firmware.core.shoe import ONE_ROUND

if TYPE_CHECKING:
    from firmware.core.table import Table


def where(place: Place) -> dict[str, str | int | Text]:
    """Return the values that name a place in a text."""
    return {"spot": place.spot, "on": bet_name(place.on)}


# chips on the felt


def stack_read(table: "Table", event: StackRead) -> None:
    """Take over what a reader says of one bettor's chips at one place."""
    _known(table, event.place)
    stack = event.place, event.bettor
    if event.colours and not table.game.colours:
        raise Forbidden("why.no_colours", spot=event.place.spot)
    table.felt.read.pop(stack, None)
    if event.colours:
        table.felt.read[stack] = event.cents, event.colours
        lay(table, stack, table.worth(stack))
    else:
        lay(table, stack, event.cents)


def lay(table: "Table", stack: Stack, cents: Cents) -> None:
    """Take over that a bettor's chips at a place are now worth `cents`."""
    was_refused = table.refusal(stack) is not None
    before = table.felt.put(stack, cents)
    if before != cents:
        table.forget_undo()
        _moved(table, stack, before, was_refused=was_refused)
    if not cents:
        table.returning.discard(stack)


def presence_seen(table: "Table", event: PresenceSeen) -> None:
    """Take over what a sensor says; the amount is the reader's to tell, where there is one."""
    _known(table, event.place)
    table.forget_undo()
    table.felt.cover(event.place, covered=event.covered)
    if table.rules.amounts != "read":
        _sensed_alone(table, event.place, covered=event.covered)


def _sensed_alone(table: "Table", place: Place, *, covered: bool) -> None:
    """Take what a sensor says for what lies there: nothing, or what was locked, or some chips.

    While bets are open a keyed amount is the dealer's to tell, and is gone with the chips.
    """
    stack = place, None
    locked, nominal = table.bets.locked.get(stack), table.game.nominal(place.on)
    if not covered:
        table.keying = None if table.keying == place else table.keying
        lay(table, stack, NOTHING)
    elif table.under is Phase.ROUND and not table.felt.amount(stack):
        lay(table, stack, locked.cents if locked else nominal)
    elif table.rules.amounts == "unseen":
        lay(table, stack, nominal)


def look_again(table: "Table") -> None:
    """What no sensor feels any more has gone, where nothing else tells of chips."""
    if table.rules.amounts == "read" or not table.rules.sensed:
        return
    for stack in [stack for stack in table.felt.stacks if stack[0] not in table.felt.covered]:
        lay(table, stack, NOTHING)


def _known(table: "Table", place: Place) -> None:
    if place.spot not in table.felt.betting:
        raise Forbidden("why.no_such_spot", spot=place.spot)
    if place.on not in table.felt.names:
        raise Forbidden("why.no_such_bet", on=place.on)


def _moved(table: "Table", stack: Stack, before: Cents, *, was_refused: bool) -> None:
    after = table.felt.amount(stack)
    if table.trouble.stopped and (table.trouble.needs_void or table.under is Phase.OPEN):
        table.refuse(table.stopped_by())
    elif table.under is Phase.OPEN:
        _bet(table, stack, before, was_refused=was_refused)
    elif table.under is Phase.ROUND and may_be_offered(table, stack):
        table.offered_at = table.now if offered(table, stack) else None
    elif table.under is Phase.ROUND:
        supervised = table.key_switch
        late = table.bets.moved(stack, before, after, table.now, supervised=supervised)
        if late is not None:
            table.rule(_as_known(table, late), Alert.LATE)
    elif after > before:
        key = "why.not_open" if table.under is Phase.CLOSED else "why.shuffle_first"
        table.refuse(Text(key))


def _as_known(table: "Table", late: LateBet) -> LateBet:
    """Return a late bet without the amount, where no reader tells what was added."""
    if table.rules.amounts == "read" or late.change == "removed":
        return late
    return msgspec.structs.replace(late, cents=None)


def _bet(table: "Table", stack: Stack, before: Cents, *, was_refused: bool) -> None:
    """Take chips as a bet; what lay there since the last round may leave without a word."""
    bet = Bet(stack[0], table.felt.amount(stack), stack[1])
    refusal = table.refusal(stack)
    left_over = stack in table.bets.left_over
    table.bets.left_over.discard(stack)
    if stack in table.returning and bet.cents < before:
        return
    table.voided = table.voided and not bet.cents
    table.returning.discard(stack)
    table.laid_last = stack
    bound = stack in table.game.standing and refusal is not None
    if not bet.cents and not bound:
        was = table.game.standing.get(stack, NOTHING) if was_refused else before
        if was and not left_over:
            _taken(table, Bet(stack[0], was, stack[1]))
    elif refusal is None:
        table.rule(BetMoved(bet))
    elif table.rules.amounts != "keyed":
        table.refuse(refusal.why)


def _taken(table: "Table", bet: Bet) -> None:
    """A bet was taken off the felt while bets were open."""
    kept_by_the_house = table.game.withdraw(bet)
    table.rule(BetSettled(bet, "push", bet.cents, commission=kept_by_the_house))


def mark_working(table: "Table", _event: KeyPressed) -> None:
    """Turn the bet laid last on for the come-out, or off (95.15 to 95.17)."""
    if table.laid_last is None or not table.felt.amount(table.laid_last):
        raise Forbidden("why.nothing_laid")
    table.game.mark(table.laid_last)
    table.remember_undo()


# closing


def standing(table: "Table", _event: Event) -> bool:
    """Say whether a bet that may stand lies on the felt."""
    return bool(standing_bets(table))


def standing_bets(table: "Table") -> tuple[Bet, ...]:
    """Return what lies on the felt as bets that may stand."""
    unfit = _unfit(table)
    return tuple(bet for bet in _laid(table) if (bet.place, bet.bettor) not in unfit)


def _laid(table: "Table") -> list[Bet]:
    """Return what lies on the felt as bets, but for what is being given back."""
    return [b for b in table.felt.bets() if (b.place, b.bettor) not in table.returning]


def _unfit(table: "Table") -> dict[Stack, Refusal]:
    """Return the bets that can't stand, by themselves or beside the others, and why."""
    laid = {(bet.place, bet.bettor): bet.cents for bet in _laid(table)}
    alone = {stack: why for stack in laid if (why := table.refusal(stack)) is not None}
    rest = {stack: cents for stack, cents in laid.items() if stack not in alone}
    return alone | table.game.unfit(rest)


def close(table: "Table", _event: Event) -> None:
    """Lock, at "Rien ne va plus", what lies on the felt; give back what can't stand."""
    bets, unfit, bound = _laid(table), _unfit(table), _bound(table)
    unfit = {stack: why for stack, why in unfit.items() if stack not in bound}
    fit = (b for b in bets if (b.place, b.bettor) not in unfit.keys() | bound.keys())
    locked = (*fit, *(Bet(place, cents, who) for (place, who), cents in bound.items()))
    given_back = table.returning | unfit.keys()
    table.bets = Bets(locked, table.now)
    table.keying = table.focus = None
    table.bets.returning = given_back
    table.voided = False
    table.rule(Announced(Text("announce.no_more_bets")), Alert.NO_MORE_BETS)
    table.rule(BetsLocked(table.round, locked))
    _give_back(table, unfit)
    _hold_to(table, bound)
    for stack in table.unpriced():
        table.bets.late.setdefault(stack, NOTHING)
        table.rule(LateBet(stack[0], None, "added", stack[1]), Alert.LATE)
    table.game.close(locked)
    table.remember_faithful(frozenset(bet.place.spot for bet in locked))


def _bound(table: "Table") -> dict[Stack, Cents]:
    """Return the bets that stand over and were changed as they may not be, as they stood."""
    game = table.game
    return {stack: cents for stack, cents in game.standing.items() if table.refusal(stack)}


def _hold_to(table: "Table", bound: Mapping[Stack, Cents]) -> None:
    """Have the supervisor put right what was changed and stands as it stood."""
    for stack, cents in bound.items():
        lies = table.felt.amount(stack)
        change: Literal["added", "removed"] = "added" if lies > cents else "removed"
        table.bets.late[stack] = cents
        table.rule(LateBet(stack[0], Cents(abs(lies - cents)), change, stack[1]), Alert.LATE)


def _give_back(table: "Table", unfit: Mapping[Stack, Refusal]) -> None:
    """Return each bet that can't stand, and say why if it wasn't said when it was laid."""
    for bet in _laid_of(table, unfit):
        refused = unfit[bet.place, bet.bettor]
        if table.refusal((bet.place, bet.bettor)) is None:
            table.refuse(refused.why)
        table.rule(BetSettled(bet, "push", bet.cents, article=refused.article))


def _laid_of(table: "Table", stacks: Mapping[Stack, Refusal]) -> list[Bet]:
    return [bet for bet in table.felt.bets() if (bet.place, bet.bettor) in stacks]


def close_by_key(table: "Table", event: KeyPressed) -> None:
    """Close, unless chips lie there that nobody has counted."""
    _counted(table)
    table.remember_undo()
    close(table, event)


def _counted(table: "Table") -> None:
    unpriced = table.unpriced()
    if unpriced:
        raise Forbidden("why.no_price", spot=unpriced[0][0].spot)
    unread = table.felt.unread()
    if unread:
        raise Forbidden("why.chips_unread", **where(unread[0]))


def nobody_bets(_table: "Table", _event: Event) -> None:
    """The wheel closes bets that there are none of."""


def reopen(table: "Table", _event: Event) -> None:
    """No bet is left after the close: the round opens again."""
    _counted(table)
    table.rule(Announced(Text("announce.no_more_bets")), Alert.NO_MORE_BETS)
    unfit = _unfit(table)
    _give_back(table, unfit)
    table.bets.returning |= unfit.keys()
    table.rule(Announced(Text("announce.place_your_bets")), Alert.BETS_OPEN)


# settling and paying


def settle(table: "Table") -> None:
    """Take over what the game has decided, once nothing on the felt speaks against it.

    It is ruled when the round is over, since until then a void gives every stake back.
    """
    if table.waits_on_bets():
        return
    table.bets.settle(table.game.lines, whole=table.game.finished)
    if table.bets.settled:
        table.bets.keep(table.game.kept, table.game.moves)
    for line in table.bets.lines if table.bets.settled else ():
        table.rule(line)


def resolve(table: "Table", _event: KeyPressed) -> None:
    """The supervisor settles the late bets: what lies on the felt is the snapshot again."""
    bets = table.bets
    if not bets.late:
        raise Forbidden("why.nothing_to_resolve")
    wrong = bets.wrong(table.felt)
    right = bets.put_right(table.felt)
    if not right and wrong is not None:
        raise Forbidden(
            table.told("why.put_right_first", cents=bets.late[wrong], **where(wrong[0]))
        )
    for stack in right:
        del bets.late[stack]
        table.rule(LateResolved(stack[0]))


def pass_on(table: "Table", _event: KeyPressed) -> None:
    """Show the next payment."""
    if not (table.bets.settled and table.bets.next()):
        raise Forbidden("why.not_now")
    table.remember_undo()


def finish(table: "Table", _event: KeyPressed) -> None:
    """The dealer has paid and taken: the round is over."""
    if table.bets.late:
        raise Forbidden("why.late_unresolved", **where(next(iter(table.bets.late))[0]))
    if not table.bets.settled:
        raise Forbidden("why.not_settled")
    untaken = table.untaken()
    if untaken is not None:
        raise Forbidden("why.take_first", **where(untaken[0]))
    unmoved = table.unmoved()
    if unmoved is not None:
        origin, to = unmoved
        raise Forbidden("why.move_first", **where(origin[0]), to=bet_name(to[0].on))
    table.remember_undo()
    _clear_felt(table)
    end_round(table)


def _clear_felt(table: "Table") -> None:
    """Take what no reader follows for paid, taken and moved as the dealer was told."""
    if table.rules.amounts == "keyed":
        kept = table.bets.kept.items()
        table.felt.stacks = {s: cents for s, cents in kept if s[0].on in table.felt.names}
    elif table.rules.amounts == "unseen":
        for origin, to in table.bets.moves.items():
            table.felt.put(origin, NOTHING)
            table.felt.put(to, table.bets.kept[to])


def end_round(table: "Table") -> None:
    """Take the cards and the snapshot off the table; what stands over goes on."""
    table.bets = Bets()
    table.game.open()
    table.entering = table.keying = table.focus = None
    table.keyed = Keyed()
    table.laid_last = None
    table.low = ()
    table.lot_told = False
    table.offered_at = None


def end_and_open(table: "Table", event: Event) -> None:
    """A throw has left nothing to do: the next round opens by itself."""
    _clear_felt(table)
    end_round(table)
    open_round(table, event)


def finish_and_open(table: "Table", event: KeyPressed) -> None:
    """End the round and open the next."""
    finish(table, event)
    open_round(table, event)


def open_round(table: "Table", _event: Event) -> None:
    """Open the bets: "Faites vos jeux"."""
    table.round += 1
    table.opened = True
    if table.shoe.decks <= ONE_ROUND and not table.rules.shuffled_by_hand:
        table.shoe.fill()
    if table.rules.amounts == "unseen":
        nominal = table.game.nominal
        table.felt.stacks = {stack: nominal(stack[0].on) for stack in table.felt.stacks}
    table.bets.left_over = table.felt.stacks.keys() - table.game.standing.keys()
    table.rule(RoundOpened(table.round))
    table.rule(Announced(Text("announce.place_your_bets")), Alert.BETS_OPEN)


def void(table: "Table", event: Event) -> None:
    """The supervisor voids the round, if one is open: every stake goes back."""
    bets = voidable(table)
    voided = table.trouble.void()
    if not (bets or voided):
        raise Forbidden("why.nothing_to_void")
    if table.under not in (Phase.OPEN, Phase.ROUND):
        table.cleared(voided)
        return
    table.rule(RoundVoided(table.round))
    for bet in bets:
        _taken(table, bet)
    table.cleared(voided)
    _begin_anew(table, event)


def voidable(table: "Table") -> tuple[Bet, ...]:
    """Return the bets that a void would give back now."""
    if table.under is Phase.ROUND:
        return tuple(table.bets.locked.values())
    if table.under is Phase.OPEN:
        return (*standing_bets(table), *missing(table), *table.game.at_stake)
    return ()


def missing(table: "Table") -> list[Bet]:
    """Return the bets that stand over and do not lie where they must."""
    bound = _bound(table)
    return [Bet(place, cents, who) for (place, who), cents in bound.items()]


def _begin_anew(table: "Table", event: Event) -> None:
    table.trouble.felt_unconfirmed = False
    table.game.void()
    end_round(table)
    table.bets.returning = set(table.felt.stacks)
    if table.shuffle_due:
        table.resume = Phase.SHOE_CHANGE
    else:
        table.resume = Phase.OPEN
        table.voided = True
        open_round(table, event)


def given_back(table: "Table", _event: KeyPressed) -> bool:
    """Say whether stakes are being given back after a void."""
    return bool(table.returning) or table.voided


def confirm_given_back(table: "Table", _event: KeyPressed) -> None:
    """The stakes are given back: what lies on the felt from now on is bet."""
    table.bets.returning.clear()
    table.voided = False
    for bet in table.felt.bets():
        refused = table.refusal((bet.place, bet.bettor))
        table.rule(Refused(refused.why) if refused else BetMoved(bet))
