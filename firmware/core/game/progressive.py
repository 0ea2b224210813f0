"""The payments from a progressive lot (articles 21.2 and 67.21)."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, TypeVar

from firmware.core.vocabulary.money import Cents

ALL: Final = 100
"""Per cent: who wins the whole lot."""

Winner = TypeVar("Winner", bound=Hashable)


def payments(lot: Cents, winners: Sequence[tuple[Winner, int]]) -> Mapping[Winner, Cents]:
    """Return the payment of each winner, given his per cent of the lot, rounded down.

    They are paid in order from the remaining lot, but those who win all of it share it equally.
    """
    sharing = [winner for winner, percent in winners if percent == ALL]
    paid: dict[Winner, Cents] = {}
    left = lot
    for winner, percent in winners:
        if winner not in paid:
            among = sharing if percent == ALL else [winner]
            each = Cents(left * percent // (ALL * len(among)))
            paid |= dict.fromkeys(among, each)
            left = Cents(left - each * len(among))
    return paid
