"""Amounts: read by a chip reader, keyed by the dealer, or unseen.

If bets are unseen, sensors give their places but not their size. The table then settles with a
nominal stake (`NOMINAL_STAKE`), so that games need not know, and masks every amount that leaves the
core as UNCOUNTED: no wrong amount is ever shown.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import NO_CENTS, UNCOUNTED, Cents, Commission
from firmware.core.vocabulary.panel import Payout, Text
from firmware.core.vocabulary.rulings import (
    BetMoved,
    BetSettled,
    BetsLocked,
    Decided,
    LateBet,
    Ruling,
)


class Amounts(StrEnum):
    """How the table knows the size of a bet."""

    READ = "read"
    KEYED = "keyed"
    UNSEEN = "unseen"

    def __init__(self, name: str) -> None:
        self.by_reader = name == "read"
        """Whether a chip reader reads the bets."""
        self.by_dealer = name == "keyed"
        """Whether the dealer keys each bet."""
        self.are_known = name != "unseen"
        """Whether the table knows the size of a bet."""

    def applicable_limits(
        self, configured_limits: Mapping[str, BetLimits]
    ) -> Mapping[str, BetLimits]:
        """Return the limits that the table can hold a bet to."""
        return configured_limits if self.are_known else {}

    def mask_late_bet(self, late: LateBet) -> LateBet:
        """Mask the amount added to a locked bet, except on a table with a chip reader."""
        amount_known = self.by_reader or late.change == "removed"
        return late if amount_known else replace(late, cents=None)

    def mask_ruling(self, ruling: Ruling) -> Ruling:
        """Mask the amounts of a ruling if they are unseen."""
        return ruling if self.are_known else _masked_ruling(ruling)

    def mask_bet(self, bet: Bet) -> Bet:
        """Mask a bet if it is unseen."""
        return bet if self.are_known else _masked_bet(bet)

    def mask_payout(self, payout: Payout, commission: Commission | None) -> Payout:
        """Mask an unseen payment, except for the odds and the commission's rate."""
        if self.are_known:
            return payout
        # a rate with decimals is not shown: it has no place on the display
        commission_share = (
            (commission.percent, commission.step) if commission and commission.per == 100 else None
        )
        masked_amounts = dict.fromkeys(("stake", "paid", "commission"), UNCOUNTED)
        direction = commission.direction if commission else payout.share_direction
        masked_payout = replace(payout, **masked_amounts, chips=(), share=commission_share)
        return replace(masked_payout, share_direction=direction)

    def amount_words(self, key: str, values: Mapping[str, str | int | Text]) -> Text:
        """Return words whose amounts are masked if they are unseen."""
        if self.are_known:
            return Text(key, values)
        money = {name: UNCOUNTED for name in values if name.endswith("cents")}
        return Text(key, {**values, **money})


def _masked_ruling(ruling: Ruling) -> Ruling:
    match ruling:
        case BetsLocked(bets=bets):
            return replace(ruling, bets=tuple(map(_masked_bet, bets)))
        case BetMoved(bet):
            return BetMoved(_masked_bet(bet))
        case Decided(laid=laid):
            return replace(ruling, laid=dict.fromkeys(laid, UNCOUNTED))
        case LateBet():
            return replace(ruling, cents=None)
        case BetSettled():
            return replace(
                ruling,
                bet=_masked_bet(ruling.bet),
                returned=_masked_cents(ruling.returned),
                paid=_masked_cents(ruling.paid),
                commission=_masked_cents(ruling.commission),
                capped=False,
            )
    return ruling


def _masked_bet(bet: Bet) -> Bet:
    return Bet(bet.place, _masked_cents(bet.cents), bet.bettor)


def _masked_cents(cents: Cents) -> Cents:
    """Mask a non-zero amount as UNCOUNTED; zero is right for any stake."""
    return UNCOUNTED if cents else NO_CENTS
