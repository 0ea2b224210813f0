"""Money: whole cents and odds of two integers. No float, and every division names its rounding."""

from math import gcd
from typing import Final, Literal, NamedTuple, NewType

Cents = NewType("Cents", int)

NO_CENTS: Final = Cents(0)
UNCOUNTED: Final = Cents(-1)
"""An unknown amount."""
MOST_CENTS: Final = Cents(1_000_000_000)
"""The largest amount that is set or keyed: a tenth of the size of a meter."""
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

    def step_for(self, unit: Cents) -> Cents:
        """Return the least stake of which every multiple is paid in multiples of `unit`."""
        return Cents(unit * self.stake // gcd(self.win, unit * self.stake))


EVEN_ODDS: Final = Odds(1, 1)
HALF: Final = Odds(1, 2)
TWICE: Final = Odds(2, 1)


class Rounding(NamedTuple):
    """How a table pays an amount that lies between two of its amounts.

    The usual one is to the cent, in the house's favour; where the stakes are multiples of their
    steps, the amounts are exact.
    """

    unit: Cents = Cents(1)
    favours_player: bool = False

    def payment(self, amount: int, divisor: int = 1) -> Cents:
        """Return a payment, or the part of a stake that goes back: so many cents, divided."""
        return self._upwards(amount, divisor) if self.favours_player else self.part(amount, divisor)

    def commission(self, amount: int, divisor: int = 1) -> Cents:
        """Return an amount that the player owes: so many cents, divided."""
        return self.part(amount, divisor) if self.favours_player else self._upwards(amount, divisor)

    def part(self, amount: int, divisor: int) -> Cents:
        """Return a stake that is a part of another one, or any amount that is rounded down."""
        return Cents(amount // (divisor * self.unit) * self.unit)

    def _upwards(self, amount: int, divisor: int) -> Cents:
        # -(-a // b) is a quotient rounded up, without a float
        return Cents(-(-amount // (divisor * self.unit)) * self.unit)


TO_THE_CENT: Final = Rounding()


Direction = Literal["up", "down", "nearest"]
"""How a number between two others is rounded; `nearest` takes a half up."""


def rounded(amount: int, divisor: int, direction: Direction) -> int:
    """Return a quotient, rounded to a whole number."""
    if direction == "up":
        return -(-amount // divisor)
    return (2 * amount + divisor) // (2 * divisor) if direction == "nearest" else amount // divisor


class Commission(NamedTuple):
    """A share of a stake, taken on the stake rounded to a multiple of `step` (article 31)."""

    percent: int
    step: Cents
    per: int = 100
    """What the share is of: 100, or 1000 if `percent` has a decimal more."""
    direction: Direction = "up"
    """How the stake is rounded, and then the share of it."""

    def commission_on(self, stake: Cents, rounding: Rounding = TO_THE_CENT) -> Cents:
        """Return the commission on `stake`."""
        counted_stake = rounded(stake, self.step, self.direction) * self.step
        share = counted_stake * self.percent
        if self.direction == "up" or rounding.favours_player:
            return rounding.commission(share, self.per)
        return Cents(rounded(share, self.per * rounding.unit, self.direction) * rounding.unit)

    def step_for(self, unit: Cents) -> Cents:
        """Return the least stake of which every multiple owes multiples of `unit`."""
        step_count = Odds(self.step * self.percent, self.per).step_for(unit)
        return Cents(self.step * step_count if step_count > 1 else 1)


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
