"""The acts on the table: clears, service mode, restarts; those on its parts are `PART_ACTS`."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.outcome import done_notes, marked_line
from firmware.console.command.prompts import confirm_table_name, request_answer
from firmware.console.commands.correction import CORRECT
from firmware.console.commands.faults import fault_text, remedy_text
from firmware.console.commands.part_acts import PART_ACTS
from firmware.console.commands.records import meter_lines
from firmware.console.text.clean_text import clean_words
from firmware.console.text.drawing import StatusMark
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.technician.answers import ActDone, ClearedFaults
from firmware.shell.technician.requests import (
    ALLOWED_ROLES,
    ClearFaults,
    EndService,
    InspectDevice,
    ResetMeters,
    RestartService,
    ServiceMode,
    TechnicianRequest,
)

SWITCH_WORDS: Final = {"on": True, "off": False}


def _clear_faults(context: CommandContext, _arguments: Sequence[str]) -> ClearedFaults:
    return request_answer(context, ClearFaults(), ClearedFaults)


def _render_cleared(context: CommandContext, cleared_answer: ClearedFaults) -> Iterator[StyledText]:
    words = context.words
    for fault in cleared_answer.faults:
        yield marked_line(StatusMark.GOOD, fault_text(words, fault))
    if cleared_answer.faults:
        yield marked_line(StatusMark.HEAD, clean_words(words, "technician.clear"))
    for fault in cleared_answer.still:
        placeholders = {"words": fault_text(words, fault), "remedy": remedy_text(words, fault)}
        yield marked_line(StatusMark.BAD, clean_words(words, "technician.still", **placeholders))
    if not (cleared_answer.faults or cleared_answer.still):
        yield marked_line(StatusMark.PLAIN, clean_words(words, "technician.nothing"))


def _inspect_table(context: CommandContext, _arguments: Sequence[str]) -> ActDone:
    return request_answer(context, InspectDevice(), ActDone)


def _switch_service(context: CommandContext, arguments: Sequence[str]) -> ActDone:
    if arguments[0] not in SWITCH_WORDS:
        raise RequestFailed(Text("console.act.on_off", {"value": arguments[0]}))
    return request_answer(context, ServiceMode(on=SWITCH_WORDS[arguments[0]]), ActDone)


def _after_name_typed(
    request: TechnicianRequest, question_key: str
) -> Callable[[CommandContext, Sequence[str]], ActDone]:
    """Return a look-up that asks for the table's name, and then makes the request."""

    def confirm_and_request(context: CommandContext, _arguments: Sequence[str]) -> ActDone:
        confirm_table_name(context, question_key)
        return request_answer(context, request, ActDone)

    return confirm_and_request


def _reset_meters(context: CommandContext, _arguments: Sequence[str]) -> ActDone:
    context.show(meter_lines(context, context.table.meters()))
    confirm_table_name(context, "console.act.reset_meters")
    # the only act with two passphrases at one console (ADR 16)
    second_person = context.second_person("supervisor")
    return request_answer(context, ResetMeters(second=second_person), ActDone)


COMMANDS: Final = (
    *PART_ACTS,
    Command("clear", _clear_faults, _render_cleared, roles=ALLOWED_ROLES[ClearFaults]),
    Command("inspect", _inspect_table, done_notes, roles=ALLOWED_ROLES[InspectDevice]),
    Command(
        "service",
        _switch_service,
        done_notes,
        parameters=(Parameter("switch", choices=lambda _: list(SWITCH_WORDS)),),
        roles=ALLOWED_ROLES[ServiceMode],
    ),
    Command(
        "restart",
        _after_name_typed(RestartService(), "console.act.restart"),
        done_notes,
        roles=ALLOWED_ROLES[RestartService],
    ),
    Command(
        "shutdown",
        _after_name_typed(EndService(), "console.act.shutdown"),
        done_notes,
        roles=ALLOWED_ROLES[EndService],
    ),
    CORRECT,
    Command("meters reset", _reset_meters, done_notes, roles=ALLOWED_ROLES[ResetMeters]),
)
