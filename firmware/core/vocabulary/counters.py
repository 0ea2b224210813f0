"""What the meters of a table hold: values of ten digits that turn over, modulo 10^10."""

from typing import Final

import msgspec

DIGITS: Final = 10
MODULO: Final = 10**DIGITS


class BetMeters(msgspec.Struct, frozen=True, array_like=True):
    """The money of all the bets of one name. *handle + commission = returned + paid + held*."""

    handle: int = 0
    """The stakes that were settled; what was given back unplayed is none of them."""
    returned: int = 0
    """What of these stakes went back to the players."""
    paid: int = 0
    """What the house added, prizes and lots among it."""
    commission: int = 0
    """What the house took for a bet, also for one that was taken down."""
    held: int = 0
    """What the house has gained; 10^10 less than nothing where it has lost."""


class Meters(msgspec.Struct, frozen=True):
    """All the meters of a table; money by the bet's name without its argument."""

    bets: dict[str, BetMeters] = {}
    rounds: int = 0
    """Rounds that were settled."""
    late_bets: int = 0
    """Times that chips were found to have moved at a locked place."""
    voids: int = 0
    """Rounds that the supervisor voided."""
    overrides: int = 0
    """Faults that he cleared, late bets that he resolved and cards that he let be entered."""
