"""`croupier school`: the exercises of the dealer's school, once every file has been checked."""

from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words


def print_exercises(words: Words, *files: Path) -> int:
    """Print each exercise with its subject and title. Raises CannotBeDone on a faulty file."""
    from sim.web.school.exercise import exercises  # a table's release goes without the page

    exercises_by_name = exercises(files)
    width = max(map(len, exercises_by_name))
    for exercise_name, exercise in exercises_by_name.items():
        kind_text = words.render(Text(f"web.school.kind.{exercise.kind}"))
        title_text = getattr(exercise.title, words.language)
        print(f"{exercise_name:{width}}  {kind_text:12}  {title_text}")
    print(words.render(Text("school.sound", {"count": len(exercises_by_name)})))
    return 0
