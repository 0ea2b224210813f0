"""A progressive jackpot and the payments from it (articles 21.2 and 67.21)."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, TypeVar

from firmware.core.vocabulary.jackpot import WHOLE_PERCENT
from firmware.core.vocabulary.money import NO_CENTS, Cents, Rounding
from firmware.core.vocabulary.rulings import Bet

NO_ROUNDING: Final = Rounding()

Winner = TypeVar("Winner", bound=Hashable)


class ProgressiveJackpot:
    """The jackpot of a table. A win reduces it when the next round opens.

    A linked jackpot grows and is reduced by its keeper (`jackpot_link`); here it is only copied.
    """

    def __init__(
        self,
        cents: Cents,
        bet_increment: Cents,
        reset_cents: Cents,
        rounding: Rounding = NO_ROUNDING,
    ) -> None:
        self.cents = cents
        """The jackpot as displayed."""
        self.won = NO_CENTS
        """How much of it this round pays."""
        self.winners: tuple[tuple[int, int, Cents], ...] = ()
        """Who wins it: (spot, per cent, paid)."""
        self._bet_increment = bet_increment
        self._reset_cents = reset_cents
        self._rounding = rounding
        self._emptied = False

    def begin_round(self) -> None:
        """Begin a round: subtract what the last one paid, or reset a jackpot that was won whole."""
        if self.won:
            self.cents = self._reset_cents if self._emptied else Cents(self.cents - self.won)
        self.set_amount(self.cents)

    def set_amount(self, cents: Cents) -> None:
        """Set the displayed amount, with no win pending."""
        self.cents, self.won, self.winners = cents, NO_CENTS, ()

    def add_bets(self, bets: int) -> None:
        """Add the increment of so many progressive bets."""
        self.cents = Cents(self.cents + bets * self._bet_increment)

    def pay_winners(self, winners: Sequence[tuple[Bet, int]]) -> Mapping[Bet, Cents]:
        """Return the payment of each winner, given his per cent."""
        payment_by_bet = jackpot_payments(self.cents, winners, self._rounding)
        self.won = Cents(sum(payment_by_bet.values()))
        self.winners = tuple(
            (bet.place.spot, percent, payment_by_bet[bet]) for bet, percent in winners
        )
        self._emptied = any(percent == WHOLE_PERCENT for _, percent in winners)
        return payment_by_bet


def jackpot_payments(
    jackpot_cents: Cents, winners: Sequence[tuple[Winner, int]], rounding: Rounding = NO_ROUNDING
) -> Mapping[Winner, Cents]:
    """Return the payment of each winner, given his per cent of the jackpot, rounded down.

    Winners are paid in order from the remaining jackpot, but those of the whole share it equally.
    """
    full_winners = [winner for winner, percent in winners if percent == WHOLE_PERCENT]
    payment_by_winner: dict[Winner, Cents] = {}
    remaining_cents = jackpot_cents
    for winner, percent in winners:
        if winner not in payment_by_winner:
            sharing_winners = full_winners if percent == WHOLE_PERCENT else [winner]
            share_cents = rounding.rounded_payment(
                remaining_cents * percent // (WHOLE_PERCENT * len(sharing_winners))
            )
            payment_by_winner |= dict.fromkeys(sharing_winners, share_cents)
            remaining_cents = Cents(remaining_cents - share_cents * len(sharing_winners))
    return payment_by_winner
