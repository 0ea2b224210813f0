"""A drill under way: one question after the other, marked at once, and its trainee's boxes."""

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.drills.boxes import Boxes, SubjectRecord, subject_name
from sim.web.drills.drill_message import (
    DrillMessage,
    SubjectMessage,
    explanation,
    family_words,
    in_languages,
    question_message,
    verdict_text,
)
from sim.web.drills.game_setup import DrilledHouse
from sim.web.drills.question import SolvedQuestion
from sim.web.drills.question_source import QuestionSource, Subject
from sim.web.messages.school_messages import MarkMessage

LOGGER: Final = logging.getLogger(__name__)


class PutQuestion(NamedTuple):
    """A question in words, with its solution."""

    subject: Subject
    solved: SolvedQuestion


class Drill:
    """The questions of one trainee at some games. Not safe for several threads at once: only the
    next question is drawn elsewhere, by `executor`, as soon as the last one is marked.
    """

    def __init__(
        self,
        source: QuestionSource,
        executor: Executor,
        house: DrilledHouse,
        boxes: Boxes,
        now_ms: Callable[[], int],
        *,
        is_timed: bool,
    ) -> None:
        self.marks: list[MarkMessage] = []
        """Of all questions so far, without reckoning and sentences."""
        self._source, self._executor, self._house = source, executor, house
        self._boxes, self._now_ms = boxes, now_ms
        self._next_question = self._draw_next()
        self._question: PutQuestion | None = None
        self._opened_ms = 0
        self.message = DrillMessage(
            1, "drawing", boxes.level, is_timed, 0, subjects=subject_messages(boxes)
        )

    def put_question(self) -> None:
        """Put the next question, if it is drawn and none is open."""
        if self.message.state != "drawing" or not self._next_question.done():
            return
        if error := self._next_question.exception():
            LOGGER.error("no question was drawn", exc_info=error)
            self.message = replace(self.message, state="failed")
            return
        self._question = question = self._next_question.result()
        self._opened_ms = self._now_ms()
        record = self._boxes.records.get(question.subject, SubjectRecord())
        self.message = replace(
            self.message,
            state="open",
            question=question_message(
                question.solved.question, self._house.words_of(question.subject.game)
            ),
            mean_millis=record.mean_millis if self.message.timed else None,
        )

    def mark_payment(self, number: int, cents: int) -> None:
        """Mark a payment. Raises RequestFailed if no question with this number is open."""
        if self._question is None or (number, "open") != (self.message.number, self.message.state):
            raise RequestFailed(Text("drill.choice.no_question"))
        subject, solved = self._question
        mark = payment_mark(subject, solved.solution.cents, cents, self._now_ms() - self._opened_ms)
        words = self._house.words_of(subject.game)
        self.marks.append(mark)
        self._boxes.add(mark)
        self._next_question = self._draw_next()
        self.message = replace(
            self.message,
            state="marked",
            mark=replace(mark, **explanation(solved.question, solved.solution, words)),
            verdict=in_languages(verdict_text(mark), words),
            family=family_words(subject.family),
            box=self._boxes.records[subject].box,
            level=self._boxes.level,
            rights=sum(done.verdict == "right" for done in self.marks),
            subjects=subject_messages(self._boxes),
        )

    @property
    def open_due_cents(self) -> int:
        """The amount of the open question. Raises RequestFailed if none is open."""
        if self._question is None or self.message.state != "open":
            raise RequestFailed(Text("drill.choice.no_question"))
        return self._question.solved.solution.cents

    def continue_drill(self) -> None:
        """Have the next question put. Raises RequestFailed if the present one is not marked."""
        if self.message.state != "marked":
            raise RequestFailed(Text("drill.choice.question_open"))
        self._question = None
        self.message = replace(
            self.message,
            number=self.message.number + 1,
            state="drawing",
            question=None,
            mark=None,
            verdict=None,
            family=None,
            box=None,
            mean_millis=None,
        )

    def close(self) -> None:
        """Draw no other question."""
        self._next_question.cancel()

    def _draw_next(self) -> Future[PutQuestion]:
        preferred, level = self._boxes.due_subject(self._house.games), self._boxes.level
        return self._executor.submit(self._draw, preferred, level)

    def _draw(self, preferred: Subject | None, level: int) -> PutQuestion:
        drawn = self._source.draw(self._house.games, level, preferred)
        return PutQuestion(drawn.subject, drawn.solve())


def payment_mark(subject: Subject, due_cents: int, paid_cents: int, millis: int) -> MarkMessage:
    """Return the mark of a payment, without the explanation of its amount."""
    difference = paid_cents - due_cents
    return MarkMessage(
        Act.PAY_BET.value,
        "wrong" if difference else "done",
        millis=millis,
        bet_name=subject_name(subject),
        verdict="right" if not difference else "short" if difference < 0 else "over",
        due_cents=due_cents,
        felt_cents=paid_cents,
    )


def subject_messages(boxes: Boxes) -> tuple[SubjectMessage, ...]:
    """Return how the trainee does in each subject, the lowest box first."""
    records = sorted(boxes.records.items(), key=lambda item: (item[1].box, item[0]))
    return tuple(
        SubjectMessage(
            subject.game,
            family_words(subject.family),
            record.box,
            sum(record.rights),
            len(record.rights),
            record.mean_millis,
        )
        for subject, record in records
    )
