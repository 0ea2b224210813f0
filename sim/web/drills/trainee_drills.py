"""The drills of who learns at a server: requests of the pages in, lines of his sheet out."""

import datetime
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.drills.boxes import Boxes
from sim.web.drills.drill import Drill
from sim.web.drills.drill_message import DrillMessage
from sim.web.drills.game_setup import HOMES, DrilledHouse
from sim.web.drills.question_source import QuestionSource
from sim.web.messages.messages_in import (
    ContinueDrill,
    EndDrill,
    NameTrainee,
    PayDrill,
    StartDrill,
)
from sim.web.messages.school_messages import MarkMessage
from sim.web.school.sheet import SheetLine
from sim.web.school.trainee_record import TraineeRecord

DRILL: Final = "drill"
"""The kind of its lines, and the name of a drill at every game."""
MARKS_OF_LINE: Final = 20
"""A drill without end has a line for so many questions."""
REST_S: Final = 0.003
"""After each round that is played for a question: the pages' messages come first."""

TraineeRequest = NameTrainee | StartDrill | PayDrill | ContinueDrill | EndDrill


class TraineeDrills:
    """The drill that is under way, if there is one. Safe from any thread."""

    def __init__(
        self,
        trainee_record: TraineeRecord,
        random_source: Random,
        read_house: Callable[[], DrilledHouse] = lambda: HOMES,
        now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        self._trainee_record = trainee_record
        self._read_house, self._now_ms = read_house, now_ms
        self._random_source = random_source
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="drill")
        self._lock = threading.Lock()
        self._drill: Drill | None = None
        self._game = ""
        self._line_began_ms = 0
        self._marks_before = 0
        """How many marks of the drill are in lines of the sheet already."""

    def execute(self, request: TraineeRequest) -> None:
        """Execute a request. Raises RequestFailed."""
        with self._lock:
            match request:
                case StartDrill():
                    self._start(request)
                case PayDrill(number=number, cents=cents):
                    self._open_drill.mark_payment(number, cents)
                    if len(self._new_marks) >= MARKS_OF_LINE:
                        self._enter_line()
                case ContinueDrill():
                    self._open_drill.continue_drill()
                case EndDrill():
                    self._end()
                case NameTrainee(name=name):
                    self._end()
                    self._trainee_record.name = name

    def solve(self) -> str:
        """Return the amount of the open question, in cents. Raises RequestFailed without one."""
        with self._lock:
            return str(self._open_drill.open_due_cents)

    def message(self) -> DrillMessage | None:
        """Return the drill as the pages read it."""
        with self._lock:
            if self._drill is None:
                return None
            self._drill.put_question()
            return self._drill.message

    def close(self) -> None:
        """End the drill, and its thread."""
        with self._lock:
            self._end()
        self._executor.shutdown(wait=False, cancel_futures=True)

    @property
    def _open_drill(self) -> Drill:
        if self._drill is None:
            raise RequestFailed(Text("drill.choice.no_question"))
        return self._drill

    @property
    def _new_marks(self) -> list[MarkMessage]:
        return self._open_drill.marks[self._marks_before :]

    def _start(self, request: StartDrill) -> None:
        house = self._read_house()
        if request.game:
            house = house.with_game(request.game)
        self._end()
        self._game = request.game
        lines = self._trainee_record.sheet.lines_of(self._trainee_record.name)
        boxes = Boxes(mark for line in lines if line.kind == DRILL for mark in line.marks)
        # of its own, since it is used by another thread
        chance = Random(self._random_source.getrandbits(64))  # noqa: S311 - a drill is no secret
        source = QuestionSource(chance, house.setup_of, lambda: time.sleep(REST_S))
        self._drill = Drill(
            source, self._executor, house, boxes, self._now_ms, is_timed=request.is_timed
        )
        self._line_began_ms, self._marks_before = self._now_ms(), 0

    def _end(self) -> None:
        if self._drill is not None:
            self._enter_line()
            self._drill.close()
            self._drill = None

    def _enter_line(self) -> None:
        """Enter the marks since the last line into the sheet."""
        marks = tuple(self._new_marks)
        if not marks:
            return
        line = SheetLine(
            at=datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
            trainee=self._trainee_record.name,
            id=DRILL,
            game=self._game,
            kind=DRILL,
            marks=marks,
            millis=self._now_ms() - self._line_began_ms,
            blind=True,
            exam=self._trainee_record.drill_exam,
        )
        self._marks_before += len(marks)
        self._line_began_ms = self._now_ms()
        self._trainee_record.sheet.append(line)
