"""An exercise that is under way at a table."""

import threading
from collections.abc import Callable
from typing import Any

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from sim.web.messages.messages_in import DrawCard, PageRequest, ThrowResult
from sim.web.messages.messages_out import LessonMessage
from sim.web.school.assessment import Assessment
from sim.web.school.exercise import Exercise

ExecuteAct = Callable[[Any], str | None]


class Lesson:
    """Watches a trainee. It begins once the people have played the situation.

    `read_status` returns the table's status, None while its service is off; `now_ms` its time.
    Safe from any thread.
    """

    def __init__(
        self,
        exercise: Exercise,
        read_status: Callable[[], Status | None],
        now_ms: Callable[[], int],
    ) -> None:
        self.has_begun = False
        self._exercise = exercise
        self._read_status = read_status
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._assessment = Assessment(exercise.acts)
        self._next_cards = list(exercise.cards)
        self._next_results = list(exercise.results)

    def observe(self, status: Status | None) -> None:
        """Take a look at the table."""
        with self._lock:
            if self.has_begun and status is not None:
                self._assessment.observe(status, self._now_ms())

    def run_happening(self, execute: ExecuteAct) -> None:
        """Execute the exercise's own request that is next, if any. Raises RequestFailed."""
        with self._lock:
            happening = self._assessment.happening if self.has_begun else None
            if happening is not None:
                self._assessment.skip_happening(self._now_ms())
        if happening is not None:
            execute(happening)

    def execute(self, request: PageRequest, execute: ExecuteAct) -> str | None:
        """Have the trainee's act done, and marked. Raises RequestFailed."""
        if not self.has_begun:
            return execute(request)
        status_before = self._read_status()
        self.observe(status_before)
        try:
            result = execute(self._with_next_result(request))
        except RequestFailed:
            self._mark_request(request, status_before, is_refused=True)
            raise
        status_after = self._read_status()
        is_refused = bool(
            status_after
            and status_after.refused
            and status_after.refused != (status_before and status_before.refused)
        )
        self._mark_request(request, status_before, is_refused=is_refused)
        self.observe(status_after)
        return result

    def _mark_request(
        self, request: PageRequest, status_before: Status | None, *, is_refused: bool
    ) -> None:
        with self._lock:
            self._assessment.mark_request(request, status_before, is_refused=is_refused)

    def _with_next_result(self, request: PageRequest) -> PageRequest:
        """Return the act with the card or the result that the exercise has come next."""
        match request:
            case DrawCard(card=None) if self._next_cards:
                return DrawCard(card=self._next_cards.pop(0).name, readable=request.readable)
            case ThrowResult(symbols=()) if self._next_results:
                return ThrowResult(
                    symbols=self._next_results.pop(0), revolutions=request.revolutions
                )
        return request

    @property
    def lesson_message(self) -> LessonMessage:
        with self._lock:
            return LessonMessage(
                id=self._exercise.id,
                begun=self.has_begun,
                is_over=self._assessment.is_over,
                marks=tuple(mark.mark_message for mark in self._assessment.marks),
            )
