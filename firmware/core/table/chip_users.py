"""Who uses which chips (70): a colour is one player's own, and so is a value while he uses it."""

from collections.abc import Iterable
from typing import Final

import msgspec

from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Bettor, Stack

COLOUR: Final = NOTHING
"""Stands for the colour of a spot among the values of chips."""


class ChipUsers(msgspec.Struct, frozen=True):
    """The kinds of chips in each stack, and who used each kind first, in that order."""

    stacks: tuple[tuple[Stack, tuple[Cents, ...]], ...] = ()
    users: tuple[tuple[Bettor, Cents], ...] = ()

    def laid(self, stack: Stack, kinds: Iterable[Cents]) -> "ChipUsers":
        """Return them after a reading of this stack."""
        stacks = {**dict(self.stacks), stack: tuple(kinds)}
        now = dict.fromkeys((_whose(s), kind) for s, found in stacks.items() for kind in found)
        users = dict.fromkeys((*(user for user in self.users if user in now), *now))
        return ChipUsers(tuple((s, found) for s, found in stacks.items() if found), tuple(users))

    def taken(self, stack: Stack) -> Cents | None:
        """Return a kind of chip in this stack that another player used first, if there is one."""
        kinds = next((kinds for laid, kinds in self.stacks if laid == stack), ())
        return next((kind for kind in kinds if self._is_anothers(stack, kind)), None)

    def _is_anothers(self, stack: Stack, kind: Cents) -> bool:
        """Return whether another player used such chips first; a colour is that of its spot."""
        same = (who for who, used in self.users if used == kind)
        first = next((who for who in same if kind or who[0] == stack[0].spot), _whose(stack))
        return first != _whose(stack)


def _whose(stack: Stack) -> Bettor:
    return stack[0].spot, stack[1]
