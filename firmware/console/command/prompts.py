"""Requests to the table, and the questions to the person before an irreversible act."""

from collections.abc import Sequence
from typing import Final, TypeVar

from firmware.console.command.command import Context
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.technician.answers import Answer
from firmware.shell.technician.requests import Request

LONGEST: Final = 20
"""Digits of a number that nobody means."""

Kind = TypeVar("Kind", bound=Answer)


def asked(context: Context, request: Request, kind: type[Kind]) -> Kind:
    """Return the answer to a request. Raises CannotBeDone, also on an answer of another kind."""
    answer = context.table.ask(request)
    if not isinstance(answer, kind):
        raise CannotBeDone(Text("console.ask.other_answer"))
    return answer


def agreed(context: Context, key: str, **values: str | int | Text) -> None:
    """Ask the question under `key`, and go on only after a yes. Raises CannotBeDone."""
    yes = context.words.say(Text("console.ask.yes"))
    if _plain(context.ask(Text(key, values))) not in (yes, yes[0]):
        raise CannotBeDone(Text("console.ask.nothing_done"))


def named_back(context: Context, key: str) -> None:
    """Ask the question under `key`. Raises CannotBeDone unless the table's name is typed."""
    name = context.table.status().table
    if _plain(context.ask(Text(key, {"table": name}))) != _plain(name):
        raise CannotBeDone(Text("console.ask.other_name", {"table": name}))


def parts(context: Context) -> Sequence[str]:
    """Return the names of the table's parts. Raises CannotBeDone."""
    return [part.name for part in context.table.status().parts]


def part_named(context: Context, name: str) -> str:
    """Return the name of a part. Raises CannotBeDone, with all names, if there is none of it."""
    known = parts(context)
    if name not in known:
        raise CannotBeDone(Text("console.ask.no_part", {"part": name, "parts": ", ".join(known)}))
    return name


def whole(word: str, least: int, most: int) -> int:
    """Return a typed number. Raises CannotBeDone if it is not an integer within bounds."""
    number = int(word) if word.isascii() and word.isdecimal() and len(word) < LONGEST else least - 1
    if not least <= number <= most:
        raise CannotBeDone(Text("console.ask.whole", {"value": word, "least": least, "most": most}))
    return number


def _plain(typed: str) -> str:
    return " ".join(typed.split()).casefold()
