"""The file of a class: who is in it, and the exercises of each. TOML."""

import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.languages import LANGUAGES, Language
from firmware.shell.words.os_words import os_failure
from sim.classroom.assignments import Assignment, KnownWork, drill_assignment
from sim.web.school.exam_sheets import exam_sheets
from sim.web.school.exercise import exercises

MOST_TRAINEES: Final = 24
HIGHEST_PORT: Final = 65535
TraineeName = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]+$")]
Port = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_PORT)]


class TraineeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trainee, and his list: exercises by their names, then all those of some games, then an exam
    by its name, then a drill by its game.
    """

    name: TraineeName
    exercises: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    exam: str | None = None
    drill: str | None = None


class ClassFile(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"trainees": "trainee"}
):
    """A class. Its page is at `port`, its tables at the ports after it; 0 takes free ones."""

    trainees: Annotated[
        tuple[TraineeEntry, ...], msgspec.Meta(min_length=1, max_length=MOST_TRAINEES)
    ]
    host: str = "127.0.0.1"
    port: Port = 8300
    language: Language = LANGUAGES[0]
    school: str | None = None
    """A folder of exercises of the house; relative to the file."""


class ClassPlan(msgspec.Struct, frozen=True):
    """A class whose file has been checked."""

    file: ClassFile
    school: Path | None
    assignments: tuple[tuple[Assignment, ...], ...]
    """The list of each trainee, in its order."""

    def table_port(self, number: int) -> int:
        """Return the port of a table, the first one's number being 0."""
        return self.file.port and self.file.port + 1 + number


def read_class(path: Path, port: int | None = None) -> ClassPlan:
    """Return the class of a file, at another `port` if one is given. Raises RequestFailed, with the
    place, if it is invalid.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        class_file = msgspec.convert(content, ClassFile)
    except OSError as error:
        raise RequestFailed(os_failure(error, str(path))) from None
    except tomllib.TOMLDecodeError as error:
        raise _error_at(str(path), Text("class.no_toml", {"why": str(error)})) from None
    except (msgspec.ValidationError, ValueError) as error:
        raise _error_at(str(path), decode_reason(error)) from None
    if port is not None:
        class_file = msgspec.structs.replace(class_file, port=port)
    school = (path.parent / class_file.school).resolve() if class_file.school else None
    schools = (school,) if school else ()
    known_exercises = exercises(schools)
    known_work = KnownWork(known_exercises, exam_sheets(known_exercises, schools))
    try:
        _check_file(class_file)
        assignments = tuple(_assignments(entry, known_work) for entry in class_file.trainees)
    except RequestFailed as refused:
        raise _error_at(str(path), refused.why) from None
    return ClassPlan(class_file, school, assignments)


def _check_file(class_file: ClassFile) -> None:
    names = [trainee.name for trainee in class_file.trainees]
    for name in names:
        if names.count(name) > 1:
            raise RequestFailed(Text("class.name_twice", {"name": name}))
    # the wall's table comes after those of the trainees
    if class_file.port + len(names) + 1 > HIGHEST_PORT:
        raise RequestFailed(Text("class.no_ports", {"port": class_file.port}))


def _assignments(trainee: TraineeEntry, known_work: KnownWork) -> tuple[Assignment, ...]:
    try:
        assignments = [*known_work.exercise_assignments(trainee.exercises, trainee.games)]
        if trainee.exam is not None:
            assignments.append(known_work.exam_assignment(trainee.exam))
        if trainee.drill is not None:
            assignments.append(drill_assignment(trainee.drill))
    except RequestFailed as refused:
        raise _error_at(trainee.name, refused.why) from None
    if not assignments:
        raise RequestFailed(Text("class.no_exercises", {"name": trainee.name}))
    return tuple(assignments)


def _error_at(place: str, reason: Text) -> RequestFailed:
    return RequestFailed(Text("registry.at", {"place": place, "what": reason}))
