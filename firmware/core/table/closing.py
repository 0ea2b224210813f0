"""At "Rien ne va plus" what lies on the felt is locked, and what can't stand is given back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from firmware.core.game.limits import Refusal
from firmware.core.table.bets import Bets
from firmware.core.table.betting import where
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    Announced,
    Bet,
    BetSettled,
    BetsLocked,
    LateBet,
)

if TYPE_CHECKING:
    from firmware.core.table.table import Table


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
    table.bets = Bets(locked, table.now, table.game.at_stake)
    table.keying = table.focus = table.pricing = None
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


def missing(table: "Table") -> list[Bet]:
    """Return the bets that stand over and do not lie where they must."""
    bound = _bound(table)
    return [Bet(place, cents, who) for (place, who), cents in bound.items()]


def play_may_end(table: "Table") -> bool:
    """Say whether the supervisor may close the table: nothing lies there, nothing stands over."""
    empty = not (table.felt.stacks or table.felt.unread() or table.returning)
    return table.key_switch and empty and not table.game.standing


def may_end_play(table: "Table", _event: Event) -> bool:
    """Say whether CONFIRM closes the table."""
    return play_may_end(table)


def end_play(table: "Table", _event: Event) -> None:
    """Close the table until CONFIRM opens it again."""
    table.forget_undo()
    table.rule(Announced(Text("announce.table_closed")))
