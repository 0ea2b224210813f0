"""The languages, and the files of words that each has: its folder is `firmware/words/LANGUAGE`.

A language has words for every screen of a table and of its players. What it may lack is for
technicians, for the floor and for the command line: there the stand-in speaks in its place.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final, Literal

from firmware.shell.words.word_files import FILES, TABLE_FILES

FILES_OF_LANGUAGE: Final[Mapping[str, Collection[str]]] = {
    "fr": FILES,
    "en": FILES,
    "pt": TABLE_FILES,
}
LANGUAGES: Final = tuple(FILES_OF_LANGUAGE)
"""French is first: it is the default."""
STAND_IN: Final = "en"
"""Speaks for a language in the rooms that it has no words for; has words for all."""

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]
"""One of LANGUAGES, in a message or on the command line."""


def written_language(language: str, file: str) -> str:
    """Return the language of a file's words for a reader of `language`: his, or the stand-in."""
    return language if file in FILES_OF_LANGUAGE[language] else STAND_IN


def languages_with(file: str) -> tuple[str, ...]:
    """Return the languages that have words of their own in a file."""
    return tuple(language for language in LANGUAGES if file in FILES_OF_LANGUAGE[language])
