"""In which language a person is spoken to."""

import os
from collections.abc import Sequence
from typing import Final

from firmware.cli.args.signature import LANG, Language

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Of the environment; the first that is set holds."""


def language(line: Sequence[str]) -> Language:
    """Return the language of a command line, whatever else is wrong with it: that of `--lang`, or
    else the environment's.
    """
    asked = of_environment()
    for word, value in zip(line, [*line[1:], ""], strict=False):
        option, sign, own = word.partition("=")
        if len(option) > len("--") and LANG.long.startswith(option):
            asked = LANGUAGES.get(own if sign else value, asked)
    return asked


def of_environment() -> Language:
    """Return English for a person whose system speaks it, French for any other."""
    locale = next(filter(None, map(os.environ.get, VARIABLES)), "")
    return "en" if locale.startswith("en") else "fr"


LANGUAGES: Final[dict[str, Language]] = {"fr": "fr", "en": "en"}
