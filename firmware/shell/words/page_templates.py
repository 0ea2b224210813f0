"""The templates of some words, for a page that renders them itself."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import (
    LANGUAGE_PREFIX,
    NO_PHRASES,
    UNCITED_KEY,
    Template,
    at_game,
    file_templates,
    make_template,
    read_templates,
    uncited,
)

SINGULAR_SUFFIX: Final = "#one"
"""Ends the key of a singular."""


def page_templates(
    language: str,
    game: str | None,
    prefixes: tuple[str, ...],
    house_phrases: Mapping[str, str] = NO_PHRASES,
) -> Mapping[str, str]:
    """Return the templates whose keys begin so, the house's in place of the program's; a singular's
    key ends in `SINGULAR_SUFFIX`.
    """
    own = {key: make_template(key, text) for key, text in at_game(house_phrases, game).items()}
    program = _program_templates(language, game, prefixes)
    if UNCITED_KEY in own:
        program = {key: uncited(phrase) for key, phrase in program.items()}
    return {**program, **_by_page_key(own, prefixes)}


@cache
def _program_templates(
    language: str, game: str | None, prefixes: tuple[str, ...]
) -> Mapping[str, str]:
    return _by_page_key(read_templates(language, game), prefixes)


def _by_page_key(
    all_templates: Mapping[str, Template], prefixes: tuple[str, ...]
) -> Mapping[str, str]:
    templates = {
        key: template
        for key, template in all_templates.items()
        if key.startswith((LANGUAGE_PREFIX, *prefixes))
    }
    # the page chooses by the same rule as `Words.render`
    singulars = {
        key + SINGULAR_SUFFIX: found_template.singular
        for key, found_template in templates.items()
        if _has_plural(found_template)
    }
    return {key: found_template.plural for key, found_template in templates.items()} | singulars


def language_names(file: str) -> Mapping[str, str]:
    """Return what each language that has words in a file calls itself, by its code."""
    return {
        language: file_templates(language, "language")["language.name"].singular
        for language in languages_with(file)
    }


def _has_plural(template: Template) -> bool:
    return template.singular != template.plural
