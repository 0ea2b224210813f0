"""Who learns at a server, and what he has done: he stays when another table is opened."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sim.web.messages.school_messages import School
from sim.web.school.exam_sheets import ExamRun
from sim.web.school.lesson import Lesson
from sim.web.school.sheet import Sheet


class TraineeRecord:
    """The trainee's name, the sheet, and the drill that is under way."""

    def __init__(self, sheet: Sheet, name: str = "") -> None:
        self.sheet = sheet
        self.name = name
        self.exam_run: ExamRun | None = None
        """The exam that is under way, or has just ended."""
        self.read_drill: Callable[[], Any] = lambda: None
        """Returns the message of the drill that is under way; set by the drills."""

    @property
    def drill_exam(self) -> str | None:
        """The name of the exam whose drill is under way; None if there is no such drill."""
        run = self.exam_run
        return run.sheet.id if run is not None and run.is_drill_open else None

    def enter(self, lesson: Lesson) -> None:
        """Enter a lesson that is over on the sheet, once, and in the exam."""
        run = self.exam_run
        line = lesson.take_sheet_line(self.name, run.sheet.id if run else None)
        if line is not None:
            self.sheet.append(line)
            if run:
                run.enter(line)

    def in_school(self, school: School) -> School:
        """Return a table's message with the trainee's name, drill and exam."""
        exam = self.exam_run.message if self.exam_run else None
        return replace(school, trainee=self.name, drill=self.read_drill(), exam=exam)
