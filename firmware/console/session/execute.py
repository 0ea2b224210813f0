"""Executing a line: look its command up, check the right, run it, print the result."""

import logging
from collections.abc import Sequence
from enum import IntEnum

import msgspec

from firmware.console.command.command import Command
from firmware.console.command.lookup import AS_JSON, Line, Unknown, find, split
from firmware.console.command.outcome import line as marked
from firmware.console.command.own_session import OwnSession
from firmware.console.table.client import NoAnswer
from firmware.console.terminal.limits import Idle
from firmware.console.terminal.plain_line import Interrupted
from firmware.console.text.clean import said
from firmware.console.text.drawing import Mark
from firmware.console.wires.wire import Ended, Lost
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.crash import told

log = logging.getLogger(__name__)


class Outcome(IntEnum):
    """The outcome of a line; the exit status of a command given on the command line."""

    DONE = 0
    REFUSED = 1
    UNKNOWN = 2
    SILENT = 3
    """The table does not answer."""


class RefusedTold(msgspec.Struct, frozen=True):
    """A refusal, for a program: the key of its words, and the words."""

    refused: str
    why: str


def work_off(session: OwnSession, line: str | Sequence[str]) -> Outcome:
    """Execute a line and print its result; an error of a command ends only that command.

    Raises only errors that end the session: Lost, Ended, Idle.
    """
    try:
        words = split(line) if isinstance(line, str) else line
        session.as_json = list(words[-1:]) == [AS_JSON]
        if words:
            found = find(session.commands, words)
            session.touch()
            _do(session, found)
    except (Lost, Ended, Idle):
        raise
    except Interrupted:
        return Outcome.REFUSED
    except CannotBeDone as refused:
        return _refuse(session, refused)
    except Exception as error:  # noqa: BLE001 - whatever a command does wrong, the console stays
        log.error("\n".join(told(error)))  # noqa: TRY400 - never what it says
        return _refuse(session, CannotBeDone(Text("console.crash", {"kind": type(error).__name__})))
    return Outcome.DONE


def _do(session: OwnSession, line: Line) -> None:
    command = line.command
    _check_role(session, command)
    found = command.look(session, line.words)
    if isinstance(found, msgspec.Struct):
        _tell(session, command, found)
        return
    for one in found:
        _tell(session, command, one)
        session.terminal.check()


def _check_role(session: OwnSession, command: Command) -> None:
    person = session.person
    if command.roles is None or (person is not None and person.role in command.roles):
        return
    session.refuse(command.name)
    names = (session.words.say(Text(f"console.people.{role}")) for role in sorted(command.roles))
    why = "console.log_in" if person is None else "console.other_role"
    raise CannotBeDone(Text(why, {"name": command.name, "roles": ", ".join(names)}))


def _tell(session: OwnSession, command: Command, found: msgspec.Struct) -> None:
    terminal = session.terminal
    if session.as_json:
        terminal.say(msgspec.json.encode(found).decode())
    elif command.redraws:
        terminal.redraw(command.tell(session, found))
    else:
        terminal.tell(command.tell(session, found))


def _refuse(session: OwnSession, refused: CannotBeDone) -> Outcome:
    key, why = refused.why.key, said(session.words, refused.why.key, **refused.why.values)
    if session.as_json:
        session.terminal.say(msgspec.json.encode(RefusedTold(key, why)).decode())
    else:
        session.terminal.tell([marked(Mark.WARN, why)])
    if isinstance(refused, NoAnswer):
        return Outcome.SILENT
    return Outcome.UNKNOWN if isinstance(refused, Unknown) else Outcome.REFUSED
