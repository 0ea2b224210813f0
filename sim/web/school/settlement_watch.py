"""Watches the chips of a settlement: the amounts due, and the order in which stacks were moved."""

from itertools import count

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import SETTLEMENT_ACTS
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.status import Status
from sim.web.bench.felt_chips import FeltChips, amount_at
from sim.web.school.settled_stacks import SettledStack, settled_stacks


class SettlementWatch:
    """The settled stacks of the present round. Those that were judged are `judged`."""

    def __init__(self) -> None:
        self.round = -1
        self.stacks: dict[Stack, SettledStack] = {}
        self.judged: set[Stack] = set()
        self.felt_before: FeltChips = {}
        """The felt when a settlement of the round was last begun."""
        self._felt: FeltChips = {}
        self._has_begun = False
        """Whether the table has asked for chips that are not judged."""
        self._clock = count(1)
        self._first_moves: dict[Stack, int] = {}
        self._last_moves: dict[Stack, int] = {}

    def observe(self, status: Status, felt: FeltChips) -> None:
        """Take a look at the table."""
        if status.round != self.round:
            self._begin_round(status.round)
        settled = settled_stacks(status)
        if settled.keys() - self.stacks.keys():
            self.felt_before = self._felt = felt
            self.stacks = settled | self.stacks
        self._note_moves(felt)
        if status.ask.do in SETTLEMENT_ACTS and self.stacks.keys() - self.judged:
            self._has_begun = True

    def is_paying(self, status: Status) -> bool:
        """Return whether a settlement is under way that is not judged yet.

        It begins when the table asks for it, since bets may be settled while others are in play,
        and does not end when the table sees the last payment.
        """
        if status.round != self.round:
            return status.ask.do in SETTLEMENT_ACTS and bool(settled_stacks(status))
        has_begun = self._has_begun or status.ask.do in SETTLEMENT_ACTS
        return has_begun and bool(settled_stacks(status).keys() - self.judged)

    def judge_all(self) -> None:
        """Note that every stack was judged."""
        self.judged |= self.stacks.keys()
        self._has_begun = False

    def amount_expected(self, stack: Stack) -> Cents:
        """Return the right amount of a stack in the end."""
        settled = self.stacks.get(stack)
        return settled.owed if settled else amount_at(self.felt_before, stack)

    def is_moved_before(self, stack: Stack, other: Stack) -> bool:
        """Return whether a stack was touched first."""
        never = len(self._first_moves) + next(self._clock)
        return self._first_moves.get(stack, never) < self._first_moves.get(other, never)

    def precedes_taking(self, stack: Stack) -> bool:
        """Return whether a stack was touched before all lost chips of the others were taken."""
        first_move = self._first_moves.get(stack, 0)
        return any(
            self._last_moves.get(other, 0) > first_move
            for other, settled in self.stacks.items()
            if other != stack and settled.has_taking
        )

    def _begin_round(self, number: int) -> None:
        self.round = number
        self.stacks, self.judged = {}, set()
        self._has_begun = False
        self._first_moves, self._last_moves = {}, {}

    def _note_moves(self, felt: FeltChips) -> None:
        for stack in self.stacks:
            if felt.get(stack) != self._felt.get(stack):
                now = next(self._clock)
                self._first_moves.setdefault(stack, now)
                self._last_moves[stack] = now
        self._felt = felt
