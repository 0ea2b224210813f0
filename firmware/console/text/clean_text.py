"""Cleans text of parts, files and other programs, so that no terminal obeys it."""

from typing import Final
from unicodedata import category, normalize

from rich.cells import cell_len

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.templates import NO_BREAK, WordsError
from firmware.shell.words.words import Words

MARK_CATEGORY: Final = "M"
"""The first letter of the Unicode categories of combining marks."""


def clean_text(text: str) -> str:
    """Return `text` on one line; characters that a terminal would obey are escaped as in Python.

    These are control characters, line ends, marks that change the direction of writing or pile up
    on a letter, all others without width, and surrogates.
    """
    return "".join(_escaped_unless_harmless(character) for character in normalize("NFC", text))


def _escaped_unless_harmless(character: str) -> str:
    is_harmless = (
        character.isprintable() and category(character)[0] != MARK_CATEGORY and cell_len(character)
    )
    if is_harmless or character == NO_BREAK:
        return character
    return character.encode("unicode_escape").decode("ascii")


def clean_words(words: Words, text_key: str, /, **placeholders: str | int | Text) -> str:
    """Return the words of a key, cleaned; the key itself if there are none."""
    try:
        return clean_text(words.render(Text(text_key, placeholders)))
    except WordsError:
        return clean_text(text_key)
