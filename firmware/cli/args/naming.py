"""How an argument is written where the command line is explained."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.cli.args.signature import Argument, ValueParser
from firmware.core.vocabulary.panel import Text

VALUE_NAMES: Final[Mapping[ValueParser, str]] = {Path: "file", str: "text"}
"""The name of a value by its type; any other is a number."""


def display_name(argument: Argument) -> str | Text:
    """Return an option's name, or the name of a positional argument's value."""
    return argument.option_name if argument.is_option else value_name(argument)


def value_name(argument: Argument) -> str | Text:
    """Return a value's name, `FILE`, or its choices."""
    if argument.choices:
        return "|".join(argument.completion_words)
    return Text(
        f"command.value.{argument.declaration.value_name or VALUE_NAMES.get(argument.parse, 'number')}"
    )
