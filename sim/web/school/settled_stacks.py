"""The chips that a settled round moves: of each stack the amounts before and after.

They are noted when the settlement is first seen, before any chip is moved for it:

    stake 50,00 $, one hand lost, one won    take down to 25,00 $, then pay up to 50,00 $
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.status import BetStatus, Status

MONEY_ACTS: Final = frozenset({Act.PAY_BET, Act.TAKE_CHIPS})
"""The acts that are marked by the chips on the felt."""
MOVEMENT_ACTS: Final = MONEY_ACTS | {Act.MOVE_BET}
"""The acts of a settlement that are the trainee's own hands to do."""


class SettledStack(NamedTuple):
    """A settled bet, and the right amount of its stack after each movement."""

    stake: Cents
    remaining: Cents
    """After the lost chips are taken."""
    first_paid: Cents | None
    """After the first payment; None if that is seen only once the lost chips are taken."""
    owed: Cents
    """In the end."""

    @property
    def has_taking(self) -> bool:
        return self.remaining < self.stake

    @property
    def has_payment(self) -> bool:
        return self.owed > self.remaining

    def payment_steps(self, payments: int) -> list[tuple[Cents, Cents]]:
        """Return before and after of so many payments; of more than two only the whole is known."""
        if payments == 2 and self.first_paid is not None:
            return [(self.remaining, self.first_paid), (self.first_paid, self.owed)]
        return [(self.remaining, self.owed)] * payments


def settled_stacks(status: Status) -> dict[Stack, SettledStack]:
    """Return the settled bets whose amounts are known."""
    stacks = ((stack, _settled_stack(bet)) for stack, bet in _settled_bets(status))
    return {stack: settled_stack for stack, settled_stack in stacks if settled_stack}


def _settled_bets(status: Status) -> Iterator[tuple[Stack, BetStatus]]:
    for spot, spot_status in status.spots.items():
        for bet in spot_status.bets:
            if bet.outcome is not None:
                yield (Place(spot, bet.on), bet.bettor), bet


def _settled_stack(bet: BetStatus) -> SettledStack | None:
    if bet.cents is None or bet.paid is None:
        return None
    is_lost = bet.due is not None and bet.due < bet.cents
    remaining = bet.due if is_lost and bet.due is not None else bet.cents
    return SettledStack(
        bet.cents, remaining, None if is_lost else bet.due, Cents(remaining + bet.paid)
    )
