"""`croupier school`: the exercises of the dealer's school, once every file has been checked."""

from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words


def school(words: Words, *files: Path) -> int:
    """Print each exercise with its game, subject and title; complain of the first that is none."""
    from sim.web.school.exercise import exercises  # a table's release goes without the page

    found = exercises(files)
    width = max(map(len, found))
    for name, exercise in found.items():
        kind = words.say(Text(f"web.school.kind.{exercise.kind}"))
        title = getattr(exercise.title, words.language)
        print(f"{name:{width}}  {kind:12}  {title}")
    print(words.say(Text("school.sound", {"count": len(found)})))
    return 0
