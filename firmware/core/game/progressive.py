"""A progressive jackpot and the payments from it (articles 21.2 and 67.21)."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.jackpot import WHOLE_PERCENT
from firmware.core.vocabulary.money import NO_CENTS, Cents

Winner = TypeVar("Winner", bound=Hashable)


class ProgressiveJackpot:
    """The jackpot of a table. A win reduces it when the next round opens.

    A linked jackpot grows and is reduced by its keeper (`jackpot_link`); here it is only copied.
    """

    def __init__(self, cents: Cents, bet_increment: Cents, reset_cents: Cents) -> None:
        self.cents = cents
        """The jackpot as displayed."""
        self.won = NO_CENTS
        """How much of it this round pays."""
        self.winners: tuple[tuple[int, int, Cents], ...] = ()
        """Who wins it: (spot, per cent, paid)."""
        self._bet_increment = bet_increment
        self._reset_cents = reset_cents

    def begin_round(self) -> None:
        """Begin a round: subtract the last round's shares, then raise the jackpot to its reset
        amount if it is lower.
        """
        if self.winners:
            self.cents = max(Cents(self.cents - self.won), self._reset_cents)
        self.set_amount(self.cents)

    def set_amount(self, cents: Cents) -> None:
        """Set the displayed amount, with no win pending."""
        self.cents, self.won, self.winners = cents, NO_CENTS, ()

    def add_bets(self, bets: int) -> None:
        """Add the increment of so many progressive bets."""
        self.cents = Cents(self.cents + bets * self._bet_increment)

    def pay_winners(self, winners: Sequence[tuple[Bet, int]]) -> Mapping[Bet, Cents]:
        """Return the payment of each winner, given his per cent; the lowest spot is the first."""
        winners = sorted(winners, key=lambda winner: winner[0].place.spot)
        payment_by_bet = jackpot_payments(self.cents, winners)
        self.won = Cents(sum(payment_by_bet.values()))
        self.winners = tuple(
            (bet.place.spot, percent, payment_by_bet[bet]) for bet, percent in winners
        )
        return payment_by_bet


def jackpot_payments(
    jackpot_cents: Cents, winners: Sequence[tuple[Winner, int]]
) -> Mapping[Winner, Cents]:
    """Return the payment of each winner, given his per cent of the jackpot as displayed.

    Each is paid from the whole, rounded down. Percentages above the whole are cut in proportion,
    and the first winner gets the odd cents.
    """
    percent_sum = sum(percent for _, percent in winners)
    payment_by_winner = {
        winner: Cents(jackpot_cents * percent // max(percent_sum, WHOLE_PERCENT))
        for winner, percent in winners
    }
    if percent_sum > WHOLE_PERCENT:
        first_winner, _ = winners[0]
        odd_cents = jackpot_cents - sum(payment_by_winner.values())
        payment_by_winner[first_winner] = Cents(payment_by_winner[first_winner] + odd_cents)
    return payment_by_winner
