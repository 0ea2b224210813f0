"""Who learns at a server, and what he has done: he stays when another table is opened."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sim.web.messages.messages_out import School
from sim.web.school.lesson import Lesson
from sim.web.school.sheet import Sheet


class TraineeRecord:
    """The trainee's name, the sheet, and the drill that is under way."""

    def __init__(self, sheet: Sheet, name: str = "") -> None:
        self.sheet = sheet
        self.name = name
        self.read_drill: Callable[[], Any] = lambda: None
        """Returns the message of the drill that is under way; set by the drills."""

    def enter(self, lesson: Lesson) -> None:
        """Enter a lesson that is over on the sheet, once."""
        line = lesson.take_sheet_line(self.name, None)
        if line is not None:
            self.sheet.append(line)

    def in_school(self, school: School) -> School:
        """Return a table's message with what is the trainee's own."""
        return replace(school, trainee=self.name, drill=self.read_drill())
