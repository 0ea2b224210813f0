"""The settled lines of one stack summed up, and the dealer's movements of its chips."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled, named


class Taking(NamedTuple):
    """Chips that the dealer takes of one stack."""

    stack: Stack
    cents: Cents
    stays: Cents
    """The amount that he leaves there."""
    commission: Cents = NOTHING
    """What the player owes besides, where nothing is paid on the bet."""
    hands: tuple[int, ...] = ()
    """The numbers of the hands that lost, if the spot has several."""

    @property
    def key(self) -> str:
        """The words that ask for it."""
        if self.commission:
            return "prompt.take_commission"
        return "prompt.take_part" if self.stays else "prompt.take"

    @property
    def values(self) -> Mapping[str, str | int | Text]:
        """The values that name it in a text."""
        share = Fraction(self.cents, self.cents + self.stays)
        where = named(self.stack[0], *self.hands)
        money = {"cents": self.cents, "stays_cents": self.stays}
        return {**where, **money, "commission_cents": self.commission, "share": str(share)}


class Movements(NamedTuple):
    """What the dealer has done with the chips of one stack."""

    stake: Cents
    """What was bet."""
    paid: Cents
    taken: Cents
    collected: Cents
    """Commission."""


class Sums(NamedTuple):
    """The lines of one stack, summed up."""

    staked: int = 0
    returned: int = 0
    paid: int = 0
    commission: int = 0
    """What the player owes of lines that lose and are paid nothing."""
    losing: tuple[int, ...] = ()
    """The numbers of the hands that lost, if the spot has several."""

    def with_line(self, line: BetSettled) -> "Sums":
        """Return the sums with one more line."""
        staked, returned = self.staked + line.bet.cents, self.returned + line.returned
        paid, commission, losing = self.paid + line.paid, self.commission, self.losing
        if loses(line):
            commission += 0 if line.paid else line.commission
            losing += () if line.hand is None else (line.hand,)
        return Sums(staked, returned, paid, commission, losing)


NO_LINE: Final = Sums()


def loses(line: BetSettled) -> bool:
    """Return whether the house takes a part of the stake."""
    return line.returned < line.bet.cents
