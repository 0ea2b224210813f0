"""The values of a table's meters: ten digits that turn over, modulo 10^10."""

from typing import Final

import msgspec

METER_DIGITS: Final = 10
METER_MODULO: Final = 10**METER_DIGITS


SQUARES_MODULO: Final = 10**18
"""Of sums of squares."""


class BetMeters(msgspec.Struct, frozen=True, array_like=True):
    """The bets of one class. *handle + commission = returned + paid + held*."""

    handle: int = 0
    """The settled stakes, without those returned unplayed."""
    returned: int = 0
    """The part of these stakes that was returned to the players."""
    paid: int = 0
    """The house's payments, prizes and lots included."""
    commission: int = 0
    """The house's commissions, also on bets that were taken down."""
    held: int = 0
    """The house's gain; modulo 10^10 if negative."""
    bets: int = 0
    """How many they were: the settled stacks of chips."""
    squares: int = 0
    """The sum of the squares of their stakes, in cents²: how far chance may carry the gain."""


class Meters(msgspec.Struct, frozen=True):
    """All the meters of a table; the house's bets by their class (`bets.bet_class`)."""

    bets: dict[str, BetMeters] = {}
    """The house's money. Of rounds in which a player is the bank, its commissions alone."""
    rounds: int = 0
    """Rounds that were settled."""
    late_bets: int = 0
    """Times that chips were found to have moved at a locked place."""
    voids: int = 0
    """Rounds that the supervisor voided."""
    overrides: int = 0
    """Faults that he cleared, late bets that he resolved and cards that he let be entered."""
    banked: BetMeters = BetMeters()
    """The money of those rounds between the players and the bank: `paid` by it, `held` by it."""
    unseen_payments: int = 0
    """Payments that the dealer passed over and no reader saw."""


def reading_advance(old_reading: int, new_reading: int) -> int:
    """Return a meter's advance modulo its size; it is negative if the meter ran backward."""
    # meters wrap at their modulo; a correction or a loss may run them backward
    advance = (new_reading - old_reading) % METER_MODULO
    return advance - METER_MODULO if advance > METER_MODULO // 2 else advance
