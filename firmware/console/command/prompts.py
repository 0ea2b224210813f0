"""Requests to the table, and confirmation prompts before an irreversible act."""

from collections.abc import Sequence
from typing import Final, TypeVar

from firmware.console.command.command import CommandContext
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.answers import Answer
from firmware.shell.technician.requests import TechnicianRequest

MAX_NUMBER_DIGITS: Final = 20
"""A number with this many digits is refused as a typing mistake."""

AnswerKind = TypeVar("AnswerKind", bound=Answer)


def request_answer(
    context: CommandContext, request: TechnicianRequest, answer_kind: type[AnswerKind]
) -> AnswerKind:
    """Return the answer to a request. Raises RequestFailed, also on an answer of another kind."""
    answer = context.table.ask(request)
    if not isinstance(answer, answer_kind):
        raise RequestFailed(Text("console.ask.other_answer"))
    return answer


def confirm(context: CommandContext, question_key: str, **placeholders: str | int | Text) -> None:
    """Ask a question. Raises RequestFailed unless the answer is yes."""
    yes_word = context.words.render(Text("console.ask.yes"))
    if _casefolded(context.ask(Text(question_key, placeholders))) not in (yes_word, yes_word[0]):
        raise RequestFailed(Text("console.ask.nothing_done"))


def confirm_table_name(context: CommandContext, question_key: str) -> None:
    """Ask a question. Raises RequestFailed unless the table's name is typed."""
    table_name = context.table.status().table
    if _casefolded(context.ask(Text(question_key, {"table": table_name}))) != _casefolded(
        table_name
    ):
        raise RequestFailed(Text("console.ask.other_name", {"table": table_name}))


def part_names(context: CommandContext) -> Sequence[str]:
    """Return the names of the table's parts. Raises RequestFailed."""
    return [part.name for part in context.table.status().parts]


def resolve_part(context: CommandContext, typed_name: str) -> str:
    """Return the name of a part. Raises RequestFailed, with all names, on an unknown one."""
    known_parts = part_names(context)
    if typed_name not in known_parts:
        raise RequestFailed(
            Text("console.ask.no_part", {"part": typed_name, "parts": ", ".join(known_parts)})
        )
    return typed_name


def parse_number(typed_word: str, minimum: int, maximum: int) -> int:
    """Return a typed number. Raises RequestFailed if it is not an integer within bounds."""
    # the digits are bounded: Python refuses to convert thousands of them (ValueError)
    number = (
        int(typed_word)
        if typed_word.isascii() and typed_word.isdecimal() and len(typed_word) < MAX_NUMBER_DIGITS
        else minimum - 1
    )
    if not minimum <= number <= maximum:
        raise RequestFailed(
            Text("console.ask.whole", {"value": typed_word, "least": minimum, "most": maximum})
        )
    return number


def _casefolded(typed_text: str) -> str:
    return " ".join(typed_text.split()).casefold()
