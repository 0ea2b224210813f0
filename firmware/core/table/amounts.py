"""How it is known what a bet is worth, and what is never said where it is not known.

A table whose bets are `unseen` knows from its sensors where a bet lies and not its size. Inside it
reckons with a nominal stake, so that games settle as ever; whatever leaves the table has UNCOUNTED
in place of every amount that was made from it, so that no wrong amount is ever shown.
"""

from typing import Literal

import msgspec

from firmware.core.vocabulary.money import NOTHING, UNCOUNTED, Cents, Commission
from firmware.core.vocabulary.panel import Payout
from firmware.core.vocabulary.rulings import (
    Bet,
    BetMoved,
    BetSettled,
    BetsLocked,
    Decided,
    LateBet,
    Ruling,
)

Amounts = Literal["read", "keyed", "unseen"]
"""Read by a chip reader, keyed by the dealer, or unknown: then only odds are shown."""


def without_amounts(ruling: Ruling) -> Ruling:
    """Return a ruling of an unseen table as it may be told."""
    match ruling:
        case BetsLocked(number, bets):
            return BetsLocked(number, tuple(map(uncounted, bets)))
        case BetMoved(bet):
            return BetMoved(uncounted(bet))
        case Decided(laid=laid):
            return msgspec.structs.replace(ruling, laid=dict.fromkeys(laid, UNCOUNTED))
        case LateBet():
            return msgspec.structs.replace(ruling, cents=None)
        case BetSettled():
            return msgspec.structs.replace(
                ruling,
                bet=uncounted(ruling.bet),
                returned=_unless_nothing(ruling.returned),
                paid=_unless_nothing(ruling.paid),
                commission=_unless_nothing(ruling.commission),
            )
    return ruling


def _unless_nothing(cents: Cents) -> Cents:
    """Return an amount of an unseen table as it may be told: nothing is nothing, whatever lay."""
    return UNCOUNTED if cents else NOTHING


def uncounted(bet: Bet) -> Bet:
    """Return a bet of unknown size."""
    return Bet(bet.place, _unless_nothing(bet.cents), bet.bettor)


def odds_only(payout: Payout, commission: Commission | None) -> Payout:
    """Return a payment of which only the odds, and the share that is owed, are known."""
    share = (commission.percent, commission.step) if commission else None
    amounts = dict.fromkeys(("stake", "paid", "commission"), UNCOUNTED)
    return msgspec.structs.replace(payout, **amounts, chips=(), share=share)
