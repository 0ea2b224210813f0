"""The exam and the drill of a table, as its tile shows them."""

from collections.abc import Mapping
from typing import Any

import msgspec

Topics = Mapping[str, Any]


class ExamView(msgspec.Struct, frozen=True):
    """An exam: its title by language, and which of its parts is under way, from 1."""

    title: Mapping[str, str]
    part: int
    parts: int
    passed: bool | None
    """None until its last part is finished."""


class DrillView(msgspec.Struct, frozen=True):
    """A drill: its question, from 1, and the right payments so far."""

    question: int
    is_open: bool
    """Whether the question waits for the trainee."""
    right: int
    game: str = ""


def exam_view(topics: Topics) -> ExamView | None:
    """Return the exam that is under way or has just ended."""
    exam = (topics.get("school") or {}).get("exam")
    if not exam:
        return None
    parts = len(exam["parts"])
    part = min(len(exam["results"]) + 1, parts)
    return ExamView(exam["title"], part, parts, exam["passed"])


def drill_view(topics: Topics) -> DrillView | None:
    """Return the drill that is under way."""
    drill = (topics.get("school") or {}).get("drill")
    if not drill:
        return None
    game = (drill.get("question") or {}).get("game", "")
    return DrillView(drill["number"], drill["state"] == "open", drill["rights"], game)
