"""Chips on the felt: bets while they are open, late ones and payments afterwards."""

from typing import TYPE_CHECKING

import msgspec

from firmware.core.table.decisions import may_be_offered, offered
from firmware.core.table.meters import kept_of
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import ChipsSwept, KeyPressed, PresenceSeen, StackRead
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import (
    Bet,
    BetMoved,
    BetSettled,
    LateBet,
    bet_name,
)

if TYPE_CHECKING:
    from firmware.core.table.table import Table


def where(place: Place) -> dict[str, str | int | Text]:
    """Return the values that name a place in a text."""
    return {"spot": place.spot, "on": bet_name(place.on)}


# chips on the felt


def stack_read(table: "Table", event: StackRead) -> None:
    """Take over what a reader says of one bettor's chips at one place."""
    _known(table, event.place)
    stack = event.place, event.bettor
    _told_again(table, {stack})
    if event.colours and not table.game.colours:
        raise Forbidden("why.no_colours", spot=event.place.spot)
    table.felt.read.pop(stack, None)
    if event.colours:
        table.felt.read[stack] = event.cents, event.colours
        lay(table, stack, table.worth(stack))
    else:
        lay(table, stack, event.cents)


def chips_swept(table: "Table", _event: ChipsSwept) -> None:
    """What lay there before the power was cut, and was not read since, has gone."""
    for stack in [stack for stack in table.felt.stacks if stack in table.unreported]:
        table.felt.read.pop(stack, None)
        lay(table, stack, NOTHING)
    _told_again(table, set(table.unreported))


def _told_again(table: "Table", stacks: set[Stack]) -> None:
    """Note what a reader has told of since the power was back; a key before that stands."""
    if stacks & table.unreported:
        table.unreported -= stacks
        table.forget_undo()


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
            taken(table, Bet(stack[0], was, stack[1]))
    elif refusal is None:
        table.rule(BetMoved(bet))
    elif table.rules.amounts != "keyed":
        table.refuse(refusal.why)


def taken(table: "Table", bet: Bet) -> None:
    """A bet was taken off the felt while bets were open."""
    kept_by_the_house = table.game.withdraw(bet)
    if table.rules.amounts != "unseen":
        table.advance(kept_of(table.meters, bet, kept_by_the_house))
    table.rule(BetSettled(bet, "push", bet.cents, commission=kept_by_the_house))


def mark_working(table: "Table", _event: KeyPressed) -> None:
    """Turn the bet laid last on for the come-out, or off (95.15 to 95.17)."""
    if table.laid_last is None or not table.felt.amount(table.laid_last):
        raise Forbidden("why.nothing_laid")
    table.game.mark(table.laid_last)
    table.remember_undo()
