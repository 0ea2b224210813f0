"""A drill beside the exercises and exams of a school: what ends it, and whose name its line has."""

from collections.abc import Iterator
from random import Random

import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.drills.trainee_drills import TraineeDrills
from sim.web.messages.messages_in import (
    EndDrill,
    PayDrill,
    SolveDrill,
    StartDrill,
    StartExam,
    StartExercise,
)
from sim.web.school.exam_sheets import ExamPart, ExamSheet
from sim.web.school.exercise import Exercise, exercises
from sim.web.school.sheet import Sheet
from sim.web.school.trainee_record import TraineeRecord
from sim.web.session.school_desk import SchoolDesk
from tests.kits.waiting import until

EXERCISES = exercises()
NAME = next(iter(EXERCISES))
DRILL, EXERCISE = ExamPart(drill="roulette", questions=2), ExamPart(exercise=NAME)
TITLE = {"fr": "Un examen", "en": "An exam"}
EXAMS = {
    "drilled": ExamSheet("drilled", TITLE, (DRILL, EXERCISE)),
    "taught": ExamSheet("taught", TITLE, (EXERCISE, DRILL)),
}


class School:
    """A school desk whose exercises are only named, in memory."""

    def __init__(self) -> None:
        self.record = TraineeRecord(Sheet(), "Ana")
        self.taught: list[str] = []
        self.drills = TraineeDrills(self.record, Random(5))
        self.desk = SchoolDesk(
            self.record, self.drills, EXERCISES, EXAMS, self._teach, lambda: None
        )

    def _teach(self, exercise: Exercise) -> None:
        self.taught.append(exercise.id)

    def pay_wrong(self) -> None:
        """Answer the open question."""
        seen = until("a question", self.drills.message, lambda seen: seen and seen.state == "open")
        assert seen is not None
        self.desk.execute(PayDrill(number=seen.number, cents=1))

    @property
    def exams_of_lines(self) -> list[str | None]:
        return [line.exam for line in self.record.sheet.lines]


@pytest.fixture
def school() -> Iterator[School]:
    school = School()
    yield school
    school.desk.close()


def test_drill_amid_an_exam_is_not_the_exams(school: School) -> None:
    school.desk.execute(StartExam(exam="taught"))
    school.desk.execute(StartDrill(game="roulette"))
    school.pay_wrong()
    school.desk.execute(EndDrill())
    assert school.taught == [NAME]
    assert school.exams_of_lines == [None]


def test_drill_of_an_exam_has_its_name(school: School) -> None:
    school.desk.execute(StartExam(exam="drilled"))
    school.pay_wrong()
    school.desk.execute(EndDrill())
    assert school.exams_of_lines == ["drilled"]


@pytest.mark.parametrize(
    ("begun", "exam"), [(StartDrill(game="roulette"), None), (StartExam(exam="drilled"), "drilled")]
)
def test_exercise_ends_the_open_drill(
    school: School, begun: StartDrill | StartExam, exam: str | None
) -> None:
    school.desk.execute(begun)
    school.pay_wrong()
    school.desk.execute(StartExercise(exercise=NAME))
    assert school.drills.message() is None
    assert school.exams_of_lines == [exam]
    assert school.taught == [NAME]


def test_exam_part_ends_the_open_drill(school: School) -> None:
    school.desk.execute(StartDrill(game="roulette"))
    school.pay_wrong()
    school.desk.execute(StartExam(exam="taught"))
    assert school.drills.message() is None
    assert school.exams_of_lines == [None]


def test_drill_stays_when_an_exam_is_left(school: School) -> None:
    school.desk.execute(StartDrill(game="roulette"))
    school.pay_wrong()
    school.desk.leave_exam()
    assert school.drills.message() is not None


def test_solution_is_the_open_question_s(school: School) -> None:
    school.desk.execute(StartDrill(game="roulette"))
    with pytest.raises(RequestFailed):
        school.desk.execute(SolveDrill())
    seen = until("a question", school.drills.message, lambda seen: seen and seen.state == "open")
    assert seen is not None
    solved = school.desk.execute(SolveDrill())
    school.desk.execute(PayDrill(number=seen.number, cents=int(solved or "")))
    marked = school.drills.message()
    assert marked is not None
    assert marked.mark is not None
    assert marked.mark.verdict == "right"
