"""The language of messages: of `--lang`, or of the environment."""

import os
from collections.abc import Sequence
from typing import Final

from firmware.cli.args.signature import LANGUAGE_OPTION, Language

LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the locale; the first that is set holds."""


def requested_language(command_line: Sequence[str]) -> Language:
    """Return the language of `--lang`, else the environment's; a line with mistakes has one too."""
    chosen_language = environment_language()
    for argument_word, next_word in zip(command_line, [*command_line[1:], ""], strict=False):
        option_text, equals_sign, inline_value = argument_word.partition("=")
        if len(option_text) > len("--") and LANGUAGE_OPTION.option_name.startswith(option_text):
            chosen_language = LANGUAGE_BY_WORD.get(
                inline_value if equals_sign else next_word, chosen_language
            )
    return chosen_language


def environment_language() -> Language:
    """Return English if the environment's locale is English, French for any other."""
    locale_name = next(filter(None, map(os.environ.get, LOCALE_VARIABLES)), "")
    return "en" if locale_name.startswith("en") else "fr"


LANGUAGE_BY_WORD: Final[dict[str, Language]] = {"fr": "fr", "en": "en"}
