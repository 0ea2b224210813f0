"""The templates of some words, for a page that renders them itself."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import Template, file_templates, read_templates

LANGUAGE_PREFIX: Final = "language."
SINGULAR_SUFFIX: Final = "#one"
"""Ends the key of a singular."""


@cache
def page_templates(language: str, game: str | None, prefixes: tuple[str, ...]) -> Mapping[str, str]:
    """Return the templates whose keys begin so, and how the language writes numbers and times; a
    singular's key ends in `SINGULAR_SUFFIX`.
    """
    templates = {
        key: template
        for key, template in read_templates(language, game).items()
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
