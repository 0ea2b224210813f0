"""Money: whole cents and odds of two integers. No float, and every division names its rounding."""

from typing import Final, NamedTuple, NewType

Cents = NewType("Cents", int)

NOTHING: Final = Cents(0)
UNCOUNTED: Final = Cents(-1)
"""An amount that nobody knows."""
NOMINAL: Final = Cents(1_000_000)
"""The stake that an unseen bet is settled with; no odds or commission of it round to nothing."""


class Odds(NamedTuple):
    """The odds of a winning bet: `win` for each `stake`, written `8:1`."""

    win: int
    stake: int

    def __str__(self) -> str:
        return f"{self.win}:{self.stake}"

    def pay(self, bet: Cents) -> Cents:
        """Return the house's payment on a winning `bet`, rounded down to the cent."""
        return Cents(bet * self.win // self.stake)


EVEN: Final = Odds(1, 1)


class Commission(NamedTuple):
    """A share of a stake, taken on the stake raised to the next multiple of `step` (article 31)."""

    percent: int
    step: Cents

    def on(self, stake: Cents) -> Cents:
        """Return the commission on `stake`, rounded up to the cent."""
        raised = -(-stake // self.step) * self.step
        return Cents(-(-raised * self.percent // 100))


class Rounding(NamedTuple):
    """The table's smallest chip: what the house gives is rounded down to it, what it takes up."""

    chip: Cents = Cents(1)

    def given(self, cents: int) -> Cents:
        """Return a payment, or the part of a stake that goes back."""
        return Cents(cents - cents % self.chip)

    def taken(self, cents: int) -> Cents:
        """Return a commission."""
        return Cents(cents + -cents % self.chip)


def in_chips(amount: Cents, denominations: tuple[Cents, ...]) -> tuple[tuple[Cents, int], ...]:
    """Return the fewest chips for `amount` as (value, count), highest value first.

    A rest below the smallest chip is dropped; `denominations` are in falling order and each divides
    the ones above it or is small enough that the greedy choice is the least.
    """
    chips = []
    left: int = amount
    for value in denominations:
        count, left = divmod(left, value)
        if count:
            chips.append((value, count))
    return tuple(chips)
