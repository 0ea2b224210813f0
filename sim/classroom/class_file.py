"""The file of a class: who is in it, and the exercises of each. TOML."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.languages import LANGUAGES, Language
from firmware.shell.words.os_words import os_failure
from sim.web.school.exercise import Exercise, exercises

MOST_TRAINEES: Final = 24
HIGHEST_PORT: Final = 65535
TraineeName = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]+$")]
Port = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_PORT)]


class TraineeEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trainee, and his exercises: by their names, then all those of some games."""

    name: TraineeName
    exercises: tuple[str, ...] = ()
    games: tuple[str, ...] = ()


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
    lessons: tuple[tuple[Exercise, ...], ...]
    """The exercises of each trainee, in their order."""

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
        raise _class_error(path, Text("class.no_toml", {"why": str(error)})) from None
    except (msgspec.ValidationError, ValueError) as error:
        raise _class_error(path, decode_reason(error)) from None
    if port is not None:
        class_file = msgspec.structs.replace(class_file, port=port)
    school = (path.parent / class_file.school).resolve() if class_file.school else None
    known_exercises = exercises((school,) if school else ())
    try:
        _check_file(class_file)
        lessons = tuple(_lessons(trainee, known_exercises) for trainee in class_file.trainees)
    except RequestFailed as refused:
        raise _class_error(path, refused.why) from None
    return ClassPlan(class_file, school, lessons)


def _check_file(class_file: ClassFile) -> None:
    names = [trainee.name for trainee in class_file.trainees]
    for name in names:
        if names.count(name) > 1:
            raise RequestFailed(Text("class.name_twice", {"name": name}))
    # the wall's table comes after those of the trainees
    if class_file.port + len(names) + 1 > HIGHEST_PORT:
        raise RequestFailed(Text("class.no_ports", {"port": class_file.port}))


def _lessons(
    trainee: TraineeEntry, known_exercises: Mapping[str, Exercise]
) -> tuple[Exercise, ...]:
    for name in trainee.exercises:
        if name not in known_exercises:
            raise RequestFailed(Text("school.no_exercise", {"name": name}))
    known_games = {exercise.situation.game for exercise in known_exercises.values()}
    for game in trainee.games:
        if game not in known_games:
            values = {"game": game, "games": ", ".join(sorted(known_games))}
            raise RequestFailed(Text("script.no_game", values))
    named = [known_exercises[name] for name in trainee.exercises]
    of_games = [
        exercise
        for game in trainee.games
        for exercise in known_exercises.values()
        if exercise.situation.game == game and exercise not in named
    ]
    if not named and not of_games:
        raise RequestFailed(Text("class.no_exercises", {"name": trainee.name}))
    return (*named, *of_games)


def _class_error(path: Path, reason: Text) -> RequestFailed:
    return RequestFailed(Text("registry.at", {"place": str(path), "what": reason}))
