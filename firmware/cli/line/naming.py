"""How an argument is written where the command line is explained."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.cli.line.signature import Argument, Read
from firmware.core.vocabulary.panel import Text

KINDS: Final[Mapping[Read, str]] = {Path: "file", str: "text"}
"""What a value is called by its type; any other is a number."""


def shown(argument: Argument) -> str | Text:
    """Return an option by its name, a place by what is to be put there."""
    return argument.long if argument.option else value_name(argument)


def value_name(argument: Argument) -> str | Text:
    """Return what a value is called, `FILE`, or those that there are to choose from."""
    if argument.choices:
        return "|".join(argument.offered)
    return Text(f"command.value.{argument.how.value or KINDS.get(argument.read, 'number')}")
