"""The templates of some words, for a page that renders them itself."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from firmware.shell.words.templates import Template, at_game, read_templates

ONE: Final = "#one"
"""Ends the key of a singular."""


@cache
def spoken(language: str, game: str | None, begin: tuple[str, ...]) -> Mapping[str, str]:
    """Return the templates whose keys begin so; a singular is under the key and `ONE`."""
    found = {
        key: template
        for key, template in at_game(_read(language), game).items()
        if key.startswith(begin)
    }
    ones = {key + ONE: words.one for key, words in found.items() if _has_two(words)}
    return {key: words.other for key, words in found.items()} | ones


@cache
def _read(language: str) -> Mapping[str, Template]:
    """Return all templates of a language, taken apart once: it takes a tenth of a second."""
    return read_templates(language)


def _has_two(words: Template) -> bool:
    return words.one != words.other
