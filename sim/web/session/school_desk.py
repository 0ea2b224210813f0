"""The requests of the school: exercises, exams and drills, and the name of who learns."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, get_args

from msgspec import structs

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.languages import LANGUAGES
from sim.web.drills.trainee_drills import TraineeDrills, TraineeRequest
from sim.web.messages.messages_in import SolveDrill, StartExam, StartExercise
from sim.web.messages.school_messages import ExerciseMessage
from sim.web.school.exam_sheets import ExamSheet, exam_message
from sim.web.school.exercise import Exercise, words_in
from sim.web.school.settled_stacks import MONEY_ACTS
from sim.web.school.trainee_record import TraineeRecord
from sim.web.session.exam_desk import ExamDesk
from sim.web.session.hello import SchoolLists

SchoolRequest = StartExercise | StartExam | SolveDrill | TraineeRequest
SCHOOL_REQUESTS: Final = get_args(SchoolRequest)
NO_EXERCISES: Final = MappingProxyType[str, Exercise]({})
NO_EXAMS: Final = MappingProxyType[str, ExamSheet]({})


class SchoolDesk:
    """Begins exercises, exams and drills. `teach` seats an exercise, `give_up` ends the one that
    is under way; both may raise RequestFailed.
    """

    def __init__(
        self,
        trainee_record: TraineeRecord,
        trainee_drills: TraineeDrills,
        exercises: Mapping[str, Exercise],
        exams: Mapping[str, ExamSheet],
        teach: Callable[[Exercise], None],
        give_up: Callable[[], None],
    ) -> None:
        self._record, self._drills = trainee_record, trainee_drills
        trainee_record.read_drill = trainee_drills.message
        self._exercises, self._teach, self._give_up = exercises, teach, give_up
        self._exam_desk = ExamDesk(trainee_record, trainee_drills, exams, exercises, teach)
        self.lists = SchoolLists(
            tuple(map(_exercise_message, exercises.values())),
            tuple(map(exam_message, exams.values())),
        )

    def execute(self, request: SchoolRequest) -> str | None:
        """Execute a request; return its result. Raises RequestFailed if there is no such exercise,
        exam or drill.
        """
        match request:
            case StartExercise():
                self._exam_desk.end_drill()
                self.leave_exam()
                self._teach(self._exercise(request))
            case StartExam():
                self._give_up()
                self._exam_desk.continue_exam(request.exam)
            case SolveDrill():
                return self._drills.solve()
            case _:
                self._exam_desk.execute_drill(request)
        return None

    def leave_exam(self) -> None:
        """End the exam that is under way: its part is entered as it is."""
        self._give_up()
        self._exam_desk.leave_exam()

    def close(self) -> None:
        """End the drill that is under way."""
        self._drills.close()

    def _exercise(self, request: StartExercise) -> Exercise:
        """Return the exercise, blind or not as the request has it."""
        exercise = self._exercises.get(request.exercise)
        if exercise is None:
            raise RequestFailed(Text("school.no_exercise", {"name": request.exercise}))
        if request.blind is None:
            return exercise
        return structs.replace(exercise, exam=structs.replace(exercise.exam, blind=request.blind))


def _exercise_message(exercise: Exercise) -> ExerciseMessage:
    return ExerciseMessage(
        exercise.id,
        exercise.situation.game,
        exercise.kind,
        {language: words_in(exercise.title, language) for language in LANGUAGES},
        {language: words_in(exercise.task, language) for language in LANGUAGES},
        sum(expected.happens is None for expected in exercise.acts),
        exercise.exam.blind,
        exercise.exam.limit_s,
        calls=tuple(dict.fromkeys(expected.call for expected in exercise.acts if expected.call)),
        pays=any(expected.do in MONEY_ACTS for expected in exercise.acts),
    )
