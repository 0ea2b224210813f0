"""How an argument is written where the command line is explained."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.cli.args.signature import Argument, Read
from firmware.core.vocabulary.panel import Text

KINDS: Final[Mapping[Read, str]] = {Path: "file", str: "text"}
"""The name of a value by its type; any other is a number."""


def shown(argument: Argument) -> str | Text:
    """Return an option's name, or the name of a positional argument's value."""
    return argument.long if argument.option else value_name(argument)


def value_name(argument: Argument) -> str | Text:
    """Return a value's name, `FILE`, or its choices."""
    if argument.choices:
        return "|".join(argument.offered)
    return Text(f"command.value.{argument.how.value or KINDS.get(argument.read, 'number')}")
