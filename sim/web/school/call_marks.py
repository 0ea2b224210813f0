"""The calls of an exercise: "no more bets", the result, a commission. A page ticks them."""

from collections.abc import Collection, Mapping, Sequence

from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Stack
from sim.web.messages.messages_in import MakeCall
from sim.web.school.exercise import ExpectedAct
from sim.web.school.exercise_mark import ChipMovement, ExerciseMark


class CallMarks:
    """Each call is due once the acts before it are done, until the act after it is done."""

    def __init__(self, expected_acts: Sequence[ExpectedAct]) -> None:
        self._positions: list[tuple[ExerciseMark, int]] = []
        """Each call, and the number of acts and happenings before it."""
        position = 0
        for expected in expected_acts:
            if expected.call is None:
                position += 1
            else:
                self._positions.append((ExerciseMark(expected), position))

    @property
    def marks(self) -> list[ExerciseMark]:
        return [mark for mark, _ in self._positions]

    def make(
        self,
        request: MakeCall,
        position: int,
        commissions: Mapping[Stack, Cents],
        duration_ms: int,
    ) -> bool:
        """Mark a call; return whether it was expected. `position` is that of the current act;
        a commission is called at any time of its settlement.
        """
        for mark, call_position in self._positions:
            if mark.is_marked or not mark.expected.is_called_by(request):
                continue
            if request.call == "commission":
                self._mark_commission(mark, request, commissions, duration_ms)
            else:
                mark.finish("right" if position >= call_position else "order", duration_ms)
            return True
        return False

    def end_settlement(self, stacks: Collection[Stack]) -> None:
        """Mark the commissions that were not called as missed: a blind settlement is done."""
        for mark in self.marks:
            is_due = mark.expected.call == "commission" and any(map(mark.expected.is_about, stacks))
            if is_due and not mark.is_marked:
                mark.finish("missed")

    def observe(self, position: int) -> None:
        """Mark the calls whose time is over as missed."""
        for mark, call_position in self._positions:
            if position > call_position and not mark.is_marked:
                mark.finish("missed")

    def _mark_commission(
        self,
        mark: ExerciseMark,
        request: MakeCall,
        commissions: Mapping[Stack, Cents],
        duration_ms: int,
    ) -> None:
        stack = next((stack for stack in commissions if mark.expected.is_about(stack)), None)
        if stack is None:
            mark.finish("missed", duration_ms)
            return
        movement = ChipMovement(stack, NO_CENTS, commissions[stack])
        mark.finish_amount(movement, Cents(request.cents or 0), duration_ms)
