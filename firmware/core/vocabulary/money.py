"""Money: whole cents and odds of two integers. No float, and every division names its rounding."""

from typing import Final, NamedTuple, NewType

Cents = NewType("Cents", int)

NO_CENTS: Final = Cents(0)
UNCOUNTED: Final = Cents(-1)
"""An unknown amount."""
NOMINAL_STAKE: Final = Cents(1_000_000)
"""The stake that an unseen bet is settled with; no odds or commission of it round to nothing."""


class Odds(NamedTuple):
    """The odds of a winning bet: `win` for each `stake`, written `8:1`."""

    win: int
    stake: int

    def __str__(self) -> str:
        return f"{self.win}:{self.stake}"

    def payment_on(self, bet: Cents) -> Cents:
        """Return the house's payment on a winning `bet`, rounded down to the cent."""
        return Cents(bet * self.win // self.stake)


EVEN_ODDS: Final = Odds(1, 1)


class Commission(NamedTuple):
    """A share of a stake, taken on the stake raised to the next multiple of `step` (article 31)."""

    percent: int
    step: Cents

    def commission_on(self, stake: Cents) -> Cents:
        """Return the commission on `stake`, rounded up to the cent."""
        raised_stake = -(-stake // self.step) * self.step
        # -(-a // b) is a quotient rounded up, without a float
        return Cents(-(-raised_stake * self.percent // 100))


class Rounding(NamedTuple):
    """The table's smallest chip: payments are rounded down to it, commissions up."""

    chip: Cents = Cents(1)

    def rounded_payment(self, cents: int) -> Cents:
        """Return a payment, or the part of a stake that goes back."""
        return Cents(cents - cents % self.chip)

    def rounded_commission(self, cents: int) -> Cents:
        """Return a commission."""
        return Cents(cents + -cents % self.chip)  # up to the next multiple of the chip


def fewest_chips(amount: Cents, denominations: tuple[Cents, ...]) -> tuple[tuple[Cents, int], ...]:
    """Return the fewest chips for `amount` as (value, count), highest value first.

    A rest below the smallest chip is dropped; `denominations` are in falling order and each divides
    the ones above it or is small enough that the greedy choice is the least.
    """
    chips = []
    remaining_cents: int = amount
    for value in denominations:
        count, remaining_cents = divmod(remaining_cents, value)
        if count:
            chips.append((value, count))
    return tuple(chips)
