"""The bets of one round, from the lock to the last chip paid: only locked bets are settled."""

from collections.abc import Iterable
from typing import Literal

from firmware.core.table.felt import Felt
from firmware.core.table.settlement import Settlement
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Bettor, Stack
from firmware.core.vocabulary.rulings import LateBet


class RoundBets(Settlement):
    """The locked bets with their settlement, late bets, and stacks that are given back."""

    def __init__(
        self, bets: Iterable[Bet] = (), locked_at: int = 0, tickets: Iterable[Bet] = ()
    ) -> None:
        super().__init__(bets, tickets)
        self.locked_at = locked_at
        self.late_stacks: dict[Stack, Cents] = {}
        """The amount that must be restored at each place whose chips moved after the lock."""
        self.returning_stacks: set[Stack] = set()
        """Stacks that were given back at the close and must leave the felt."""
        self.return_reasons: dict[Stack, Text] = {}
        """Why they are, of those that the close has given back."""
        self.left_over_stacks: set[Stack] = set()
        """Stacks that have been there since before the round opened."""
        self.accepted_stakes: dict[Stack, Cents] = {}
        """Chips that were a legal bet when laid, whether or not they still are one."""
        self.has_next_bets = False
        """Whether chips at a place without a bet of this throw are bets on the next."""

    @property
    def bettors(self) -> set[Bettor]:
        """Who has a locked bet: the player seated at a spot, or one behind him."""
        return {(place.spot, bettor) for place, bettor in self.locked_bets}

    def add_stake(self, stack: Stack, cents: Cents) -> None:
        """Lock chips that a decision has cost."""
        place, bettor = stack
        self.locked_bets[stack] = Bet(place, Cents(self.stake(stack) + cents), bettor)

    def chips_moved(
        self, stack: Stack, before: Cents, after: Cents, now: int, *, supervised: bool
    ) -> LateBet | None:
        """Record chips that moved since the lock; return the late bet, if it is one.

        Under the supervisor's key a late bet is being put right, and is no second one.
        """
        if stack in self.returning_stacks or (supervised and stack in self.late_stacks):
            return None
        if self.has_next_bets and stack not in self.locked_bets:
            return None
        decided = self.is_decided(stack)
        if decided and stack not in self.late_stacks and self.record_movement(stack, before, after):
            return None
        # setdefault: a second movement does not change the amount that must be restored
        self.late_stacks.setdefault(stack, before if decided else self.stake(stack))
        change: Literal["added", "removed"] = "added" if after > before else "removed"
        place, bettor = stack
        return LateBet(place, Cents(abs(after - before)), change, bettor, now - self.locked_at)

    def record_unread(self, stack: Stack, now: int) -> LateBet:
        """Record chips that were not counted when the bets were locked."""
        self.late_stacks[stack] = NO_CENTS
        return LateBet(stack[0], None, "added", None, now - self.locked_at)

    def paid_amount(self, stack: Stack) -> Cents | None:
        """Return the amount of a late stack with its payment, if one is due there."""
        owed_cents = self.owed_cents(stack)
        may_be_paid = self.is_decided(stack) and stack not in self._cleared_stacks
        return owed_cents if may_be_paid and owed_cents > self.late_stacks[stack] else None

    def restored_stacks(self, felt: Felt) -> list[Stack]:
        """Return the late stacks that are as before, or as they are once paid."""
        return [stack for stack in self.late_stacks if self._is_restored(stack, felt)]

    def first_unrestored(self, felt: Felt) -> Stack | None:
        """Return the first late stack that is not yet put right."""
        return next(
            (stack for stack in self.late_stacks if not self._is_restored(stack, felt)), None
        )

    def resolve(self, stack: Stack, felt: Felt) -> None:
        """A late stack is put right: as before, or paid."""
        if felt.amount(stack) == self.paid_amount(stack):
            self._record_laid(stack, felt.amount(stack))
        del self.late_stacks[stack]

    def _is_restored(self, stack: Stack, felt: Felt) -> bool:
        return felt.amount(stack) in (self.late_stacks[stack], self.paid_amount(stack))
