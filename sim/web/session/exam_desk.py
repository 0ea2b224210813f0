"""The requests of the school that are no table's: drills and exams, part after part."""

from collections.abc import Callable, Mapping

from msgspec import structs

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.drills.trainee_drills import TraineeDrills, TraineeRequest
from sim.web.messages.messages_in import ContinueDrill, EndDrill, PayDrill, StartDrill
from sim.web.school.exam_sheets import ExamRun, ExamSheet
from sim.web.school.exercise import Exercise
from sim.web.school.trainee_record import TraineeRecord


class ExamDesk:
    """Begins the parts of exams; `teach` seats an exercise. Both may raise RequestFailed."""

    def __init__(
        self,
        trainee_record: TraineeRecord,
        trainee_drills: TraineeDrills,
        exams: Mapping[str, ExamSheet],
        exercises: Mapping[str, Exercise],
        teach: Callable[[Exercise], None],
    ) -> None:
        self._exams = exams
        self._record, self._drills = trainee_record, trainee_drills
        self._exercises, self._teach = exercises, teach

    def continue_exam(self, name: str) -> None:
        """Begin an exam, or its next part; a part that is under way is entered as it is."""
        if name not in self._exams:
            raise RequestFailed(Text("school.no_exam", {"name": name}))
        self.end_drill()
        run = self._record.exam_run
        if run is None or run.sheet.id != name or run.next_part is None:
            run = self._record.exam_run = ExamRun(self._exams[name])
        part = run.next_part
        if part is not None and part.exercise is not None:
            exercise = self._exercises[part.exercise]
            self._teach(structs.replace(exercise, exam=part.exam or exercise.exam))
        elif part is not None:
            self._drills.execute(StartDrill(game=part.drill or "", is_timed=True))
            run.is_drill_open = True

    def end_drill(self) -> None:
        """End the drill that is under way, an exam's or not."""
        self._end_exam_drill()
        self._drills.execute(EndDrill())

    def leave_exam(self) -> None:
        """End the exam that is under way, with its drill."""
        self._end_exam_drill()
        self._record.exam_run = None

    def execute_drill(self, request: TraineeRequest) -> None:
        """Execute a request of the drills; those of an exam's drill are counted."""
        run = self._record.exam_run
        if run is None or not run.is_drill_open:
            self._drills.execute(request)
            return
        match request:
            case EndDrill():
                self._end_drill(run)
            case ContinueDrill() if run.is_drill_over:
                self._end_drill(run)
            case StartDrill():
                self._end_drill(run)
                self._drills.execute(request)
            case PayDrill():
                self._drills.execute(request)
                run.answered_questions += 1
            case _:
                self._drills.execute(request)

    def _end_exam_drill(self) -> None:
        run = self._record.exam_run
        if run is not None and run.is_drill_open:
            self._end_drill(run)

    def _end_drill(self, run: ExamRun) -> None:
        """End the drill of an exam: questions that are not answered are missed."""
        sheet, is_over = self._record.sheet, run.is_drill_over
        last_lines = sheet.lines[-1:]
        self._drills.execute(EndDrill())
        if is_over or sheet.lines[-1:] != last_lines:
            run.enter(sheet.lines[-1])
        else:
            run.enter_unanswered()
