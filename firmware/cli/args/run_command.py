"""Runs the command that a command line asks for."""

from collections.abc import Sequence

from firmware.cli.args.commands import (
    COMMANDS,
    FORMER_GROUPS,
    FORMER_OPTIONS,
    load_command,
    nested_command,
    resolve_subcommand,
)
from firmware.cli.args.errors import print_error, run_reporting_errors
from firmware.cli.args.help import print_help
from firmware.cli.args.language import requested_language
from firmware.cli.args.parser import parse_arguments
from firmware.cli.args.signature import (
    LANGUAGE_OPTION,
    WORDS_PARAMETER,
    call_with_values,
    command_signature,
)
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.gc_tuning import start_collecting
from firmware.shell.words.languages import Language
from firmware.shell.words.words import Words


def run(command_line: Sequence[str]) -> int:
    """Run a command line, or print why it failed; return the exit status."""
    spoken_language = requested_language(command_line)
    return run_reporting_errors(
        "", spoken_language, lambda: _run_command_line(command_line, spoken_language)
    )


def _run_command_line(command_line: Sequence[str], spoken_language: Language) -> int:
    command_name, remaining_words, language_option = "", command_line, None
    while command_name not in COMMANDS:
        given_values = parse_arguments(
            command_signature(command_name, _group_signature), remaining_words
        )
        if given_values is None:
            return print_help(Words.load(spoken_language), *command_name.split())
        # a --lang after the command counts more than one before it
        language_option = given_values[LANGUAGE_OPTION.name] or language_option
        if not command_name:
            _print_present_name(given_values["command"], spoken_language)
        command_name, remaining_words = resolve_subcommand(command_name, given_values["command"])
    command_name, remaining_words = nested_command(command_name, remaining_words)
    # from here errors are printed with the command's name
    return run_reporting_errors(
        command_name,
        spoken_language,
        lambda: _run_command(command_name, remaining_words, language_option, spoken_language),
    )


def _print_present_name(command_words: Sequence[str], spoken_language: Language) -> None:
    """Print, to stderr, the present name of a group of commands that is called by a former one."""
    former_name = command_words[0] if command_words else ""
    if present_name := FORMER_GROUPS.get(former_name):
        present = Text("command.renamed", {"name": f"croupier {present_name}"})
        print_error(former_name, 0, Words.load(spoken_language).render(present))


def _present_options(
    command_name: str, argument_words: Sequence[str], spoken_language: Language
) -> list[str]:
    """Return the arguments with each option by its present name, which is printed to stderr."""
    present_words = list(argument_words)
    for index, argument_word in enumerate(argument_words):
        former_name, equals_sign, inline_value = argument_word.partition("=")
        if present_name := FORMER_OPTIONS.get(command_name, {}).get(former_name):
            present_words[index] = f"{present_name}{equals_sign}{inline_value}"
            present = Text("command.option_renamed", {"name": present_name})
            print_error(command_name, 0, Words.load(spoken_language).render(present))
    return present_words


def _run_command(
    command_name: str,
    argument_words: Sequence[str],
    language_option: Language | None,
    spoken_language: Language,
) -> int:
    signature = load_command(command_name)
    argument_words = _present_options(command_name, argument_words, spoken_language)
    given_values = parse_arguments(signature, argument_words)
    if given_values is None:
        return print_help(Words.load(spoken_language), *command_name.split())
    given_values[LANGUAGE_OPTION.name] = given_values[LANGUAGE_OPTION.name] or language_option
    if signature.takes_words:
        given_values[WORDS_PARAMETER] = Words.load(spoken_language)
    start_collecting()
    return call_with_values(signature.function, given_values)


def _group_signature(*command: str) -> int:
    """Lend its signature to `croupier` and to each group of commands; it is never called."""
    raise NotImplementedError(command)
