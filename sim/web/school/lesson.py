"""An exercise that is under way at a table."""

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import CONFIRM_ACTS
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.journal import ChainHead
from sim.web.messages.messages_in import (
    DrawCard,
    DrawCutCard,
    KeyAmount,
    KeyDecision,
    LayChips,
    MakeCall,
    NameCards,
    PageRequest,
    PlayStep,
    PressKey,
    RaiseClaim,
    RestoreRound,
    SellTicket,
    SetSpeed,
    ShuffleCards,
    TakeChips,
    ThrowResult,
    TidyChips,
)
from sim.web.messages.school_messages import LessonMessage
from sim.web.school.assessment import Assessment
from sim.web.school.exercise import Exercise
from sim.web.school.exercise_mark import ExerciseMark
from sim.web.school.lesson_table import LessonTable
from sim.web.school.mark_reasons import MarkReasons
from sim.web.school.pot_shares import with_pot_shares
from sim.web.school.settled_stacks import MOVEMENT_ACTS
from sim.web.school.sheet import SheetLine

ExecuteAct = Callable[[Any], str | None]

DONE_KEYS: Final = frozenset({Key.NEXT_PAYMENT, Key.CONFIRM})
"""The keys that end a blind settlement."""
BLIND_REQUESTS: Final = (LayChips, TakeChips, SetSpeed)
"""The requests besides those keys that a blind settlement allows."""
SECRET_CALLS: Final = ("commission", "winner")
"""The calls whose marks would give a blind settlement away."""
HAND_REQUESTS: Final = (
    *(LayChips, TakeChips, TidyChips, PressKey, KeyDecision, KeyAmount, NameCards, DrawCard),
    *(DrawCutCard, ShuffleCards, ThrowResult, SellTicket, PlayStep, RestoreRound, MakeCall),
)
"""What hands do at the table: only the people's, while they lay the situation out."""


class Lesson:
    """Watches a trainee, from when the people have played the situation. Safe from any thread."""

    def __init__(self, exercise: Exercise, table: LessonTable) -> None:
        self.has_begun = False
        self.exercise = exercise
        self._table = table
        self._lock = threading.Lock()
        self._assessment = Assessment(exercise.acts, exercise.exam, table.denominations)
        self._next_cards = list(exercise.cards)
        self._next_results = list(exercise.results)
        self._head_at_begin: ChainHead | None = None
        self._mark_reasons = MarkReasons(table)
        self._is_reported = False
        self._claiming_spot: int | None = None
        self._duration_ms = 0

    @property
    def is_dark(self) -> bool:
        """Whether displays, lamps, sounds and journal are withheld from the pages."""
        return self._assessment.is_dark

    @property
    def is_over(self) -> bool:
        return self._assessment.is_over

    def hides(self, status: Status) -> bool:
        """Return whether the pages get the status veiled."""
        return self._assessment.hides(with_pot_shares(status))

    def observe(self, status: Status | None) -> None:
        """Take a look at the table."""
        with self._lock:
            if self.has_begun and status is not None:
                self._head_at_begin = self._head_at_begin or self._table.journal_head()
                felt, now_ms = self._table.felt(), self._table.now_ms()
                self._assessment.observe(with_pot_shares(status), felt, now_ms)
                self._duration_ms = self._duration_ms or self._finished_after()
            marks, is_over = self._assessment.marks, self.is_over
        self._mark_reasons.give(marks, is_over=is_over)

    def run_happening(self, execute: ExecuteAct) -> None:
        """Execute the exercise's own request that is next, if any. Raises RequestFailed."""
        with self._lock:
            happening = self._assessment.happening if self.has_begun else None
            if happening is not None:
                self._assessment.skip_happening(self._table.now_ms())
        if isinstance(happening, RaiseClaim):
            self._claiming_spot = happening.spot
        elif happening is not None:
            execute(happening)

    def execute(self, request: PageRequest, execute: ExecuteAct) -> str | None:
        """Have the trainee's act done, and marked. Raises RequestFailed."""
        if not self.has_begun and isinstance(request, HAND_REQUESTS):
            raise RequestFailed(Text("school.laying_out"))
        if not self.has_begun or self.is_over:
            return execute(request)
        if isinstance(request, MakeCall):
            self._make_call(request)
            return None
        status_before = self._read_status()
        self.observe(status_before)
        self._require_own_hands(request, status_before)
        if status_before is not None and self._pays_blind(status_before):
            return self._execute_blind(request, execute)
        if status_before is not None and _confirms_round(request, status_before):
            with self._lock:
                felt, now_ms = self._table.felt(), self._table.now_ms()
                self._assessment.end_round(status_before, felt, now_ms)
        try:
            result = execute(self.with_next_result(request))
        except RequestFailed:
            self._mark_request(request, status_before, is_refused=True)
            raise
        status_after = self._table.read_status()
        is_refused = bool(
            status_after
            and status_after.refused
            and status_after.refused != (status_before and status_before.refused)
        )
        self._mark_request(request, status_before, is_refused=is_refused)
        self.observe(status_after)
        return result

    def give_up(self) -> None:
        """End the exercise before its end: acts that are not done are missed."""
        with self._lock:
            self._assessment.give_up()
            self._duration_ms = self._finished_after()

    def take_sheet_line(self, trainee: str, exam: str | None) -> SheetLine | None:
        """Return the line for the sheet, once, when the exercise is over."""
        with self._lock:
            if not self.is_over or self._is_reported:
                return None
            self._is_reported = True
        head, exercise, terms = self._table.journal_head(), self.exercise, self.exercise.exam
        first, last = self._head_at_begin, head
        return SheetLine(
            at=datetime.now().astimezone().isoformat(timespec="seconds"),
            trainee=trainee,
            id=exercise.id,
            game=exercise.situation.game,
            kind=exercise.kind,
            marks=tuple(
                replace(mark.mark_message, reckoning={}, articles={})
                for mark in self._assessment.marks
            ),
            millis=self._duration_ms,
            blind=terms.blind,
            limit_s=terms.limit_s,
            exam=exam,
            first_record=first.records if first else None,
            last_record=last.records - 1 if last else None,
            digest=last.digest.hex() if last else "",
        )

    @property
    def lesson_message(self) -> LessonMessage:
        with self._lock:
            assessment, terms = self._assessment, self.exercise.exam
            return LessonMessage(
                id=self.exercise.id,
                begun=self.has_begun,
                is_over=assessment.is_over,
                marks=tuple(mark.mark_message for mark in self._shown_marks()),
                blind=terms.blind,
                is_dark=assessment.is_dark,
                limit_s=terms.limit_s,
                left_s=assessment.seconds_left(self._table.now_ms()),
                claim=self._claiming_spot,
            )

    def _shown_marks(self) -> Sequence[ExerciseMark]:
        """Return the marks that the pages may have: a blind exercise names no act ahead."""
        marks = self._assessment.marks
        if not self._assessment.is_dark:
            return marks
        return [
            mark
            for mark in marks
            if (mark.is_marked and mark.expected.call not in SECRET_CALLS)
            or (mark.state == "asked" and not mark.is_money)
        ]

    def _read_status(self) -> Status | None:
        status = self._table.read_status()
        return None if status is None else with_pot_shares(status)

    def _finished_after(self) -> int:
        return self._assessment.elapsed_ms(self._table.now_ms()) if self.is_over else 0

    # the trainee's own hands

    def _require_own_hands(self, request: PageRequest, status: Status | None) -> None:
        """Raise RequestFailed if the table's people would do the trainee's work."""
        if isinstance(request, PlayStep | RestoreRound):
            raise RequestFailed(Text("school.own_hands"))
        if isinstance(request, TidyChips) and status and status.ask.do in MOVEMENT_ACTS:
            raise RequestFailed(Text("school.own_hands"))

    def _make_call(self, request: MakeCall) -> None:
        commissions = self._table.commissions() if request.call == "commission" else {}
        with self._lock:
            self._assessment.make_call(request, commissions, self._table.now_ms())

    def _pays_blind(self, status: Status) -> bool:
        return not status.stopped and self.hides(status)

    def _execute_blind(self, request: PageRequest, execute: ExecuteAct) -> str | None:
        """Let the trainee move chips; mark the settlement once he confirms it."""
        if isinstance(request, PressKey) and request.key in DONE_KEYS:
            with self._lock:
                self._assessment.finish_settlement(self._table.felt(), self._table.now_ms())
            self.observe(self._table.read_status())
            return None
        if not isinstance(request, BLIND_REQUESTS):
            raise RequestFailed(Text("school.blind_only_chips"))
        result = execute(request)
        self.observe(self._table.read_status())
        return result

    def _mark_request(
        self, request: PageRequest, status_before: Status | None, *, is_refused: bool
    ) -> None:
        with self._lock:
            self._assessment.mark_request(request, status_before, is_refused=is_refused)

    def with_next_result(self, request: PageRequest) -> PageRequest:
        """Return the act with the card or the result that the exercise has come next."""
        match request:
            case DrawCard(card=None) if self._next_cards:
                return DrawCard(card=self._next_cards.pop(0).name, readable=request.readable)
            case ThrowResult(symbols=()) if self._next_results:
                return ThrowResult(
                    symbols=self._next_results.pop(0), revolutions=request.revolutions
                )
        return request


def _confirms_round(request: PageRequest, status: Status) -> bool:
    is_confirm = isinstance(request, PressKey) and request.key is Key.CONFIRM
    return is_confirm and status.ask.do in CONFIRM_ACTS
