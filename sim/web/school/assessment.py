"""Marks a trainee's acts against the prompts and the felt of his table, one after the other."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from firmware.core.vocabulary.keys import DECISION_KEYS, POKER_DECISION_KEYS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.status import Status
from sim.web.bench.felt_chips import FeltChips
from sim.web.messages.messages_in import KeyDecision, MakeCall, PageRequest, PressKey
from sim.web.school.call_marks import CallMarks
from sim.web.school.exercise import OPEN_TERMS, ExamTerms, ExpectedAct, Happening, prompt_fields
from sim.web.school.exercise_mark import ExerciseMark
from sim.web.school.settlement_marks import SettlementMarks

REACTION_MS: Final = 500
"""How long a reading of the felt may take, and wait for others to be journaled."""
STOPPED_ACTS: Final = frozenset(
    {
        *(
            Act.MEND_FAULT,
            Act.CLEAR_FAULTS,
            Act.VOID_ROUND,
            Act.AWAIT_PART,
            Act.CONFIRM_FELT,
            Act.CHOOSE_CARD,
        ),
        *(Act.ENTER_CARD, Act.TAKE_CARD_BACK, Act.SHUFFLE_CARDS, Act.RESOLVE_LATE),
    }
)
"""The prompts of a stopped table."""


class Assessment:
    """The marks of one exercise, by the prompts of the table and by its felt.

    An act is over when the table, having asked for it, asks for something else; one that the table
    has passed over is missed. A payment or a taking is marked by the chips on the felt then. In a
    blind exercise, and at a poker table, all those of one settlement are open at once, in any
    order, until `finish_settlement`.
    """

    def __init__(
        self,
        expected_acts: Sequence[ExpectedAct],
        terms: ExamTerms = OPEN_TERMS,
        denominations: tuple[Cents, ...] = (),
    ) -> None:
        self._terms = terms
        marks = [ExerciseMark(expected) for expected in expected_acts if expected.do is not None]
        self._expected_marks = marks
        self._calls = CallMarks(expected_acts)
        remaining_marks = iter(marks)
        self._exercise_items: list[ExerciseMark | Happening] = [
            expected.happens or next(remaining_marks)
            for expected in expected_acts
            if expected.call is None
        ]
        self._position = 0
        self._settlement = SettlementMarks(marks, terms, denominations)
        self._prompt_at_begin: Mapping[str, Any] = {}
        """The prompt at the beginning of the current act."""
        self._begun_ms: int | None = None
        self._since_ms = 0
        self._reaction_until_ms = 0
        """Until when the table may not show yet what the exercise itself has just done."""

    @property
    def marks(self) -> list[ExerciseMark]:
        """Those of the expected acts, of the calls, then the stray ones."""
        return [*self._expected_marks, *self._calls.marks, *self._settlement.stray_marks]

    @property
    def is_over(self) -> bool:
        """Whether every act is marked."""
        return self._position >= len(self._exercise_items)

    @property
    def is_dark(self) -> bool:
        """Whether displays and prompts are withheld: a blind payment or taking is still open."""
        return self._terms.blind and any(
            mark.is_money and not mark.is_marked for mark in self._expected_marks
        )

    @property
    def happening(self) -> Happening | None:
        """The exercise's own request that is next."""
        exercise_item = None if self.is_over else self._exercise_items[self._position]
        return None if isinstance(exercise_item, ExerciseMark) else exercise_item

    def elapsed_ms(self, now_ms: int) -> int:
        """Return the time since the trainee began."""
        return 0 if self._begun_ms is None else now_ms - self._begun_ms

    def seconds_left(self, now_ms: int) -> int | None:
        """Return the rest of the time; None if it is not limited."""
        limit_s = self._terms.limit_s
        return None if limit_s is None else max(0, limit_s - self.elapsed_ms(now_ms) // 1000)

    def hides(self, status: Status) -> bool:
        """Return whether a status shows a settlement that is paid blind now."""
        return self.is_dark and self._settlement.watch.is_paying(status)

    def skip_happening(self, now_ms: int) -> None:
        """Continue after the exercise's own request."""
        self._position += 1
        self._reaction_until_ms = now_ms + REACTION_MS

    def observe(self, status: Status, felt: FeltChips, now_ms: int) -> None:
        """Take a look at the table."""
        if self._begun_ms is None:
            self._begun_ms = now_ms
        if self.seconds_left(now_ms) == 0:
            self.give_up()
        self._settlement.watch.observe(status, felt)
        current_mark = self._current_mark
        if (
            current_mark
            and current_mark.state == "asked"
            and self._is_act_over(current_mark, status, felt)
        ):
            self._finish(current_mark, status, felt, now_ms)
            self._position += 1
            current_mark = self._current_mark
        if self._is_marked_at_once(status) and not status.stopped:
            self._open_settlement(now_ms)
            return
        self._calls.observe(self._position)
        self._settlement.note_strays(status, felt, current_mark)
        if current_mark and current_mark.state == "waiting":
            self._begin_next(status, felt, now_ms)

    def mark_request(
        self, request: PageRequest, status_before: Status | None, *, is_refused: bool
    ) -> None:
        """Take note of an act of the trainee; `before` is the table as he saw it."""
        mark = self._current_mark or self._expected_marks[-1]
        mark.wrong += (
            is_refused
            or _is_dark_key(request, status_before)
            or _is_wrong_decision(request, mark.expected)
        )

    def make_call(self, request: MakeCall, commissions: Mapping[Stack, Cents], now_ms: int) -> None:
        """Mark a call; one that is not expected is a wrong key."""
        is_expected = self._calls.make(
            request, self._position, commissions, now_ms - self._since_ms
        )
        for mark in self._calls.marks:
            if mark.movement and mark.round < 0:
                mark.round = self._settlement.watch.round
        if not is_expected:
            (self._current_mark or self._expected_marks[-1]).wrong += 1

    def finish_settlement(self, felt: FeltChips, now_ms: int) -> None:
        """Mark the open settlement by the felt: the trainee has confirmed it."""
        marks_ahead = self._marks_ahead
        first = next(
            (index for index, mark in enumerate(marks_ahead) if mark.is_money), len(marks_ahead)
        )
        money_marks = list(takewhile(lambda mark: mark.is_money, marks_ahead[first:]))
        for mark in marks_ahead[:first]:
            mark.finish("missed")
        self._settlement.assign_movements(money_marks)
        for mark in money_marks:
            self._settlement.judge(mark, felt, now_ms - self._since_ms)
        self._position += first + len(money_marks)
        self._calls.end_settlement(self._settlement.watch.stacks)
        self._settlement.end(felt)

    def end_round(self, status: Status, felt: FeltChips, now_ms: int) -> None:
        """Mark the payments of a round that is confirmed: of a poker table, else once more."""
        if self._is_marked_at_once(status):
            self.finish_settlement(felt, now_ms)
        self._settlement.check_end(felt)

    def give_up(self) -> None:
        """End the exercise: acts that are not done are missed."""
        for mark in self.marks:
            if not mark.is_marked:
                mark.finish("missed")
        self._position = len(self._exercise_items)

    @property
    def _current_mark(self) -> ExerciseMark | None:
        exercise_item = None if self.is_over else self._exercise_items[self._position]
        return exercise_item if isinstance(exercise_item, ExerciseMark) else None

    @property
    def _marks_ahead(self) -> list[ExerciseMark]:
        """The acts up to the next thing that happens by itself."""
        marks = []
        for exercise_item in self._exercise_items[self._position :]:
            if not isinstance(exercise_item, ExerciseMark):
                break
            marks.append(exercise_item)
        return marks

    def _is_marked_at_once(self, status: Status) -> bool:
        """Return whether all payments of a settlement are open until it is confirmed."""
        is_at_once = self.is_dark or status.room is not None
        return is_at_once and self._settlement.watch.is_paying(status)

    def _is_act_over(self, mark: ExerciseMark, status: Status, felt: FeltChips) -> bool:
        if mark.is_lifted_for_change(felt) and mark.round == status.round:
            return False
        stopped_by_something_else = status.stopped and mark.expected.do not in STOPPED_ACTS
        if mark.is_money and self._is_marked_at_once(status):
            return False
        if status.ask.do is Act.RESOLVE_LATE and mark.expected.do is not Act.RESOLVE_LATE:
            return mark.movement is not None and mark.movement.stack == status.ask.stack
        return prompt_fields(status) != self._prompt_at_begin and not stopped_by_something_else

    def _begin_next(self, status: Status, felt: FeltChips, now_ms: int) -> None:
        """Begin the first act that the table asks for; those before it were done out of turn, or
        are missed.
        """
        marks_ahead = self._marks_ahead
        passed_marks = list(
            takewhile(lambda mark: not mark.expected.is_prompted(status), marks_ahead)
        )
        if len(passed_marks) == len(marks_ahead):
            return
        if passed_marks and now_ms < self._reaction_until_ms:
            return  # the late bet, say, is on the felt, and not read yet
        self._settlement.assign_movements([mark for mark in passed_marks if mark.is_money])
        for mark in passed_marks:
            self._settlement.judge(mark, felt, 0)
        self._position += len(passed_marks)
        self._since_ms, self._prompt_at_begin = now_ms, prompt_fields(status)
        next_mark = marks_ahead[len(passed_marks)]
        next_mark.state = "asked"
        if next_mark.is_money:
            self._settlement.ask(next_mark, status, felt)

    def _finish(self, mark: ExerciseMark, status: Status, felt: FeltChips, now_ms: int) -> None:
        duration_ms = now_ms - self._since_ms
        if mark.movement is not None:
            self._settlement.judge(mark, felt, duration_ms)
        else:
            is_unseen = (mark.expected.spot, mark.expected.on) in status.unseen
            is_missed = mark.is_money and (self._terms.blind or is_unseen)
            mark.finish("missed" if is_missed else "right", duration_ms)

    def _open_settlement(self, now_ms: int) -> None:
        """Begin all payments and takings of the settlement."""
        marks_ahead = self._marks_ahead
        for mark in takewhile(lambda mark: mark.is_money, marks_ahead):
            if mark.state == "waiting":
                mark.state, self._since_ms = "asked", now_ms


def _is_dark_key(request: PageRequest, status_before: Status | None) -> bool:
    return (
        isinstance(request, PressKey)
        and status_before is not None
        and request.key.value not in status_before.keys
    )


def _is_wrong_decision(request: PageRequest, expected: ExpectedAct) -> bool:
    """Return whether an act keys another decision than the exercise asks for."""
    match request:
        case KeyDecision(decision=key) | PressKey(key=key):
            is_decision = key in DECISION_KEYS or key in POKER_DECISION_KEYS
            return expected.key is not None and is_decision and key is not expected.key
    return False
