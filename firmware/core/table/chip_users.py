"""Who uses which chips (70): a colour is one player's own, and so is a value while he uses it."""

from collections.abc import Iterable
from typing import Final

import msgspec

from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Bettor, Stack

COLOUR_CHIP: Final = NO_CENTS
"""The colour of a spot, as a kind of chip among the values of the others."""


class ChipUsers(msgspec.Struct, frozen=True):
    """The kinds of chips in each stack, and who used each kind first, in that order."""

    stacks: tuple[tuple[Stack, tuple[Cents, ...]], ...] = ()
    users: tuple[tuple[Bettor, Cents], ...] = ()

    def with_reading(self, stack: Stack, chip_kinds: Iterable[Cents]) -> "ChipUsers":
        """Return them after a reading of this stack."""
        stacks = {**dict(self.stacks), stack: tuple(chip_kinds)}
        current_users = dict.fromkeys(
            (_bettor_of(laid_stack), chip_kind)
            for laid_stack, stack_kinds in stacks.items()
            for chip_kind in stack_kinds
        )
        # a dictionary, not a set: who used a kind first comes first
        users = dict.fromkeys(
            (*(chip_user for chip_user in self.users if chip_user in current_users), *current_users)
        )
        return ChipUsers(
            tuple(laid_kinds for laid_kinds in stacks.items() if laid_kinds[1]),
            tuple(users),
        )

    def taken_kind(self, stack: Stack) -> Cents | None:
        """Return a kind of chip in this stack that another player used first, if there is one."""
        chip_kinds = next(
            (chip_kinds for laid_stack, chip_kinds in self.stacks if laid_stack == stack), ()
        )
        return next(
            (chip_kind for chip_kind in chip_kinds if self._is_anothers(stack, chip_kind)), None
        )

    def _is_anothers(self, stack: Stack, chip_kind: Cents) -> bool:
        """Return whether another player used such chips first; a colour is that of its spot."""
        first_users = (bettor for bettor, used_kind in self.users if used_kind == chip_kind)
        first = next(
            (bettor for bettor in first_users if chip_kind or bettor[0] == stack[0].spot),
            _bettor_of(stack),
        )
        return first != _bettor_of(stack)


def _bettor_of(stack: Stack) -> Bettor:
    return stack[0].spot, stack[1]
