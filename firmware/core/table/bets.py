"""The bets of one round, from the lock to the last chip paid: only locked bets are settled."""

from collections.abc import Iterable, Mapping
from typing import Literal

from firmware.core.table.felt import Felt
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import Bet, BetSettled, LateBet


class Bets:
    """The locked bets, the late ones, and the settlement of each."""

    def __init__(
        self, bets: Iterable[Bet] = (), locked_at: int = 0, tickets: Iterable[Bet] = ()
    ) -> None:
        self.locked = {(bet.place, bet.bettor): bet for bet in bets}
        self.tickets = {(bet.place, bet.bettor): bet for bet in tickets}
        """Bets without chips on the felt."""
        self.locked_at = locked_at
        self.late: dict[Stack, Cents] = {}
        """The amount that must be restored at each place whose chips moved after the lock."""
        self.returning: set[Stack] = set()
        """Stacks that were given back at the close and must leave the felt."""
        self.left_over: set[Stack] = set()
        """Stacks that have been there since before the round opened."""
        self.lines: tuple[BetSettled, ...] = ()
        """The settlement so far."""
        self.settled = False
        """Whether the settlement is whole."""
        self.carried: Mapping[Stack, Cents] = {}
        """Bets carried over to the next round; they must be there when this one ends."""
        self.moves: Mapping[Stack, Stack] = {}
        """The dealer's moves of carried-over bets, from and to."""
        self._won: dict[Stack, Cents] = {}
        """The amount returned and won, by stack."""
        self._cleared: set[Stack] = set()
        self._paid: set[int] = set()
        """The lines that are paid or passed over, by their place among `lines`."""

    def stake(self, stack: Stack) -> Cents:
        """Return the locked stake of a bet, decisions included; 0 if it is not locked."""
        bet = self.locked.get(stack)
        return bet.cents if bet else NOTHING

    @property
    def stakes(self) -> dict[Stack, Cents]:
        """All that is bet on this round."""
        return {stack: bet.cents for stack, bet in (self.locked | self.tickets).items()}

    @property
    def bettors(self) -> set[tuple[int, str | None]]:
        """Who has a locked bet: the player seated at a spot, or one behind him."""
        return {(place.spot, bettor) for place, bettor in self.locked}

    @property
    def gained(self) -> dict[Stack, int]:
        """The house's gain on each settled stack, without commissions."""
        return {s: cents - self._won[s] for s, cents in self.stakes.items() if s in self._won}

    def add(self, stack: Stack, cents: Cents) -> None:
        """Lock chips that a decision has cost."""
        place, bettor = stack
        self.locked[stack] = Bet(place, Cents(self.stake(stack) + cents), bettor)

    def settle(self, lines: Iterable[BetSettled], *, whole: bool) -> None:
        """Take over the settlement so far."""
        self.lines, self.settled = tuple(lines), whole
        self._won = {}
        for line in self.lines:
            won = self._won.get(_stack(line), NOTHING)
            self._won[_stack(line)] = Cents(won + line.returned + line.paid)

    def carry(self, carried: Mapping[Stack, Cents], moves: Mapping[Stack, Stack]) -> None:
        """Record the bets that are carried over to the next round, and their moves."""
        self.carried, self.moves = carried, moves

    @property
    def chips_move(self) -> bool:
        """Whether the dealer has chips to pay, to take or to move."""
        return bool(self.lines or self.moves)

    def decided(self, stack: Stack) -> bool:
        """Return whether a stack, or a part of it, is settled."""
        return self.settled or stack in self._won

    def moved(
        self, stack: Stack, before: Cents, after: Cents, now: int, *, supervised: bool
    ) -> LateBet | None:
        """Take note of chips that moved since the lock; return the late bet, if it is one.

        Under the supervisor's key a late bet is being put right, and is no second one.
        """
        if stack in self.returning or (supervised and stack in self.late):
            return None
        decided = self.decided(stack)
        if decided and stack not in self.late and self._paying(stack, before, after):
            return None
        self.late.setdefault(stack, before if decided else self.stake(stack))
        change: Literal["added", "removed"] = "added" if after > before else "removed"
        place, bettor = stack
        return LateBet(place, Cents(abs(after - before)), change, bettor, now - self.locked_at)

    def unread(self, stack: Stack, now: int) -> LateBet:
        """Record chips that were not counted when the bets were locked."""
        self.late[stack] = NOTHING
        return LateBet(stack[0], None, "added", None, now - self.locked_at)

    def _paying(self, stack: Stack, before: Cents, after: Cents) -> bool:
        """Return whether the dealer is paying or taking; a cleared place stays
        empty (article 30).
        """
        if after < before:
            if not after and not self._still_to_be_paid(stack):
                self._cleared.add(stack)
            return after >= self.carried.get(stack, NOTHING) or stack in self.moves.values()
        owed = self.owed(stack)
        if (stack in self._cleared and stack not in self.carried) or after > owed:
            return False
        if after == owed:
            self._paid |= {at for at, line in enumerate(self.lines) if _stack(line) == stack}
        return True

    def _still_to_be_paid(self, stack: Stack) -> bool:
        """Return whether a lost stake is taken while another rule still pays the bet."""
        lines = [(at, line) for at, line in enumerate(self.lines) if _stack(line) == stack]
        lost = any(line.outcome == "lose" for _, line in lines)
        return lost and any(line.paid and at not in self._paid for at, line in lines)

    def owed(self, stack: Stack) -> Cents:
        """Return the amount due to a stack's bettor: carried over, returned and won."""
        return Cents(self._won.get(stack, NOTHING) + self.carried.get(stack, NOTHING))

    def put_right(self, felt: Felt) -> list[Stack]:
        """Return the late stacks that are as the snapshot has them again."""
        return [stack for stack, cents in self.late.items() if felt.amount(stack) == cents]

    def wrong(self, felt: Felt) -> Stack | None:
        """Return the first late stack that is not yet put right."""
        return next((s for s, cents in self.late.items() if felt.amount(s) != cents), None)

    def untaken(self, felt: Felt) -> Stack | None:
        """Return a losing stack that is still there."""
        lost = (_stack(line) for line in self.lines if line.outcome in ("lose", "surrender"))
        return next((s for s in lost if not self.owed(s) and felt.amount(s)), None)

    def unmoved(self, felt: Felt) -> tuple[Stack, Stack] | None:
        """Return (from, to) of the first carried-over bet that the dealer has still to move."""
        came_from = {to: origin for origin, to in self.moves.items()}
        for stack, cents in self.carried.items():
            short = felt.amount(stack) < cents
            if short or (stack in came_from and felt.amount(stack) != cents):
                return came_from.get(stack, stack), stack
        return None

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

    def _paying_at(self) -> int | None:
        owed = ((at, line) for at, line in enumerate(self.lines) if line.paid)
        open_ = (at for at, p in owed if at not in self._paid and _stack(p) not in self._cleared)
        return next(open_, None)

    def next(self) -> bool:
        """Pass on to the next payment; return whether there was one to leave."""
        at = self._paying_at()
        if at is not None:
            self._paid.add(at)
        return at is not None


def _stack(line: BetSettled) -> Stack:
    return line.bet.place, line.bet.bettor
