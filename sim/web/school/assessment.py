"""Marks a trainee's acts against the prompts of his table, one after the other."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from firmware.core.vocabulary.keys import DECISION_KEYS
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.status import Status
from sim.web.messages.messages_in import KeyDecision, PageRequest, PressKey
from sim.web.messages.messages_out import MarkMessage, MarkState
from sim.web.school.exercise import ExpectedAct, Happening, prompt_fields

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


class ExerciseMark:
    """One expected act, and how it went."""

    def __init__(self, expected: ExpectedAct) -> None:
        self.expected = expected
        self.state: MarkState = "waiting"
        self.wrong = 0
        """Keys that were dark, refused, or not the decision of his exercise."""
        self.duration_ms = 0
        """The time from the prompt until the act was done."""

    @property
    def mark_message(self) -> MarkMessage:
        expected = self.expected
        return MarkMessage(
            str(expected.do), self.state, self.wrong, self.duration_ms, expected.spot, expected.on,
            expected.hand, expected.key and expected.key.value,
        )  # fmt: skip


class Assessment:
    """The marks of one exercise. An act is done when the table, having asked for it, asks for
    something else; one that the table has passed over, or a payment that it has not seen, is
    missed.
    """

    def __init__(self, expected_acts: Sequence[ExpectedAct]) -> None:
        self.marks = [
            ExerciseMark(expected) for expected in expected_acts if expected.happens is None
        ]
        marks = iter(self.marks)
        self._exercise_items: list[ExerciseMark | Happening] = [
            expected.happens or next(marks) for expected in expected_acts
        ]
        self._position = 0
        self._prompt_at_begin: Mapping[str, Any] = {}
        """The prompt at the beginning of the current act."""
        self._since_ms = 0
        self._reaction_until_ms = 0
        """Until when the table may not show yet what the exercise itself has just done."""

    @property
    def is_over(self) -> bool:
        """Whether every act is done or missed."""
        return self._position >= len(self._exercise_items)

    @property
    def happening(self) -> Happening | None:
        """The exercise's own request that is next."""
        exercise_item = None if self.is_over else self._exercise_items[self._position]
        return None if isinstance(exercise_item, ExerciseMark) else exercise_item

    def skip_happening(self, now_ms: int) -> None:
        """Continue after the exercise's own request."""
        self._position += 1
        self._reaction_until_ms = now_ms + REACTION_MS

    def observe(self, status: Status, now_ms: int) -> None:
        """Take a look at the table."""
        current_mark = self._current_mark
        if (
            current_mark
            and current_mark.state == "asked"
            and self._is_act_over(current_mark, status)
        ):
            current_mark.state = "missed" if self._was_passed_over(current_mark, status) else "done"
            current_mark.duration_ms = now_ms - self._since_ms
            self._position += 1
            current_mark = self._current_mark
        if current_mark and current_mark.state == "waiting":
            self._begin_next(status, now_ms)

    def mark_request(
        self, request: PageRequest, status_before: Status | None, *, is_refused: bool
    ) -> None:
        """Take note of an act of the trainee; `before` is the table as he saw it."""
        mark = self._current_mark or self.marks[-1]
        mark.wrong += (
            is_refused
            or _is_dark_key(request, status_before)
            or _is_wrong_decision(request, mark.expected)
        )

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

    def _is_act_over(self, mark: ExerciseMark, status: Status) -> bool:
        stopped_by_something_else = status.stopped and mark.expected.do not in STOPPED_ACTS
        return prompt_fields(status) != self._prompt_at_begin and not stopped_by_something_else

    def _was_passed_over(self, mark: ExerciseMark, status: Status) -> bool:
        """Return whether it is a payment that the table went on without having seen it."""
        if mark.expected.do is not Act.PAY_BET:
            return False
        place = self._prompt_at_begin.get("spot"), self._prompt_at_begin.get("on")
        return place in status.unseen

    def _begin_next(self, status: Status, now_ms: int) -> None:
        """Begin the first act that the table asks for; those before it are missed."""
        marks_ahead = self._marks_ahead
        missed_marks = list(
            takewhile(lambda mark: not mark.expected.is_prompted(status), marks_ahead)
        )
        if len(missed_marks) == len(marks_ahead):
            return
        if missed_marks and now_ms < self._reaction_until_ms:
            return  # the late bet, say, is on the felt, and not read yet
        for mark in missed_marks:
            mark.state = "missed"
        self._position += len(missed_marks)
        self._since_ms, self._prompt_at_begin = now_ms, prompt_fields(status)
        marks_ahead[len(missed_marks)].state = "asked"


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
            return expected.key is not None and key in DECISION_KEYS and key is not expected.key
    return False
