"""A round that the supervisor voids: every stake goes back."""

from typing import TYPE_CHECKING

from firmware.core.table.betting import taken
from firmware.core.table.closing import missing, standing_bets
from firmware.core.table.payments import end_round, open_round
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import (
    Bet,
    BetMoved,
    Refused,
    RoundVoided,
)

if TYPE_CHECKING:
    from firmware.core.table.table import Table


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
        taken(table, bet)
    table.cleared(voided)
    _begin_anew(table, event)


def voidable(table: "Table") -> tuple[Bet, ...]:
    """Return the bets that a void would give back now."""
    if table.under is Phase.ROUND:
        return tuple(table.bets.locked.values())
    if table.under is Phase.OPEN:
        return (*standing_bets(table), *missing(table), *table.game.at_stake)
    return ()


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
