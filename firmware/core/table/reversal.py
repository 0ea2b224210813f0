"""Chips that a void moves back: what was paid to the house, what was taken to the player."""

import msgspec

from firmware.core.table.stack_sums import Movements
from firmware.core.vocabulary.money import NOTHING, UNCOUNTED, Cents
from firmware.core.vocabulary.places import Stack


class Reversal(msgspec.Struct, frozen=True):
    """How the movements of chips on one stack are taken back; UNCOUNTED where bets are unseen."""

    stack: Stack
    stake: Cents
    """What of the chips there is the player's."""
    paid: Cents = NOTHING
    """What of the chips there is the house's."""
    collects: Cents = NOTHING
    """What the house takes back besides: paid, and not there any more."""
    gives: Cents = NOTHING
    """What the house gives back besides: taken."""

    @property
    def masked(self) -> "Reversal":
        """The same without its amounts."""
        amounts = self.stake, self.paid, self.collects, self.gives
        return Reversal(self.stack, *(UNCOUNTED if cents else NOTHING for cents in amounts))


def reversal(stack: Stack, lies: Cents, moved: Movements, *, read: bool) -> Reversal | None:
    """Return how the movements on a stack are taken back; None if they cancel out.

    What was paid into a player's hand, and what he has lifted, is not on the felt. Without a reader
    the felt is taken to be as the dealer was asked to leave it.
    """
    stake, paid, taken, collected = moved
    net = paid - collected - taken
    if not net:
        return None
    stays = stake - taken
    if not read and lies:
        lies = Cents(stays + paid)
    if net < 0:
        return Reversal(stack, lies, gives=Cents(-net))
    there = Cents(max(NOTHING, min(lies - stays, net)))
    return Reversal(stack, Cents(lies - there), there, Cents(net - there))
