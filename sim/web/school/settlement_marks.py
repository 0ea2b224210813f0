"""The marks of the payments and takings of a settlement, by the felt."""

from collections.abc import Container, Sequence
from itertools import takewhile

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.status import Status
from sim.people.status_queries import amounts_due
from sim.web.bench.felt_chips import FeltChips, amount_at
from sim.web.school.exercise import ExamTerms, ExpectedAct
from sim.web.school.exercise_mark import ChipMovement, ExerciseMark, MovementTerms
from sim.web.school.settlement_watch import SettlementWatch


class SettlementMarks:
    """Marks movements of chips; those that the exercise does not expect have marks of their own."""

    def __init__(
        self,
        expected_marks: Sequence[ExerciseMark],
        terms: ExamTerms,
        denominations: tuple[Cents, ...],
    ) -> None:
        self.watch = SettlementWatch()
        self.stray_marks: list[ExerciseMark] = []
        self._expected_marks = expected_marks
        self._terms, self._denominations = terms, denominations

    def ask(self, mark: ExerciseMark, status: Status, felt: FeltChips) -> None:
        """Begin a movement that the table asks for."""
        stack = status.ask.stack
        due_cents = amounts_due(status).get(stack)
        mark.round = self.watch.round
        if due_cents is not None:
            mark.movement = ChipMovement(stack, amount_at(felt, stack), due_cents)

    def end(self, felt: FeltChips) -> None:
        """Mark what else was moved in a blind settlement, which is judged then."""
        for stack in self.watch.stacks.keys() | felt.keys():
            self._judge_unlisted(stack, felt)
        self.watch.judge_all()

    def check_end(self, felt: FeltChips) -> None:
        """Mark the payments again, as the round is confirmed: chips may have been
        lifted again. Those that a player took away are gone for good.
        """
        last_marks = {
            mark.movement.stack: mark
            for mark in self._expected_marks
            if mark.movement and mark.round == self.watch.round
        }
        for stack, mark in last_marks.items():
            cents = amount_at(felt, stack)
            if mark.verdict == "right" and cents not in (0, self.watch.amount_expected(stack)):
                self.judge(mark, felt, mark.duration_ms)
        for stack in self.watch.stacks:
            if amount_at(felt, stack):
                self._judge_unlisted(stack, felt)

    def judge(self, mark: ExerciseMark, felt: FeltChips, duration_ms: int) -> None:
        """Mark a movement of chips by the felt, or an act that was passed over as missed."""
        if mark.movement is None:
            mark.finish("missed", duration_ms)
            return
        stack = mark.movement.stack
        settled = self.watch.stacks.get(stack)
        is_paid = mark.expected.do is Act.PAY_BET
        terms = MovementTerms(
            self._terms,
            self._denominations,
            self.watch.felt_before.get(stack, ()),
            settled.owed if settled else None,
        )
        is_early = is_paid and self._is_early(mark, stack)
        mark.finish_movement(mark.movement, felt, terms, duration_ms, is_early=is_early)
        self.watch.judged.add(stack)

    def assign_movements(self, money_marks: Sequence[ExerciseMark]) -> None:
        """Find the stack of each act by the settlement, and its right amount."""
        marks_by_stack: dict[tuple[Stack, Act], list[ExerciseMark]] = {}
        taken = {
            (mark.movement.stack, mark.expected.do)
            for mark in self._expected_marks
            if mark.movement and mark.round == self.watch.round
        }
        for mark in money_marks:
            stack = self._find_stack(mark.expected, taken)
            if stack is not None and mark.expected.do is not None:
                taken.add((stack, mark.expected.do))
                marks_by_stack.setdefault((stack, mark.expected.do), []).append(mark)
        for (stack, act), marks in marks_by_stack.items():
            settled = self.watch.stacks[stack]
            steps = (
                settled.payment_steps(len(marks))
                if act is Act.PAY_BET
                else [(settled.stake, settled.remaining)] * len(marks)
            )
            for mark, (from_cents, due_cents) in zip(marks, steps, strict=True):
                mark.round = self.watch.round
                mark.movement = ChipMovement(stack, from_cents, due_cents)

    def note_strays(
        self, status: Status, felt: FeltChips, current_mark: ExerciseMark | None
    ) -> None:
        """Mark the late bets of a settlement: chips that were paid to the wrong place."""
        if not self.watch.stacks:
            return
        late_places = set(status.late)
        for stack in felt:
            place, _ = stack
            is_current = bool(
                current_mark and current_mark.movement and current_mark.movement.stack == stack
            )
            if (place.spot, place.on) in late_places and not is_current:
                self._judge_unlisted(stack, felt)

    def _judge_unlisted(self, stack: Stack, felt: FeltChips) -> None:
        """Mark a stack of which the exercise expects nothing, if it is not as it has to be."""
        marked_stacks = {
            mark.movement.stack
            for mark in (*self._expected_marks, *self.stray_marks)
            if mark.movement and mark.round == self.watch.round
        }
        expected_cents = self.watch.amount_expected(stack)
        if stack in marked_stacks or amount_at(felt, stack) == expected_cents:
            return
        settled = self.watch.stacks.get(stack)
        act = (
            Act.TAKE_CHIPS
            if settled and not settled.has_payment and settled.has_taking
            else Act.PAY_BET
        )
        place, bettor = stack
        mark = ExerciseMark(
            ExpectedAct(do=act, spot=place.spot, on=place.on, bettor=bettor), is_stray=True
        )
        mark.round = self.watch.round
        from_cents = settled.stake if settled else expected_cents
        movement = ChipMovement(stack, from_cents, expected_cents)
        mark.finish_movement(movement, felt, MovementTerms(self._terms, self._denominations))
        self.stray_marks.append(mark)

    def _is_early(self, mark: ExerciseMark, stack: Stack) -> bool:
        """Return whether a bet was paid before the lost chips were taken, or before a payment that
        comes first.
        """
        settled = self.watch.stacks.get(stack)
        if settled is None or settled.has_taking:
            return False
        earlier_marks = takewhile(lambda other: other is not mark, self._expected_marks)
        earlier_stacks = {
            earlier.movement.stack
            for earlier in earlier_marks
            if earlier.movement
            and earlier.expected.do is Act.PAY_BET
            and earlier.round == self.watch.round
        }
        if stack in earlier_stacks:  # the stack had its turn
            return False
        return self.watch.precedes_taking(stack) or any(
            self.watch.is_moved_before(stack, earlier) for earlier in earlier_stacks
        )

    def _find_stack(
        self, expected: ExpectedAct, taken: Container[tuple[Stack, Act | None]]
    ) -> Stack | None:
        """Return the settled stack that an act is about: one that no other act has, if possible."""
        matching_stacks = [
            stack
            for stack, settled in self.watch.stacks.items()
            if expected.is_about(stack)
            and (settled.has_payment if expected.do is Act.PAY_BET else settled.has_taking)
        ]
        free_stacks = (stack for stack in matching_stacks if (stack, expected.do) not in taken)
        return next(free_stacks, matching_stacks[0] if matching_stacks else None)
