"""Looking up a command: by unique prefixes of its words."""

import shlex
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from firmware.console.command.command import (
    Command,
    CommandContext,
    CommandsByName,
    Parameter,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed

JSON_OPTION: Final = "--json"


class UnknownCommand(RequestFailed):
    """No command has that name, or it takes other arguments."""


class CommandLine(NamedTuple):
    """A command and its typed arguments."""

    command: Command
    arguments: tuple[str, ...]
    as_json: bool


def split_line(typed_line: str) -> list[str]:
    """Return the words of a line. Raises UnknownCommand if a quotation has no end."""
    try:
        return shlex.split(typed_line)
    except ValueError:
        raise UnknownCommand(Text("console.no_quote")) from None


def find_command(commands: CommandsByName, words: Sequence[str]) -> CommandLine:
    """Return the one command that `words` abbreviate, with its arguments. Raises UnknownCommand."""
    as_json = len(words) > 1 and words[-1] == JSON_OPTION
    given_words = tuple(words[:-1] if as_json else words)
    command, word_count = resolve_command(commands, given_words)
    arguments = given_words[word_count:]
    _check_argument_count(command, arguments)
    return CommandLine(command, arguments, as_json)


def completions(commands: CommandsByName, context: CommandContext, text_before: str) -> list[str]:
    """Return the completions of the last word of `text_before`."""
    *earlier_words, prefix = (
        text_before.split() if text_before[-1:].strip() else [*text_before.split(), ""]
    )
    return sorted(
        completion_word
        for completion_word in _offered_words(commands, context, earlier_words)
        if completion_word.startswith(prefix)
    )


def resolve_command(commands: CommandsByName, given_words: Sequence[str]) -> tuple[Command, int]:
    """Return the command of the first words, and their number. Raises UnknownCommand."""
    first_word = _resolve_word(
        given_words[0], {command_name.split()[0] for command_name in commands}, commands
    )
    second_words = {
        command_name.partition(" ")[2]
        for command_name in commands
        if command_name.startswith(f"{first_word} ")
    }
    if len(given_words) > 1 and (candidates := _words_with_prefix(given_words[1], second_words)):
        return commands[f"{first_word} {_resolve_word(given_words[1], candidates, commands)}"], 2
    if first_word in commands:
        return commands[first_word], 1
    longer_names = ", ".join(sorted(f"{first_word} {second_word}" for second_word in second_words))
    raise UnknownCommand(Text("console.say_more", {"names": longer_names}))


def _resolve_word(typed_word: str, known_words: Iterable[str], commands: CommandsByName) -> str:
    candidates = _words_with_prefix(typed_word, known_words)
    if len(candidates) == 1:
        return candidates.pop()
    if candidates:
        raise UnknownCommand(
            Text("console.ambiguous", {"word": typed_word, "names": ", ".join(sorted(candidates))})
        )
    similar_words = get_close_matches(typed_word, [*known_words, *commands], 3)
    if similar_words:
        raise UnknownCommand(
            Text(
                "console.unknown_near",
                {"word": typed_word, "names": ", ".join(dict.fromkeys(similar_words))},
            )
        )
    raise UnknownCommand(Text("console.unknown", {"word": typed_word}))


def _words_with_prefix(prefix: str, known_words: Iterable[str]) -> set[str]:
    """Return the words with a prefix; only the prefix itself if it is one of them."""
    if prefix in known_words:
        return {prefix}
    return {known_word for known_word in known_words if known_word.startswith(prefix)}


def _check_argument_count(command: Command, arguments: Sequence[str]) -> None:
    required_count = sum(parameter.required for parameter in command.parameters)
    is_open_ended = any(parameter.takes_rest for parameter in command.parameters)
    if len(arguments) < required_count:
        raise UnknownCommand(Text("console.too_few", {"name": command.name}))
    if len(arguments) > len(command.parameters) and not is_open_ended:
        raise UnknownCommand(Text("console.too_many", {"name": command.name}))


def _offered_words(
    commands: CommandsByName, context: CommandContext, earlier_words: Sequence[str]
) -> Iterable[str]:
    if not earlier_words:
        return {command_name.split()[0] for command_name in commands}
    try:
        command, word_count = resolve_command(commands, earlier_words)
    except UnknownCommand:  # `config` alone is no command: only its second words are offered
        command, word_count = None, len(earlier_words)
    offered_words = {
        command_name.split()[1]
        for command_name in commands
        if len(earlier_words) == 1 and _is_subcommand(command_name, earlier_words[0])
    }
    argument_index = len(earlier_words) - word_count
    if command is not None and command.parameters:
        parameter = command.parameters[min(argument_index, len(command.parameters) - 1)]
        if argument_index < len(command.parameters) or parameter.takes_rest:
            offered_words |= set(parameter_choices(parameter, context))
    return offered_words


def _is_subcommand(command_name: str, first_word: str) -> bool:
    return " " in command_name and command_name.split()[0].startswith(first_word)


def parameter_choices(parameter: Parameter, context: CommandContext) -> tuple[str, ...]:
    """Return the words that a parameter takes, as far as they are known."""
    if parameter.choices is None:
        return ()
    try:
        return tuple(parameter.choices(context))
    except RequestFailed:  # a silent table has no names to offer
        return ()
