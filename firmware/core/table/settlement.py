"""The results of locked bets, and how far the dealer has taken and paid their chips.

On each stack the dealer first takes the lost chips, then pays line by line:

    stake 50,00 $, one hand lost, one won    take 25,00 $, 25,00 $ stays    pay 25,00 $

The felt shows his progress. A stack that is lifted to make change is put back; any chips beyond
the amount owed are a late bet.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from firmware.core.table.felt import Felt
from firmware.core.table.stack_sums import NO_SUMS, ChipTaking, StackMovements, StackSums, is_losing
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled

MIXED_OUTCOME: Final = "mixed"
"""One hand of a stack is lost, and another is paid."""
WORST_FIRST: Final = ("lose", "surrender", "win", "push")


class Settlement:
    """The lines of one round, the bets carried over, and the chips taken and paid so far."""

    def __init__(self, bets: Iterable[Bet], tickets: Iterable[Bet]) -> None:
        self.locked_bets = {bet.stack: bet for bet in bets}
        self.tickets = {bet.stack: bet for bet in tickets}
        """Bets without chips on the felt."""
        self.lines: tuple[BetSettled, ...] = ()
        """The settlement so far."""
        self.settled = False
        """Whether the settlement is whole."""
        self.carried_stacks: Mapping[Stack, Cents] = {}
        """Bets carried over to the next round; they must be there when this one ends."""
        self.stack_moves: Mapping[Stack, Stack] = {}
        """The dealer's moves of carried-over bets, from and to."""
        self._line_indexes: dict[Stack, list[int]] = {}
        """The lines of each stack, by their place among `lines`."""
        self._stack_sums: dict[Stack, StackSums] = {}
        self._losing_stacks: tuple[Stack, ...] = ()
        """The stacks of which the house takes something."""
        self._cleared_stacks: set[Stack] = set()
        """Stacks that were lifted for good."""
        self._taken_cents: dict[Stack, Cents] = {}
        """The amount taken so far of a stack's lost chips."""
        self._paid_lines: set[int] = set()
        """The lines whose payment was seen, likewise."""
        self._passed_lines: set[int] = set()
        """The lines that the dealer has passed over, likewise; some are paid afterwards."""

    def stake(self, stack: Stack) -> Cents:
        """Return the locked stake of a bet, decisions included; 0 if it is not locked."""
        bet = self.locked_bets.get(stack)
        return bet.cents if bet else NO_CENTS

    @property
    def stakes(self) -> dict[Stack, Cents]:
        """All that is bet on this round."""
        return {stack: bet.cents for stack, bet in (self.locked_bets | self.tickets).items()}

    # the results of the bets

    def settle(self, lines: Iterable[BetSettled], *, is_whole: bool) -> None:
        """Take over the settlement so far."""
        self.lines, self.settled = tuple(lines), is_whole
        self._line_indexes, self._stack_sums = {}, {}
        for index, line in enumerate(self.lines):
            stack = line.bet.stack
            self._line_indexes.setdefault(stack, []).append(index)
            self._stack_sums[stack] = self._stack_sums.get(stack, NO_SUMS).with_line(line)
        losing_stacks = (line.bet.stack for line in self.lines if is_losing(line))
        self._losing_stacks = tuple(dict.fromkeys(losing_stacks))

    def record_carried(self, carried: Mapping[Stack, Cents], moves: Mapping[Stack, Stack]) -> None:
        """Record the bets that are carried over to the next round, and their moves."""
        self.carried_stacks, self.stack_moves = carried, moves

    @property
    def has_movements(self) -> bool:
        """Whether the dealer has chips to pay, to take or to move."""
        return bool(self.lines or self.stack_moves)

    def stack_lines(self, stack: Stack) -> list[BetSettled]:
        """Return the lines of one stack."""
        return [self.lines[index] for index in self._line_indexes.get(stack, ())]

    def is_decided(self, stack: Stack) -> bool:
        """Return whether a stack, or a part of it, is settled."""
        return self.settled or stack in self._line_indexes

    @property
    def house_gains(self) -> dict[Stack, int]:
        """The house's gain on each settled stack, without commissions."""
        returned_cents = {
            stack: stack_sums.returned + stack_sums.paid
            for stack, stack_sums in self._stack_sums.items()
        }
        return {
            stack: cents - returned_cents[stack]
            for stack, cents in self.stakes.items()
            if stack in returned_cents
        }

    def outcome(self, stack: Stack) -> str:
        """Return the result of a settled stack; of several hands the worst, or MIXED_OUTCOME."""
        lines = self.stack_lines(stack)
        outcomes = {line.outcome for line in lines}
        if "lose" in outcomes and any(line.paid for line in lines):
            return MIXED_OUTCOME
        return min(outcomes, key=WORST_FIRST.index)

    # the amount of a stack: before the dealer takes, after that, and at the end

    def lost_cents(self, stack: Stack) -> Cents:
        """Return the amount that the house takes of a stack."""
        stack_sums = self._stack_sums.get(stack, NO_SUMS)
        return Cents(stack_sums.staked - stack_sums.returned)

    def remaining_cents(self, stack: Stack) -> Cents:
        """Return the stack's amount once that is taken, before anything is paid."""
        return Cents(self._stack_sums.get(stack, NO_SUMS).returned + self._undecided_cents(stack))

    def owed_cents(self, stack: Stack) -> Cents:
        """Return the stack's final amount: returned, paid, carried over, not yet decided."""
        paid = self._stack_sums.get(stack, NO_SUMS).paid
        return Cents(self.remaining_cents(stack) + paid + self.carried_stacks.get(stack, NO_CENTS))

    def after_next_movement(self, stack: Stack) -> Cents | None:
        """Return the stack's amount after the dealer's next movement; None if none is due."""
        if self._cents_to_take(stack):
            return self.remaining_cents(stack)
        return next(
            (
                cents
                for index, cents in self._payment_levels(stack).items()
                if self._is_unpaid(index)
            ),
            None,
        )

    def _undecided_cents(self, stack: Stack) -> Cents:
        """Return the part of a stake that has no line yet, while the round is in play."""
        if self.settled:
            return NO_CENTS
        return Cents(self.stake(stack) - self._stack_sums.get(stack, NO_SUMS).staked)

    def _payment_levels(self, stack: Stack) -> dict[int, Cents]:
        """Return the stack's amount after each payment, by line, in order."""
        payment_level, payment_levels = self.remaining_cents(stack), {}
        for index in self._line_indexes.get(stack, ()):
            payment_level = Cents(payment_level + self.lines[index].paid)
            if self.lines[index].paid:
                payment_levels[index] = payment_level
        return payment_levels

    def movements(self, stack: Stack) -> StackMovements:
        """Return the dealer's movements of a stack's chips so far."""
        lines = [(index, self.lines[index]) for index in self._line_indexes.get(stack, ())]
        taken = self._taken_cents.get(stack, NO_CENTS)
        handled_lines = self._paid_lines | self._passed_lines
        paid = [line for index, line in lines if line.paid and index in handled_lines]
        lost_lines = [line for _, line in lines if not line.paid and taken]
        return StackMovements(
            self.stake(stack),
            Cents(sum(line.paid for line in paid)),
            taken,
            Cents(sum(line.commission for line in (*paid, *lost_lines))),
        )

    def cents_by_acts(self, stack: Stack) -> Cents:
        """Return the stack's amount by the dealer's acts so far, where no reader tells it."""
        if stack in self._cleared_stacks:
            return NO_CENTS
        movements = self.movements(stack)
        # all lost chips are taken before any bet is paid
        is_paying = bool(self._paid_lines or self._passed_lines)
        taken_cents = self.lost_cents(stack) if is_paying else movements.taken
        return Cents(movements.stake - taken_cents + movements.paid)

    # taking

    def takings(self, felt: Felt) -> Iterator[ChipTaking]:
        """Yield the lost chips that are still on the felt, stack by stack."""
        for stack in self._losing_stacks:
            taking = self._taking_of(stack)
            if taking.cents and felt.amount(stack) > taking.remaining_cents:
                yield taking

    def _taking_of(self, stack: Stack) -> ChipTaking:
        stack_sums = self._stack_sums[stack]
        commission = Cents(stack_sums.commission)
        return ChipTaking(
            stack,
            self._cents_to_take(stack),
            self.remaining_cents(stack),
            commission,
            stack_sums.losing,
        )

    def _cents_to_take(self, stack: Stack) -> Cents:
        return Cents(self.lost_cents(stack) - self._taken_cents.get(stack, NO_CENTS))

    def mark_taken(self, stack: Stack) -> None:
        """Record a stack's lost chips as taken, whether seen or not."""
        self._taken_cents[stack] = self.lost_cents(stack)

    # paying, spot by spot

    @property
    def payments(self) -> list[BetSettled]:
        """The lines with a payment, from the dealer's left."""
        return [line for line in self.lines if line.paid]

    @property
    def next_payment(self) -> BetSettled | None:
        """The first line that is neither paid nor passed over."""
        index = self._next_payment_index()
        return None if index is None else self.lines[index]

    def first_unpaid(self, felt: Felt) -> BetSettled | None:
        """Return the first payment that the felt contradicts: neither paid nor lifted."""
        unpaid = (line for index, line in enumerate(self.lines) if self._is_unpaid(index))
        return next(
            (line for line in unpaid if not self.is_settled_on_felt(line.bet.stack, felt)), None
        )

    def is_settled_on_felt(self, stack: Stack, felt: Felt) -> bool:
        """Return whether a stack is exactly the amount owed, or gone."""
        return felt.amount(stack) in (NO_CENTS, self.owed_cents(stack))

    def _next_payment_index(self) -> int | None:
        return next(filter(self._is_unpaid, range(len(self.lines))), None)

    def _is_unpaid(self, index: int) -> bool:
        line = self.lines[index]
        is_handled = index in self._paid_lines or index in self._passed_lines
        return bool(line.paid) and not is_handled and line.bet.stack not in self._cleared_stacks

    def skip_payment(self) -> bool:
        """Pass on to the next payment; return whether there was one to leave."""
        index = self._next_payment_index()
        if index is not None:
            self._passed_lines.add(index)
        return index is not None

    def unseen_payments(self, felt: Felt, *, at_end: bool = False) -> list[Stack]:
        """Return the stacks whose payment was passed over, and is not what lies there.

        At the end of the round these are also prizes that are still due: on a place that the house
        has emptied, nothing shows whether they were paid.
        """
        unseen_lines = self._passed_lines - self._paid_lines
        if at_end:
            unseen_lines |= set(filter(self._is_unpaid_prize, range(len(self.lines))))
        stacks = dict.fromkeys(self.lines[index].bet.stack for index in sorted(unseen_lines))
        return [stack for stack in stacks if felt.amount(stack) != self.owed_cents(stack)]

    def _is_unpaid_prize(self, index: int) -> bool:
        return self._is_unpaid(index) and not self.remaining_cents(self.lines[index].bet.stack)

    # the dealer's hands on the felt

    def record_movement(self, stack: Stack, before: Cents, after: Cents) -> bool:
        """Record chips that moved on a settled stack; return whether the dealer may move them.

        A cleared place stays empty (article 30).
        """
        if after < before:
            self._record_lifted(stack, after)
            immovable_cents = self.carried_stacks.get(stack, NO_CENTS) + self._undecided_cents(
                stack
            )
            return after >= immovable_cents or stack in self.stack_moves.values()
        owed_cents = self.owed_cents(stack)
        if (
            stack in self._cleared_stacks and stack not in self.carried_stacks
        ) or after > owed_cents:
            return False
        self._record_laid(stack, after)
        return True

    def _record_lifted(self, stack: Stack, after: Cents) -> None:
        """Record a lifted stack: chips missing from the amount owed count as taken."""
        to_take = self._cents_to_take(stack)
        if to_take:
            paid = self._stack_sums.get(stack, NO_SUMS).paid - self._outstanding_cents(stack)
            gone_cents = self.stake(stack) + paid - after
            # chips lifted to make change are more than the loss: only the loss counts as taken
            self._taken_cents[stack] = Cents(max(NO_CENTS, min(self.lost_cents(stack), gone_cents)))
        if not after and not (to_take and self.owed_cents(stack)):
            self._cleared_stacks.add(stack)

    def _outstanding_cents(self, stack: Stack) -> int:
        return sum(
            self.lines[index].paid
            for index in self._line_indexes.get(stack, ())
            if self._is_unpaid(index)
        )

    def _record_laid(self, stack: Stack, after: Cents) -> None:
        """Record payments: the felt shows a sum, so one that fits no line may be a part."""
        payment_levels = self._payment_levels(stack)
        if after == self.owed_cents(stack):
            self.mark_taken(stack)
            self._paid_lines |= payment_levels.keys()
        elif after in payment_levels.values():
            self._paid_lines |= {
                index for index, payment_level in payment_levels.items() if payment_level <= after
            }

    # bets that move

    def first_unmoved(self, felt: Felt) -> tuple[Stack, Stack] | None:
        """Return (from, to) of the first carried-over bet that the dealer has still to move."""
        origins = {to: origin for origin, to in self.stack_moves.items()}
        for stack, cents in self.carried_stacks.items():
            is_short = felt.amount(stack) < cents
            if is_short or (stack in origins and felt.amount(stack) != cents):
                return origins.get(stack, stack), stack
        return None
