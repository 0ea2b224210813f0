"""A failed command: its message and its exit status."""

import sys
from collections.abc import Callable

import msgspec

from firmware.cli.args.exits import BAD_INPUT, INTERRUPTED, UNFIT
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words


class CannotServe(CannotBeDone):
    """It can't be done for want of a machine, a file or a service: the command ends with UNFIT."""


def answered(command: str, language: str, act: Callable[[], int]) -> int:
    """Run a command; print the reason if it fails. Return the exit status."""
    try:
        return act()
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if not _is_left_out(error.name):
            raise
        return complain(command, UNFIT, Words.load(language).say(Text("run.no_simulation")))
    except Exception as error:
        found = _explained(error, Words.load(language))
        if found is None:
            raise
        status, lines = found
        return complain(command, status, *lines)


def complain(command: str, status: int, *lines: str) -> int:
    """Print the message; return the exit status."""
    name = f"croupier {command}".rstrip()
    for line in lines:
        print(f"{name}: {line}", file=sys.stderr)  # noqa: T201
    return status


def _is_left_out(module: str | None) -> bool:
    """Return whether a table's release goes without a module."""
    from firmware.shell.device.program import SIMULATION

    return module is not None and module.replace(".", "/") in SIMULATION


def _explained(error: Exception, words: Words) -> tuple[int, list[str]] | None:
    """Return exit status and message for an error that a user can cause, else None."""
    from drivers.tags.mistakes import RegistryError
    from firmware.shell.config.faults import ConfigError
    from firmware.shell.journal import JournalError
    from firmware.shell.rules.rules import RulesError
    from firmware.shell.trust.errors import TrustError

    match error:
        case ConfigError():
            return BAD_INPUT, error.lines(words)
        case RegistryError() | RulesError():
            return BAD_INPUT, list(map(words.say, error.faults))
        case CannotServe() | JournalError() | TrustError():
            return UNFIT, [words.say(error.why)]
        case CannotBeDone():
            return BAD_INPUT, [words.say(error.why)]
    why = _why_unfit(error)
    return None if why is None else (UNFIT, [words.say(why)])


def _why_unfit(error: Exception) -> Text | None:
    """Return why a machine, a file or a service can't be used, if the error is of one."""
    from firmware.shell.sockets.line_client import ControlError
    from firmware.shell.words.decode_words import decode_reason
    from firmware.shell.words.hardware_words import hardware_failure
    from hal.errors import HardwareError

    match error:
        case BrokenPipeError():
            return None
        case OSError():
            return os_failure(error)
        case ControlError():
            return error.why
        case HardwareError():
            return hardware_failure(error)
        case msgspec.DecodeError() | UnicodeDecodeError():
            return Text("decode.other_program", {"why": decode_reason(error)})
    return None
