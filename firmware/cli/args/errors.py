"""Failed commands: the message, the exit status, and hints for misspelt words."""

import sys
from collections.abc import Callable, Iterable, Sequence

import msgspec

from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_INTERRUPTED, EXIT_UNAVAILABLE
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words


class CannotServe(RequestFailed):
    """A machine, a file or a service is missing: the command ends with EXIT_UNAVAILABLE."""


def run_reporting_errors(command_name: str, language: str, action: Callable[[], int]) -> int:
    """Run a command; print the reason if it fails. Return the exit status."""
    try:
        return action()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except ModuleNotFoundError as error:
        # any other module that is missing is a fault of the installation: its traceback is shown
        if not _is_simulation_module(error.name):
            raise
        return print_error(
            command_name, EXIT_UNAVAILABLE, Words.load(language).render(Text("run.no_simulation"))
        )
    # the words themselves are faulty, so the reason is not looked up in them
    except WordsError as error:
        return print_error(command_name, EXIT_UNAVAILABLE, *_faults_behind(error))
    except Exception as error:
        description = _describe_error(error, Words.load(language))
        if description is None:
            raise
        exit_status, messages = description
        return print_error(command_name, exit_status, *messages)


def print_error(command_name: str, exit_status: int, *messages: str) -> int:
    """Print the messages on the error output, each after the command; return the exit status."""
    program_name = f"croupier {command_name}".rstrip()
    for message in messages:
        print(f"{program_name}: {message}", file=sys.stderr)  # noqa: T201
    return exit_status


def did_you_mean(typed_word: str, known_words: Iterable[str]) -> Text | None:
    """Return "did you mean …?" with the most similar known word, None if none is similar."""
    from difflib import get_close_matches

    closest_words = get_close_matches(typed_word, list(known_words), 1)
    return Text("command.meant", {"name": closest_words[0]}) if closest_words else None


def did_you_mean_or_help(typed_word: str, known_words: Iterable[str], command_name: str) -> Text:
    """Return "did you mean …?", or else the hint to the help."""
    return did_you_mean(typed_word, known_words) or help_hint(command_name)


def help_hint(command_name: str = "") -> Text:
    """Return the hint to `croupier help`."""
    return Text("command.see", {"command": f"croupier help {command_name}".rstrip()})


def _is_simulation_module(module_name: str | None) -> bool:
    """Return whether a module is left out of a table's release."""
    from firmware.shell.device.program import SIMULATION_PACKAGES

    return module_name is not None and module_name.replace(".", "/") in SIMULATION_PACKAGES


def _faults_behind(error: WordsError) -> Sequence[str]:
    from firmware.shell.words.word_faults import faults_behind

    return faults_behind(error, LANGUAGES)


def _describe_error(error: Exception, words: Words) -> tuple[int, list[str]] | None:
    """Return exit status and message for an error that a user can cause, else None."""
    # imported here, so that a command that succeeds starts without them (ADR 24)
    from drivers.tags.registry_errors import RegistryError
    from firmware.shell.config.faults import ConfigError
    from firmware.shell.journal import JournalError
    from firmware.shell.rules.rule_pack import RulesError
    from firmware.shell.trust.trust_errors import TrustRefused

    match error:
        case ConfigError():
            return EXIT_BAD_INPUT, error.rendered_lines(words)
        case RegistryError() | RulesError():
            return EXIT_BAD_INPUT, list(map(words.render, error.faults))
        case CannotServe() | JournalError() | TrustRefused():
            return EXIT_UNAVAILABLE, [words.render(error.why)]
        case RequestFailed():
            return EXIT_BAD_INPUT, [words.render(error.why)]
    unavailable_reason = _unavailable_reason(error)
    return (
        None
        if unavailable_reason is None
        else (EXIT_UNAVAILABLE, [words.render(unavailable_reason)])
    )


def _unavailable_reason(error: Exception) -> Text | None:
    """Return why a machine, a file or a service can't be used, if the error is of one."""
    from firmware.shell.sockets.line_client import ControlError
    from firmware.shell.words.decode_words import decode_reason
    from firmware.shell.words.hardware_words import hardware_failure
    from hal.errors import HardwareError

    match error:
        case BrokenPipeError():
            return None  # the reader of the output is gone: `main` ends without a message
        case OSError():
            return os_failure(error)
        case ControlError():
            return error.why
        case HardwareError():
            return hardware_failure(error)
        case msgspec.DecodeError() | UnicodeDecodeError():
            return Text("decode.other_program", {"why": decode_reason(error)})
    return None
