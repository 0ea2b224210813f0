"""Chips that a void moves back: payments to the house, taken chips to the player."""

import msgspec

from firmware.core.table.stack_sums import StackMovements
from firmware.core.vocabulary.money import NO_CENTS, UNCOUNTED, Cents
from firmware.core.vocabulary.places import Stack


class Reversal(msgspec.Struct, frozen=True):
    """How the movements of chips on one stack are taken back; UNCOUNTED where bets are unseen."""

    stack: Stack
    stake: Cents
    """Player's chips on this stack."""
    paid: Cents = NO_CENTS
    """House's chips on this stack: paid, and still there."""
    collects: Cents = NO_CENTS
    """Paid chips that are no longer on the stack: the dealer collects them from the player."""
    gives: Cents = NO_CENTS
    """Taken chips that the dealer gives back to the player."""

    @property
    def masked(self) -> "Reversal":
        """The same without its amounts."""
        amounts = self.stake, self.paid, self.collects, self.gives
        return Reversal(self.stack, *(UNCOUNTED if cents else NO_CENTS for cents in amounts))


def reversal(
    stack: Stack, present_cents: Cents, moved: StackMovements, *, read: bool
) -> Reversal | None:
    """Return how the movements on a stack are taken back; None if they cancel out.

    Chips paid into a player's hand, or lifted by him, are not on the felt. Without a reader the
    felt is assumed to be as the dealer was asked to leave it.
    """
    stake, paid, taken, collected = moved
    net_paid = paid - collected - taken
    if not net_paid:
        return None
    remaining_stake = stake - taken
    if not read and present_cents:
        present_cents = Cents(remaining_stake + paid)
    if net_paid < 0:
        return Reversal(stack, present_cents, gives=Cents(-net_paid))
    paid_on_stack = Cents(max(NO_CENTS, min(present_cents - remaining_stake, net_paid)))
    return Reversal(
        stack, Cents(present_cents - paid_on_stack), paid_on_stack, Cents(net_paid - paid_on_stack)
    )
