"""Executes a line: finds its command, checks the role, runs it, prints the result."""

import logging
from collections.abc import Sequence
from enum import IntEnum

import msgspec

from firmware.console.access.roles import role_label
from firmware.console.command.command import Command
from firmware.console.command.lookup import (
    JSON_OPTION,
    CommandLine,
    UnknownCommand,
    find_command,
    split_line,
)
from firmware.console.command.outcome import marked_line
from firmware.console.command.own_session import OwnSession
from firmware.console.table.client import NoAnswer
from firmware.console.terminal.limits import IdleTimeout
from firmware.console.terminal.plain_line import Interrupted
from firmware.console.text.clean_text import clean_words
from firmware.console.text.drawing import StatusMark
from firmware.console.wires.wire import InputEnded, LineLost
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.crash import traceback_lines

logger = logging.getLogger(__name__)


class LineOutcome(IntEnum):
    """The outcome of a line; the exit status of a command given on the command line."""

    DONE = 0
    REFUSED = 1
    UNKNOWN = 2
    SILENT = 3
    """The table does not answer."""


class PrintedRefusal(msgspec.Struct, frozen=True):
    """A refusal, for a program: the key of its words, and the words."""

    refused: str
    why: str


def execute_line(session: OwnSession, typed_line: str | Sequence[str]) -> LineOutcome:
    """Execute a line and print its result; an error of a command ends only that command.

    Raises only errors that end the session: LineLost, InputEnded, IdleTimeout.
    """
    try:
        command_words = split_line(typed_line) if isinstance(typed_line, str) else typed_line
        # before the command is found, so that its refusal is JSON too
        session.as_json = list(command_words[-1:]) == [JSON_OPTION]
        if command_words:
            command_line = find_command(session.commands_by_name, command_words)
            session.restart_idle_timer()
            _run_command(session, command_line)
    except (LineLost, InputEnded, IdleTimeout):
        raise
    except Interrupted:
        return LineOutcome.REFUSED
    except RequestFailed as refusal:
        return _print_refusal(session, refusal)
    except Exception as error:  # noqa: BLE001 - a fault of one command must not end the console
        logger.error("\n".join(traceback_lines(error)))  # noqa: TRY400 - its message may hold secrets
        return _print_refusal(
            session, RequestFailed(Text("console.crash", {"kind": type(error).__name__}))
        )
    return LineOutcome.DONE


def _run_command(session: OwnSession, command_line: CommandLine) -> None:
    command = command_line.command
    _check_role(session, command)
    looked_up = command.look_up(session, command_line.arguments)
    if isinstance(looked_up, msgspec.Struct):
        _print_result(session, command, looked_up)
        return
    for live_value in looked_up:
        _print_result(session, command, live_value)
        session.terminal.check_line()


def _check_role(session: OwnSession, command: Command) -> None:
    person = session.person
    if command.roles is None or (person is not None and person.role in command.roles):
        return
    session.record_refusal(command.name)
    role_names = (session.words.render(role_label(role)) for role in sorted(command.roles))
    refusal_key = "console.log_in" if person is None else "console.other_role"
    raise RequestFailed(Text(refusal_key, {"name": command.name, "roles": ", ".join(role_names)}))


def _print_result(session: OwnSession, command: Command, looked_up: msgspec.Struct) -> None:
    terminal = session.terminal
    if session.as_json:
        terminal.print_line(msgspec.json.encode(looked_up).decode())
    elif command.redraws_screen:
        terminal.redraw_output(command.render(session, looked_up))
    else:
        terminal.print_output(command.render(session, looked_up))


def _print_refusal(session: OwnSession, refusal: RequestFailed) -> LineOutcome:
    refusal_key = refusal.why.key
    refusal_text = clean_words(session.words, refusal_key, **refusal.why.values)
    if session.as_json:
        session.terminal.print_line(
            msgspec.json.encode(PrintedRefusal(refusal_key, refusal_text)).decode()
        )
    else:
        session.terminal.print_output([marked_line(StatusMark.WARN, refusal_text)])
    if isinstance(refusal, NoAnswer):
        return LineOutcome.SILENT
    return LineOutcome.UNKNOWN if isinstance(refusal, UnknownCommand) else LineOutcome.REFUSED
