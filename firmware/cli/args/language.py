"""The language of messages: of `--lang`, or of the environment."""

import os
import re
from collections.abc import Sequence
from typing import Final

from firmware.cli.args.signature import LANGUAGE_OPTION
from firmware.shell.words.languages import LANGUAGES, Language

LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables of the locale; the first that is set holds."""


def requested_language(command_line: Sequence[str]) -> Language:
    """Return the language of `--lang`, else the environment's; a line with mistakes has one too."""
    chosen_language = environment_language()
    for argument_word, next_word in zip(command_line, [*command_line[1:], ""], strict=False):
        option_text, equals_sign, inline_value = argument_word.partition("=")
        if len(option_text) > len("--") and LANGUAGE_OPTION.option_name.startswith(option_text):
            word = inline_value if equals_sign else next_word
            chosen_language = word if word in LANGUAGES else chosen_language
    return chosen_language


def environment_language() -> Language:
    """Return the language of the environment's locale, `pt_PT.UTF-8`; French for any other."""
    locale_name = next(filter(None, map(os.environ.get, LOCALE_VARIABLES)), "")
    language = re.split(r"[_.@]", locale_name)[0]
    return language if language in LANGUAGES else LANGUAGES[0]
