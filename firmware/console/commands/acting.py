"""The acts on the table: clears, service mode, restarts; those on its parts are `PART_ACTS`."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.command.outcome import line, told_done
from firmware.console.command.prompts import asked, named_back
from firmware.console.commands.acting_parts import PART_ACTS
from firmware.console.commands.fault_reading import fault_said, remedy_said
from firmware.console.commands.records import tell_meters
from firmware.console.text.clean import said
from firmware.console.text.drawing import Mark
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.technician.answers import Cleared, Done
from firmware.shell.technician.requests import (
    RIGHTS,
    Clear,
    Inspect,
    Request,
    ResetMeters,
    Restart,
    Service,
    Shutdown,
)

SWITCH: Final = {"on": True, "off": False}


def _clear(context: Context, _args: Sequence[str]) -> Cleared:
    return asked(context, Clear(), Cleared)


def _tell_cleared(context: Context, found: Cleared) -> Iterator[Ink]:
    words = context.words
    for fault in found.faults:
        yield line(Mark.GOOD, fault_said(words, fault))
    if found.faults:
        yield line(Mark.HEAD, said(words, "technician.clear"))
    for fault in found.still:
        still = {"words": fault_said(words, fault), "remedy": remedy_said(words, fault)}
        yield line(Mark.BAD, said(words, "technician.still", **still))
    if not (found.faults or found.still):
        yield line(Mark.PLAIN, said(words, "technician.nothing"))


def _inspect(context: Context, _args: Sequence[str]) -> Done:
    return asked(context, Inspect(), Done)


def _service(context: Context, args: Sequence[str]) -> Done:
    if args[0] not in SWITCH:
        raise CannotBeDone(Text("console.act.on_off", {"value": args[0]}))
    return asked(context, Service(on=SWITCH[args[0]]), Done)


def _after(request: Request, question: str) -> Callable[[Context, Sequence[str]], Done]:
    """Return a look-up that makes a request once the table's name was typed back."""

    def look(context: Context, _args: Sequence[str]) -> Done:
        named_back(context, question)
        return asked(context, request, Done)

    return look


def _reset_meters(context: Context, _args: Sequence[str]) -> Done:
    context.show(tell_meters(context, context.table.meters()))
    named_back(context, "console.act.reset_meters")
    second = context.second("supervisor")
    return asked(context, ResetMeters(second=second), Done)


COMMANDS: Final = (
    *PART_ACTS,
    Command("clear", _clear, _tell_cleared, roles=RIGHTS[Clear]),
    Command("inspect", _inspect, told_done, roles=RIGHTS[Inspect]),
    Command(
        "service",
        _service,
        told_done,
        takes=(Takes("switch", choices=lambda _: list(SWITCH)),),
        roles=RIGHTS[Service],
    ),
    Command(
        "restart",
        _after(Restart(), "console.act.restart"),
        told_done,
        roles=RIGHTS[Restart],
    ),
    Command(
        "shutdown",
        _after(Shutdown(), "console.act.shutdown"),
        told_done,
        roles=RIGHTS[Shutdown],
    ),
    Command("meters reset", _reset_meters, told_done, roles=RIGHTS[ResetMeters]),
)
