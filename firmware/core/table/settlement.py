"""The results of locked bets, and how far the dealer has taken and paid their chips.

On each stack the dealer first takes what is lost, then pays line by line:

    stake 50,00 $, one hand lost, one won    take 25,00 $, 25,00 $ stays    pay 25,00 $

The felt tells what he has done. A stack that is lifted to make change is laid again; any chips
beyond what is owed are a late bet.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from firmware.core.table.felt import Felt
from firmware.core.table.stack_sums import NO_LINE, Movements, Sums, Taking, loses
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import Bet, BetSettled

MIXED: Final = "mixed"
"""One hand of a stack is lost, and another is paid."""
WORST_FIRST: Final = ("lose", "surrender", "win", "push")


class Settlement:
    """The lines of one round, what is carried over, and what is taken and paid of it."""

    def __init__(self, bets: Iterable[Bet], tickets: Iterable[Bet]) -> None:
        self.locked = {bet.stack: bet for bet in bets}
        self.tickets = {bet.stack: bet for bet in tickets}
        """Bets without chips on the felt."""
        self.lines: tuple[BetSettled, ...] = ()
        """The settlement so far."""
        self.settled = False
        """Whether the settlement is whole."""
        self.carried: Mapping[Stack, Cents] = {}
        """Bets carried over to the next round; they must be there when this one ends."""
        self.moves: Mapping[Stack, Stack] = {}
        """The dealer's moves of carried-over bets, from and to."""
        self._at: dict[Stack, list[int]] = {}
        """The lines of each stack, by their place among `lines`."""
        self._sums: dict[Stack, Sums] = {}
        self._losing: tuple[Stack, ...] = ()
        """The stacks of which the house takes something."""
        self._cleared: set[Stack] = set()
        """Stacks that were lifted for good."""
        self._taken: dict[Stack, Cents] = {}
        """What is taken of what is lost, by stack."""
        self._paid: set[int] = set()
        """The lines that are paid or passed over, likewise."""

    def stake(self, stack: Stack) -> Cents:
        """Return the locked stake of a bet, decisions included; 0 if it is not locked."""
        bet = self.locked.get(stack)
        return bet.cents if bet else NOTHING

    @property
    def stakes(self) -> dict[Stack, Cents]:
        """All that is bet on this round."""
        return {stack: bet.cents for stack, bet in (self.locked | self.tickets).items()}

    # the results of the bets

    def settle(self, lines: Iterable[BetSettled], *, whole: bool) -> None:
        """Take over the settlement so far."""
        self.lines, self.settled = tuple(lines), whole
        self._at, self._sums = {}, {}
        for at, line in enumerate(self.lines):
            stack = line.bet.stack
            self._at.setdefault(stack, []).append(at)
            self._sums[stack] = self._sums.get(stack, NO_LINE).with_line(line)
        losing = (line.bet.stack for line in self.lines if loses(line))
        self._losing = tuple(dict.fromkeys(losing))

    def carry(self, carried: Mapping[Stack, Cents], moves: Mapping[Stack, Stack]) -> None:
        """Record the bets that are carried over to the next round, and their moves."""
        self.carried, self.moves = carried, moves

    @property
    def chips_move(self) -> bool:
        """Whether the dealer has chips to pay, to take or to move."""
        return bool(self.lines or self.moves)

    def lines_of(self, stack: Stack) -> list[BetSettled]:
        """Return the lines of one stack."""
        return [self.lines[at] for at in self._at.get(stack, ())]

    def decided(self, stack: Stack) -> bool:
        """Return whether a stack, or a part of it, is settled."""
        return self.settled or stack in self._at

    @property
    def gained(self) -> dict[Stack, int]:
        """The house's gain on each settled stack, without commissions."""
        back = {stack: sums.returned + sums.paid for stack, sums in self._sums.items()}
        return {stack: cents - back[stack] for stack, cents in self.stakes.items() if stack in back}

    def outcome(self, stack: Stack) -> str:
        """Return the result of a settled stack; of several hands the worst, or MIXED."""
        lines = self.lines_of(stack)
        outcomes = {line.outcome for line in lines}
        if "lose" in outcomes and any(line.paid for line in lines):
            return MIXED
        return min(outcomes, key=WORST_FIRST.index)

    # what lies on a stack: before the dealer takes, after that, and at the end

    def lost(self, stack: Stack) -> Cents:
        """Return what the house takes of a stack."""
        sums = self._sums.get(stack, NO_LINE)
        return Cents(sums.staked - sums.returned)

    def stays(self, stack: Stack) -> Cents:
        """Return what lies there once that is taken, before anything is paid."""
        return Cents(self._sums.get(stack, NO_LINE).returned + self._undecided(stack))

    def owed(self, stack: Stack) -> Cents:
        """Return what lies there at the end: returned, paid, carried over, not yet decided."""
        paid = self._sums.get(stack, NO_LINE).paid
        return Cents(self.stays(stack) + paid + self.carried.get(stack, NOTHING))

    def due(self, stack: Stack) -> Cents | None:
        """Return what lies there after the dealer's next movement; None if there is none."""
        if self._to_take(stack):
            return self.stays(stack)
        return next((cents for at, cents in self._levels(stack).items() if self._unpaid(at)), None)

    def _undecided(self, stack: Stack) -> Cents:
        """Return the part of a stake that has no line yet, while the round goes on."""
        if self.settled:
            return NOTHING
        return Cents(self.stake(stack) - self._sums.get(stack, NO_LINE).staked)

    def _levels(self, stack: Stack) -> dict[int, Cents]:
        """Return what lies there once each line with a payment is paid, in their order."""
        level, levels = self.stays(stack), {}
        for at in self._at.get(stack, ()):
            level = Cents(level + self.lines[at].paid)
            if self.lines[at].paid:
                levels[at] = level
        return levels

    def movements(self, stack: Stack) -> Movements:
        """Return what the dealer has done so far with the chips of a stack."""
        lines = [(at, self.lines[at]) for at in self._at.get(stack, ())]
        taken = self._taken.get(stack, NOTHING)
        paid = [line for at, line in lines if line.paid and at in self._paid]
        lost = [line for _, line in lines if not line.paid and taken]
        return Movements(
            self.stake(stack),
            Cents(sum(line.paid for line in paid)),
            taken,
            Cents(sum(line.commission for line in (*paid, *lost))),
        )

    # taking

    def takings(self, felt: Felt) -> Iterator[Taking]:
        """Yield what is lost and still lies there, stack by stack."""
        for stack in self._losing:
            taking = self._taking(stack)
            if taking.cents and felt.amount(stack) > taking.stays:
                yield taking

    def _taking(self, stack: Stack) -> Taking:
        sums = self._sums[stack]
        commission = Cents(sums.commission)
        return Taking(stack, self._to_take(stack), self.stays(stack), commission, sums.losing)

    def _to_take(self, stack: Stack) -> Cents:
        return Cents(self.lost(stack) - self._taken.get(stack, NOTHING))

    def take(self, stack: Stack) -> None:
        """Pass over what is to be taken of a stack."""
        self._taken[stack] = self.lost(stack)

    # paying, spot by spot

    @property
    def payments(self) -> list[BetSettled]:
        """The lines with a payment, from the dealer's left."""
        return [line for line in self.lines if line.paid]

    @property
    def paying(self) -> BetSettled | None:
        """The first line that is neither paid nor passed over."""
        at = self._paying_at()
        return None if at is None else self.lines[at]

    def unpaid(self, felt: Felt) -> BetSettled | None:
        """Return the first payment that the felt contradicts: neither paid nor lifted."""
        unpaid = (line for at, line in enumerate(self.lines) if self._unpaid(at))
        return next((line for line in unpaid if not self.right(line.bet.stack, felt)), None)

    def right(self, stack: Stack, felt: Felt) -> bool:
        """Return whether a stack is what is owed, or gone."""
        return felt.amount(stack) in (NOTHING, self.owed(stack))

    def _paying_at(self) -> int | None:
        return next(filter(self._unpaid, range(len(self.lines))), None)

    def _unpaid(self, at: int) -> bool:
        line = self.lines[at]
        lies = at not in self._paid and line.bet.stack not in self._cleared
        return bool(line.paid) and lies

    def next(self) -> bool:
        """Pass on to the next payment; return whether there was one to leave."""
        at = self._paying_at()
        if at is not None:
            self._paid.add(at)
        return at is not None

    # the dealer's hands on the felt

    def handled(self, stack: Stack, before: Cents, after: Cents) -> bool:
        """Take note of chips that moved on a settled stack; return whether the dealer may do so.

        A cleared place stays empty (article 30).
        """
        if after < before:
            self._lifted(stack, after)
            kept = self.carried.get(stack, NOTHING) + self._undecided(stack)
            return after >= kept or stack in self.moves.values()
        owed = self.owed(stack)
        if (stack in self._cleared and stack not in self.carried) or after > owed:
            return False
        self._laid(stack, after)
        return True

    def _lifted(self, stack: Stack, after: Cents) -> None:
        """Of a stack that the dealer lifts to take a part, he lays again what is owed."""
        taking = self._to_take(stack)
        if taking:
            paid = self._sums.get(stack, NO_LINE).paid - self._outstanding(stack)
            gone = self.stake(stack) + paid - after
            self._taken[stack] = Cents(max(NOTHING, min(self.lost(stack), gone)))
        if not after and not (taking and self.owed(stack)):
            self._cleared.add(stack)

    def _outstanding(self, stack: Stack) -> int:
        return sum(self.lines[at].paid for at in self._at.get(stack, ()) if self._unpaid(at))

    def _laid(self, stack: Stack, after: Cents) -> None:
        """Take note of payments: the felt shows a sum, so one that fits no line may be a part."""
        levels = self._levels(stack)
        if after == self.owed(stack):
            self.take(stack)
            self._paid |= levels.keys()
        elif after in levels.values():
            self._paid |= {at for at, level in levels.items() if level <= after}

    # bets that move

    def unmoved(self, felt: Felt) -> tuple[Stack, Stack] | None:
        """Return (from, to) of the first carried-over bet that the dealer has still to move."""
        came_from = {to: origin for origin, to in self.moves.items()}
        for stack, cents in self.carried.items():
            short = felt.amount(stack) < cents
            if short or (stack in came_from and felt.amount(stack) != cents):
                return came_from.get(stack, stack), stack
        return None
