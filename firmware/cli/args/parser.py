"""Parses the words of a command line into a command's arguments.

    croupier ticket sell --numbers 1 4 7 --cents 200
             |---------| |-------------------------|
             |           `-> parse_arguments: words -> options and positional words
             |                 -> positional words to the positionals, in their order
             |                 -> mutually exclusive arguments are refused
             |                 -> each value through its argument's `parse`
             |                                              |
             `-> resolve_subcommand -> load_command         v
                                       -> function <- {"numbers": (1, 4, 7), "cents": 200, ...}

`run` does the steps of this drawing. It resolves the name of a command word by word, each with a
parse of its own, so that `--lang` and `--help` are valid anywhere. A command's module is imported
only once its name is resolved: `croupier --version` imports nothing of this (ADR 24 measures why
this is no library).

An option takes its value from the same word (`--speed=2`, `-oFILE`) or from the next one; one of a
tuple takes all words up to the next option. A negative number is a value, not an option. The
beginning of an option's name is enough if it is unique. `--` ends the options.

Every mistake is a RequestFailed whose text names the argument as the help does. It is printed by
`errors.run_reporting_errors`, in the language that `language.requested_language` found before any
parsing, since the mistake may be in any word.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware.cli.args.errors import did_you_mean_or_help, help_hint
from firmware.cli.args.help import display_name
from firmware.cli.args.signature import (
    LANGUAGE_OPTION,
    Argument,
    CommandSignature,
    MutuallyExclusive,
    ValueParser,
)
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed

HELP_OPTIONS: Final = ("-h", "--help")
EXPECTED_KEYS: Final[Mapping[ValueParser, str]] = {
    int: "command.wanted.int",
    float: "command.wanted.float",
}
"""The words for the valid values of a type, if its `Option` names none."""

GivenValues = dict[str, list[str]]


def parse_arguments(
    command: CommandSignature, command_line: Sequence[str]
) -> dict[str, Any] | None:
    """Return the values by parameter, None if the line has `--help`. Raises RequestFailed.

    A command with a positional for all remaining words gets them unparsed, except `--lang`.
    """
    remaining_words, positional_words = deque(command_line), list[str]()
    given_values = GivenValues()
    takes_rest = any(positional.takes_rest for positional in command.positionals)
    # a word after the rest has begun belongs to it, except --lang, which every command has
    while remaining_words and remaining_words[0] != "--":
        command_word = remaining_words.popleft()
        if not _looks_like_option(command_word) or (
            takes_rest and positional_words and not _is_language_option(command_word)
        ):
            positional_words.append(command_word)
        elif command_word in HELP_OPTIONS:
            return None
        else:
            option_text, inline_value = _split_option(command_word)
            argument = _find_option(command, option_text)
            option_values = _option_values(argument, command, inline_value, remaining_words)
            # repeated, an option of many values adds to them; of any other the last value counts
            earlier_values = given_values.get(argument.name, []) if argument.takes_many else []
            given_values[argument.name] = [*earlier_values, *option_values]
    if remaining_words and not (takes_rest and positional_words):
        remaining_words.popleft()  # the `--` itself, unless it belongs to the rest
    _assign_positionals(command, [*positional_words, *remaining_words], given_values)
    for exclusive_rule in command.exclusive_rules:
        _check_exclusive(exclusive_rule, command, given_values)
    return {
        argument.name: _converted_value(argument, command, given_values)
        for argument in command.arguments
    }


def _looks_like_option(command_word: str) -> bool:
    """Return whether a word is an option, not `-` (standard input) or a negative number."""
    return (
        command_word[:1] == "-"
        and command_word != "-"
        and not command_word[1:].replace(".", "", 1).isdecimal()
    )


def _is_language_option(command_word: str) -> bool:
    return _split_option(command_word)[0] == LANGUAGE_OPTION.option_name


def _split_option(command_word: str) -> tuple[str, str | None]:
    """Return an option's name, and its value if it has one with it: `--lang=en`, `-oFILE`."""
    if not command_word.startswith("--"):
        return command_word[:2], command_word[2:] or None
    option_text, equals_sign, inline_value = command_word.partition("=")
    return option_text, inline_value if equals_sign else None


def _find_option(command: CommandSignature, option_text: str) -> Argument:
    options_by_name = {option.option_name: option for option in command.options}
    options_by_name |= {
        f"-{option.declaration.short_flag}": option
        for option in command.options
        if option.declaration.short_flag
    }
    matching_options = (
        [option_text]
        if option_text in options_by_name
        else [option_name for option_name in options_by_name if option_name.startswith(option_text)]
    )
    if len(matching_options) == 1:
        return options_by_name[matching_options[0]]
    # `--=x` has the empty name, with which every option begins: it is unknown, not ambiguous
    if matching_options and option_text != "--":
        raise _usage_error(
            "command.wrong.ambiguous", given=option_text, names=", ".join(matching_options)
        )
    raise _usage_error(
        "command.wrong.option",
        given=option_text,
        meant=did_you_mean_or_help(option_text, options_by_name, command.name),
    )


def _option_values(
    argument: Argument,
    command: CommandSignature,
    inline_value: str | None,
    remaining_words: deque[str],
) -> list[str]:
    """Return the values of an option: the inline one, or the words after it."""
    if argument.is_flag:
        if inline_value is not None:
            raise _usage_error(
                "command.wrong.takes_none", name=argument.option_name, given=inline_value
            )
        return []
    if inline_value is not None:
        return [inline_value]
    option_values: list[str] = []
    while (
        remaining_words
        and not _looks_like_option(remaining_words[0])
        and (argument.takes_many or not option_values)
    ):
        option_values.append(remaining_words.popleft())
    if not option_values and argument.declaration.bare_value is None:
        raise _usage_error("command.wrong.no_value", command, name=display_name(argument))
    return option_values or [str(argument.declaration.bare_value)]


def _assign_positionals(
    command: CommandSignature, positional_words: list[str], given_values: GivenValues
) -> None:
    """Assign the positional words to the positionals, in their order."""
    remaining_words = deque(positional_words)
    for positional in command.positionals:
        value_count = (
            len(remaining_words)
            if positional.takes_many or positional.takes_rest
            else min(1, len(remaining_words))
        )
        if value_count:
            given_values[positional.name] = [remaining_words.popleft() for _ in range(value_count)]
    if remaining_words:
        raise _usage_error("command.wrong.surplus", command, given=remaining_words[0])


def _check_exclusive(
    exclusive_rule: MutuallyExclusive, command: CommandSignature, given_values: GivenValues
) -> None:
    exclusive_arguments = [
        argument
        for argument in command.arguments
        if argument.name in exclusive_rule.parameter_names
    ]
    given_arguments = [
        argument for argument in exclusive_arguments if argument.name in given_values
    ]
    if len(given_arguments) > 1:
        raise _usage_error(
            "command.wrong.together",
            one=display_name(given_arguments[0]),
            other=display_name(given_arguments[1]),
        )
    if exclusive_rule.is_required and not given_arguments:
        raise _usage_error(
            "command.wrong.one_of",
            command,
            one=display_name(exclusive_arguments[0]),
            other=display_name(exclusive_arguments[1]),
        )


def _converted_value(
    argument: Argument, command: CommandSignature, given_values: GivenValues
) -> object:
    if argument.name not in given_values:
        if argument.is_required:
            raise _usage_error("command.wrong.missing", command, name=display_name(argument))
        return () if argument.takes_rest else argument.default
    if argument.is_flag:
        return True
    converted_values = tuple(
        _convert_word(argument, given_word) for given_word in given_values[argument.name]
    )
    return converted_values if argument.takes_many or argument.takes_rest else converted_values[0]


def _convert_word(argument: Argument, given_word: str) -> object:
    try:
        return argument.parse(given_word)
    except (ValueError, KeyError):
        expected_values: str | Text = ", ".join(map(str, argument.choices))
        if not argument.choices:
            by_type = EXPECTED_KEYS.get(argument.parse, "")
            expected_values = Text(argument.declaration.expected_key or by_type)
        raise _usage_error(
            "command.wrong.value",
            name=display_name(argument),
            given=given_word,
            wanted=expected_values,
        ) from None


def _usage_error(
    mistake_key: str, command: CommandSignature | None = None, **placeholders: str | Text
) -> RequestFailed:
    """Return the mistake; with a `command`, its words hint to the command's help."""
    hinted_placeholders: TextValues = placeholders | (
        {"see": help_hint(command.name)} if command else {}
    )
    return RequestFailed(Text(mistake_key, hinted_placeholders))
