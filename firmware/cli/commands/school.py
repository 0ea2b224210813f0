"""`croupier school`: the exercises of the dealer's school, once every file has been checked."""

from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

KIND_KEYS: Final = {
    "card": "web.school.kind.card",
    "claim": "web.school.kind.claim",
    "commission": "web.school.kind.commission",
    "deal": "web.school.kind.deal",
    "decide": "web.school.kind.decide",
    "fault": "web.school.kind.fault",
    "late": "web.school.kind.late",
    "pay": "web.school.kind.pay",
    "power": "web.school.kind.power",
    "read": "web.school.kind.read",
    "result": "web.school.kind.result",
}
"""The subject of an exercise."""


def print_exercises(words: Words, *files: Path) -> int:
    """Print each exercise with its subject and title, and each exam. Raises RequestFailed on a
    faulty file.
    """
    # a table's release goes without the page
    from sim.web.school.exam_sheets import exam_sheets
    from sim.web.school.exercise import exercises, words_in

    exercises_by_name = exercises(files)
    exams = exam_sheets(exercises_by_name, files)
    width = max(map(len, exercises_by_name))
    exam_text = words.render(Text("school.exam"))
    for exam_name, exam in exams.items():
        print(f"{exam_name:{width}}  {exam_text:12}  {words_in(exam.title, words.language)}")
    for exercise_name, exercise in exercises_by_name.items():
        kind_text = words.render(Text(KIND_KEYS[exercise.kind]))
        title_text = words_in(exercise.title, words.language)
        print(f"{exercise_name:{width}}  {kind_text:12}  {title_text}")
    print(words.render(Text("school.sound", {"count": len(exercises_by_name)})))
    return 0
