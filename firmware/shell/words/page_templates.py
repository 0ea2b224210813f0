"""The templates of some words, for a page that renders them itself."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from firmware.shell.words.templates import Template, read_templates

SINGULAR_SUFFIX: Final = "#one"
"""Ends the key of a singular."""


@cache
def page_templates(language: str, game: str | None, prefixes: tuple[str, ...]) -> Mapping[str, str]:
    """Return the templates whose keys begin so; a singular's key ends in `SINGULAR_SUFFIX`."""
    templates = {
        key: template
        for key, template in read_templates(language, game).items()
        if key.startswith(prefixes)
    }
    # the page chooses by the same rule as `Words.render`
    singulars = {
        key + SINGULAR_SUFFIX: found_template.singular
        for key, found_template in templates.items()
        if _has_plural(found_template)
    }
    return {key: found_template.plural for key, found_template in templates.items()} | singulars


def _has_plural(template: Template) -> bool:
    return template.singular != template.plural
