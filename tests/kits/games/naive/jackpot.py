"""What winners of a lot are paid: shares of what was displayed at the close (21.2, 67.9, 67.21)."""

from collections.abc import Mapping
from typing import Any, TypeVar

Winner = TypeVar("Winner")


def displayed(options: Mapping[str, Any], bets: int) -> int:
    """Return the lot that a table shows at the close, when so many have bet on it this round."""
    lot: int = options.get("progressive_meter", 0)
    increment: int = options.get("progressive_increment", 0)
    return lot + bets * increment


def shares_of(lot: int, percents: Mapping[Winner, int]) -> dict[Winner, int]:
    """Return what each winner of so many percent is paid, the lowest spot first.

    More than all of it is cut in proportion; the cents that make no share go to the lowest spot.
    """
    claimed = max(100, sum(percents.values()))
    paid = {winner: lot * percent // claimed for winner, percent in percents.items()}
    if claimed > 100:
        paid[next(iter(paid))] += lot - sum(paid.values())
    return paid
