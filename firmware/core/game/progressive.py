"""A progressive lot and the payments from it (articles 21.2 and 67.21)."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, TypeVar

from firmware.core.vocabulary.jackpot import ALL
from firmware.core.vocabulary.money import NOTHING, Cents, Rounding
from firmware.core.vocabulary.rulings import Bet

EXACT: Final = Rounding()

Winner = TypeVar("Winner", bound=Hashable)


class Lot:
    """The lot of a table. A win reduces it when the next round opens.

    A linked lot grows and is reduced elsewhere (`link`), and here it only follows.
    """

    def __init__(
        self, cents: Cents, increment: Cents, reset: Cents, rounding: Rounding = EXACT
    ) -> None:
        self.cents = cents
        """The lot as displayed."""
        self.won = NOTHING
        """What this round pays of it."""
        self.winners: tuple[tuple[int, int, Cents], ...] = ()
        """To whom: (spot, per cent, paid)."""
        self._increment = increment
        self._reset = reset
        self._rounding = rounding
        self._emptied = False

    def open(self) -> None:
        """Begin a round: take off what the last one paid, or reset a lot that it emptied."""
        if self.won:
            self.cents = self._reset if self._emptied else Cents(self.cents - self.won)
        self.follow(self.cents)

    def follow(self, cents: Cents) -> None:
        """Be so much; nothing of it is won."""
        self.cents, self.won, self.winners = cents, NOTHING, ()

    def add(self, bets: int) -> None:
        """Add the increment of so many progressive bets."""
        self.cents = Cents(self.cents + bets * self._increment)

    def pay(self, winners: Sequence[tuple[Bet, int]]) -> Mapping[Bet, Cents]:
        """Return what each winner of so many per cent is paid."""
        paid = payments(self.cents, winners, self._rounding)
        self.won = Cents(sum(paid.values()))
        self.winners = tuple((bet.place.spot, percent, paid[bet]) for bet, percent in winners)
        self._emptied = any(percent == ALL for _, percent in winners)
        return paid


def payments(
    lot: Cents, winners: Sequence[tuple[Winner, int]], rounding: Rounding = EXACT
) -> Mapping[Winner, Cents]:
    """Return the payment of each winner, given his per cent of the lot, rounded down.

    They are paid in order from the remaining lot, but those who win all of it share it equally.
    """
    sharing = [winner for winner, percent in winners if percent == ALL]
    paid: dict[Winner, Cents] = {}
    left = lot
    for winner, percent in winners:
        if winner not in paid:
            among = sharing if percent == ALL else [winner]
            each = rounding.given(left * percent // (ALL * len(among)))
            paid |= dict.fromkeys(among, each)
            left = Cents(left - each * len(among))
    return paid
