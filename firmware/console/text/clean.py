"""Text from a part, a file or another program is shown, but never obeyed by a terminal."""

from typing import Final
from unicodedata import category, normalize

from rich.cells import cell_len

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.templates import NO_BREAK, WordsError
from firmware.shell.words.words import Words

MARK: Final = "M"
"""The first letter of the Unicode categories of combining marks."""


def clean(text: str) -> str:
    """Return `text` on one line; characters that a terminal would obey are escaped as in Python.

    These are control characters, line ends, marks that change the direction of writing or pile up
    on a letter, all others without width, and surrogates.
    """
    return "".join(_shown(character) for character in normalize("NFC", text))


def _shown(character: str) -> str:
    harmless = character.isprintable() and category(character)[0] != MARK and cell_len(character)
    if harmless or character == NO_BREAK:
        return character
    return character.encode("unicode_escape").decode("ascii")


def said(words: Words, key: str, /, **values: str | int | Text) -> str:
    """Return the words under `key`, cleaned; the key itself if there are none."""
    try:
        return clean(words.say(Text(key, values)))
    except WordsError:
        return clean(key)
