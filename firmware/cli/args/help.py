"""The help: the list of commands, and the page of one command."""

import shutil
from collections.abc import Iterable, Iterator, Mapping
from datetime import time
from pathlib import Path
from textwrap import fill, wrap
from typing import Annotated, Final

from firmware.cli.args.argument_keys import argument_key
from firmware.cli.args.commands import (
    COMMANDS,
    load_command,
    resolve_subcommand,
    subcommand_words,
)
from firmware.cli.args.help_keys import SECTION_KEYS, SUMMARY_KEYS
from firmware.cli.args.signature import Argument, CommandSignature, Option, ValueParser
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words

MAX_PAGE_WIDTH: Final = 100
COLUMN_GAP: Final = 2
MAX_NAME_WIDTH: Final = 26
"""The maximum width of the left column; the explanation of a longer entry is below it."""
VALUE_KEYS: Final[Mapping[ValueParser, str]] = {
    Path: "command.value.file",
    str: "command.value.text",
}
"""The name of a value by its type; any other type is a number."""


def _top_level_words() -> tuple[str, ...]:
    return tuple(subcommand_words(""))


def print_help(
    words: Words,
    *command: Annotated[
        str, Option(value_key="command.value.command", completions=_top_level_words)
    ],
) -> int:
    """Print a command's arguments, or the list of commands."""
    command_name, remaining_words = "", command
    while remaining_words:
        command_name, remaining_words = resolve_subcommand(command_name, remaining_words)
    page = command_page if command_name in COMMANDS else group_page
    print(page(command_name, words))  # noqa: T201
    return 0


def group_page(command_group: str, words: Words) -> str:
    """Return the commands of a group, or all."""
    command_names = [
        command_name
        for command_name in COMMANDS
        if command_name.startswith(f"{command_group} ".lstrip())
    ]
    usage_line = (
        f"croupier {command_group}".rstrip() + " " + words.render(Text("command.value.command"))
    )
    name_width = _name_column_width(command_names)
    listed_lines = []
    for command_name in command_names:
        if not command_group and command_name in SECTION_KEYS:
            listed_lines += ["", words.render(Text(SECTION_KEYS[command_name]))]
        listed_lines += _two_columns(
            [(command_name, command_summary(command_name, words))], name_width
        )
    return "\n".join(
        [
            _usage_lines(usage_line, words),
            *([""] if command_group else []),
            *listed_lines,
            "",
            *_wrapped_lines(words.render(Text("command.more")), ""),
        ]
    )


def command_page(command_name: str, words: Words) -> str:
    """Return a command's purpose and arguments."""
    signature = load_command(command_name)
    return "\n".join(
        [
            _usage_lines(
                " ".join([f"croupier {command_name}", *usage_pieces(signature, words)]), words
            ),
            "",
            *_wrapped_lines(command_summary(command_name, words), ""),
            "",
            *_two_columns(argument_rows(signature, words)),
        ]
    )


def command_summary(command_name: str, words: Words) -> str:
    """Return a command's purpose in one line."""
    return words.render(Text(SUMMARY_KEYS[command_name]))


def usage_pieces(signature: CommandSignature, words: Words) -> list[str]:
    """Return the syntax of each argument for the usage line, with no-break spaces inside."""
    usage_texts = []
    exclusive_rules = {
        parameter_name: exclusive_rule
        for exclusive_rule in signature.exclusive_rules
        for parameter_name in exclusive_rule.parameter_names
    }
    for argument in [*signature.options, *signature.positionals]:
        exclusive_rule = exclusive_rules.get(argument.name)
        if exclusive_rule and argument.name != exclusive_rule.parameter_names[0]:
            continue
        alternatives = [
            candidate
            for candidate in signature.arguments
            if exclusive_rule and candidate.name in exclusive_rule.parameter_names
        ] or [argument]
        alternatives_text = " | ".join(
            _argument_syntax(alternative, words) for alternative in alternatives
        )
        is_required = exclusive_rule.is_required if exclusive_rule else argument.is_required
        bracketed = f"({alternatives_text})" if len(alternatives) > 1 else alternatives_text
        usage_texts.append(
            (bracketed if is_required else f"[{alternatives_text}]").replace(" ", NO_BREAK)
        )
    return usage_texts


def argument_rows(signature: CommandSignature, words: Words) -> list[tuple[str, str]]:
    """Return every argument with its meaning."""
    return [
        (
            _short_flag_prefix(argument) + _argument_syntax(argument, words),
            argument_meaning(signature, argument, words),
        )
        for argument in (*signature.positionals, *signature.options)
    ]


def argument_meaning(signature: CommandSignature, argument: Argument, words: Words) -> str:
    """Return an argument's meaning and its default."""
    meaning = words.render(Text(argument_key(signature.name, argument.plain_name)))
    if argument.is_required or argument.takes_rest or argument.default in (None, False, (), ""):
        return meaning
    shown = f"{argument.default:%H:%M}" if isinstance(argument.default, time) else argument.default
    return words.render(Text("command.default", {"text": meaning, "value": str(shown)}))


def display_name(argument: Argument) -> str | Text:
    """Return an option's name, or the name of a positional argument's value."""
    return argument.option_name if argument.is_option else value_name(argument)


def value_name(argument: Argument) -> str | Text:
    """Return a value's name, `FILE`, or its choices."""
    if argument.choices:
        return "|".join(argument.completion_words)
    by_type = VALUE_KEYS.get(argument.parse, "command.value.number")
    return Text(argument.declaration.value_key or by_type)


def _short_flag_prefix(argument: Argument) -> str:
    return f"-{argument.declaration.short_flag}, " if argument.declaration.short_flag else ""


def _argument_syntax(argument: Argument, words: Words) -> str:
    """Return the syntax of an argument: `--config FILE`, `--json`, `[FILE]…`."""
    if argument.is_flag:
        return argument.option_name
    value_syntax = _rendered_name(value_name(argument), words)
    value_syntax += "…" if argument.takes_many or argument.takes_rest else ""
    value_syntax = value_syntax if argument.declaration.bare_value is None else f"[{value_syntax}]"
    return f"{argument.option_name} {value_syntax}" if argument.is_option else value_syntax


def _rendered_name(value_text: str | Text, words: Words) -> str:
    return words.render(value_text) if isinstance(value_text, Text) else value_text


def _usage_lines(usage_text: str, words: Words) -> str:
    usage_heading = words.render(Text("command.usage")) + " "
    return fill(
        usage_text,
        _page_width(),
        initial_indent=usage_heading,
        subsequent_indent=" " * len(usage_heading),
        break_long_words=False,
        break_on_hyphens=False,
    ).replace(NO_BREAK, " ")


def _name_column_width(column_texts: Iterable[str]) -> int:
    """Return the width of the column of these names."""
    return COLUMN_GAP + min(MAX_NAME_WIDTH, max(map(len, column_texts))) + COLUMN_GAP


def _two_columns(meaning_rows: Iterable[tuple[str, str]], name_width: int = 0) -> Iterator[str]:
    meaning_rows = list(meaning_rows)
    name_width = name_width or _name_column_width(name_text for name_text, _ in meaning_rows)
    for name_text, meaning in meaning_rows:
        first_line, *more_lines = wrap(meaning, _page_width() - name_width)
        name_heading = " " * COLUMN_GAP + name_text
        if len(name_heading) + COLUMN_GAP > name_width:
            yield name_heading
            name_heading = ""
        yield name_heading.ljust(name_width) + first_line
        yield from (" " * name_width + more_line for more_line in more_lines)


def _wrapped_lines(paragraph: str, indent: str) -> list[str]:
    return wrap(paragraph, _page_width(), subsequent_indent=indent)


def _page_width() -> int:
    return min(shutil.get_terminal_size((MAX_PAGE_WIDTH, 0)).columns, MAX_PAGE_WIDTH)
