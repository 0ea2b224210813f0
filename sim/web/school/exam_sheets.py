"""Exam sheets: which exercises and drills make an exam, and the bar to pass. One JSON file each."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Annotated, Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import InvalidValue, RequestFailed
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.languages import LANGUAGES, STAND_IN
from firmware.shell.words.os_words import os_failure
from sim.web.messages.school_messages import ExamMessage, ExamResult
from sim.web.school.exercise import (
    SHIPPED_EXERCISES,
    ExamTerms,
    WordsByLanguage,
    words_in,
)
from sim.web.school.sheet import SheetLine

EXAM_GLOB: Final = "*.exam.json"


class ExamPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise, marked by `exam` if that is given, or so many questions of a drill at a game."""

    exercise: str | None = None
    drill: str | None = None
    questions: Annotated[int, msgspec.Meta(ge=1, le=20)] = 10
    exam: ExamTerms | None = None

    def __post_init__(self) -> None:
        """Raise ValueError unless it is one of both."""
        if (self.exercise is None) is (self.drill is None):
            raise InvalidValue(Text("school.exam_part"))

    @property
    def name(self) -> str:
        return self.exercise or f"drill {self.drill}"


class ExamSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exam."""

    id: str
    title: WordsByLanguage
    parts: Annotated[tuple[ExamPart, ...], msgspec.Meta(min_length=1)]
    bar_per_cent: Annotated[int, msgspec.Meta(ge=1, le=100)] = 80

    def __post_init__(self) -> None:
        """Raise ValueError if a title is missing."""
        for language in (LANGUAGES[0], STAND_IN):
            if language not in self.title:
                raise InvalidValue(Text("decode.missing", {"name": language}))


class ExamRun:
    """An exam that is under way: its parts are done one after the other."""

    def __init__(self, sheet: ExamSheet) -> None:
        self.sheet = sheet
        self.is_drill_open = False
        """Whether its drill is under way."""
        self.answered_questions = 0
        """Of that drill."""
        self._results: list[ExamResult] = []

    @property
    def next_part(self) -> ExamPart | None:
        """The part that is under way, or comes next; None once all are done."""
        done = len(self._results)
        return self.sheet.parts[done] if done < len(self.sheet.parts) else None

    @property
    def is_drill_over(self) -> bool:
        """Whether all questions of the drill that is under way are answered."""
        part = self.next_part
        is_drill = part is not None and part.drill is not None
        return is_drill and part is not None and self.answered_questions >= part.questions

    def enter(self, line: SheetLine) -> None:
        """Enter a finished part."""
        part = self.next_part
        if part is None:
            return
        acts = max(len(line.marks), part.questions if part.drill is not None else 0)
        self._enter_result(ExamResult(part.name, line.right_count, acts, line.millis))

    def enter_unanswered(self) -> None:
        """Enter a drill of which no question was answered."""
        if self.next_part is not None:
            self._enter_result(ExamResult(self.next_part.name, 0, self.next_part.questions, 0))

    def _enter_result(self, result: ExamResult) -> None:
        self._results.append(result)
        self.is_drill_open, self.answered_questions = False, 0

    @property
    def message(self) -> ExamMessage:
        message = exam_message(self.sheet)
        passed = None if self.next_part else self._passes
        return msgspec.structs.replace(message, results=tuple(self._results), passed=passed)

    @property
    def _passes(self) -> bool:
        right = sum(result.right for result in self._results)
        acts = sum(result.acts for result in self._results)
        return 100 * right >= self.sheet.bar_per_cent * acts


def exam_message(sheet: ExamSheet) -> ExamMessage:
    """Return an exam that nobody has begun."""
    return ExamMessage(
        sheet.id,
        {language: words_in(sheet.title, language) for language in LANGUAGES},
        tuple(part.name for part in sheet.parts),
        sheet.bar_per_cent,
    )


def exam_sheets(
    exercise_names: Collection[str], paths: Iterable[Path] = ()
) -> dict[str, ExamSheet]:
    """Return the shipped exam sheets, and those of folders, by their names.

    Raises RequestFailed, with the file, on the first invalid one, a repeated name, or an exercise
    that there is not.
    """
    sheets: dict[str, ExamSheet] = {}
    for folder in (SHIPPED_EXERCISES, *paths):
        for file in sorted(folder.glob(EXAM_GLOB)) if folder.is_dir() else ():
            sheet = _read_sheet(file)
            unknown = next(
                (
                    part.exercise
                    for part in sheet.parts
                    if part.exercise is not None and part.exercise not in exercise_names
                ),
                None,
            )
            if unknown is not None:
                raise _sheet_error(file, Text("school.no_exercise", {"name": unknown}))
            if sheet.id in sheets:
                raise _sheet_error(file, Text("school.twice", {"name": sheet.id}))
            sheets[sheet.id] = sheet
    return sheets


def _read_sheet(path: Path) -> ExamSheet:
    try:
        return msgspec.json.decode(path.read_bytes(), type=ExamSheet)
    except OSError as error:
        raise RequestFailed(os_failure(error, str(path))) from None
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        reason = error.why if isinstance(error, InvalidValue) else decode_reason(error)
        raise _sheet_error(path, reason) from None


def _sheet_error(path: Path, reason: Text) -> RequestFailed:
    return RequestFailed(Text("registry.at", {"place": str(path), "what": reason}))
