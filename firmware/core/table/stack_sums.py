"""The settled lines of one stack summed up, and the dealer's movements of its chips."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from firmware.core.vocabulary.bets import place_values
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled


class ChipTaking(NamedTuple):
    """Chips that the dealer takes of one stack."""

    stack: Stack
    cents: Cents
    remaining_cents: Cents
    """The amount that he leaves there."""
    commission: Cents = NO_CENTS
    """The player's commission, where nothing is paid on the bet."""
    losing_hands: tuple[int, ...] = ()
    """The numbers of the hands that lost, if the spot has several."""

    @property
    def prompt_key(self) -> str:
        """The words that ask for it."""
        if self.commission:
            return "prompt.take_commission"
        return "prompt.take_part" if self.remaining_cents else "prompt.take"

    @property
    def prompt_values(self) -> Mapping[str, str | int | Text]:
        """The values that name it in a text."""
        taken_share = Fraction(self.cents, self.cents + self.remaining_cents)
        place_words = place_values(self.stack[0], *self.losing_hands)
        money = {"cents": self.cents, "stays_cents": self.remaining_cents}
        return {
            **place_words,
            **money,
            "commission_cents": self.commission,
            "share": str(taken_share),
        }


class StackMovements(NamedTuple):
    """The dealer's movements of one stack's chips so far."""

    stake: Cents
    """The amount bet."""
    paid: Cents
    taken: Cents
    collected: Cents
    """Commission."""


class StackSums(NamedTuple):
    """The lines of one stack, summed up."""

    staked: int = 0
    returned: int = 0
    paid: int = 0
    commission: int = 0
    """The player's commission on lines that lose and are paid nothing."""
    losing: tuple[int, ...] = ()
    """The numbers of the hands that lost, if the spot has several."""

    def with_line(self, line: BetSettled) -> "StackSums":
        """Return the sums with one more line."""
        staked, returned = self.staked + line.bet.cents, self.returned + line.returned
        paid, commission, losing_hands = self.paid + line.paid, self.commission, self.losing
        if is_losing(line):
            commission += 0 if line.paid else line.commission
            losing_hands += () if line.hand is None else (line.hand,)
        return StackSums(staked, returned, paid, commission, losing_hands)


NO_SUMS: Final = StackSums()


def is_losing(line: BetSettled) -> bool:
    """Return whether the house takes a part of the stake."""
    return line.returned < line.bet.cents
