"""The templates of a language, from its file: a section of it is taken apart at its first use.

A section is all below the tables of one name, `[bet]` or `[console.help]`. The file itself is read
at once. In French a space before : ; ? ! » or after « is made unbreakable.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final, NamedTuple

NO_BREAK: Final = "\u00a0"

UNSEEN_SUFFIX: Final = "#unseen"
"""The suffix of a key's words for an unknown amount."""

_GAME_SECTION: Final = "at"
"""The section of what has another name at one game."""
_SIMILAR_GAMES: Final = {"holdem-tournament": "poker-room"}
"""Games at which things are called as at another one."""


class WordsError(LookupError):
    """Words are missing: a language, a key, a placeholder or the value that goes into one."""


class Template(NamedTuple):
    """A phrase in the singular and in the plural, and the names of its placeholders."""

    singular: str
    plural: str
    placeholders: frozenset[str]


class TemplateTable(dict[str, Template | None]):
    """The templates of a language, at a table of `game`, by their keys; None where there is none.

    To look one up raises WordsError if its section is malformed.
    """

    def __init__(self, language: str, game: str | None) -> None:
        super().__init__()
        self._language, self._game = language, _similar_game(game)
        self._sections = _section_sources(language)

    def __missing__(self, key: str) -> Template | None:
        game_template = (
            None
            if self._game is None
            else self._template_in(_GAME_SECTION, f"{_GAME_SECTION}.{self._game}.{key}")
        )
        template = self[key] = game_template or self._template_in(key.partition(".")[0], key)
        return template

    def load_all(self) -> None:
        """Take every section apart now."""
        for section in self._sections:
            _section_templates(self._language, section)

    def _template_in(self, section: str, key: str) -> Template | None:
        return (
            _section_templates(self._language, section).get(key)
            if section in self._sections
            else None
        )


def read_templates(language: str, game: str | None = None) -> Mapping[str, Template]:
    """Return all templates of a language, at a table of `game`, by their keys.

    Raises WordsError on a malformed one.
    """
    sections = (_section_templates(language, name) for name in _section_sources(language))
    templates, game_prefix = (
        {key: section[key] for section in sections for key in section},
        f"{_GAME_SECTION}.{_similar_game(game)}.",
    )
    return {
        **templates,
        **{
            full_key.removeprefix(game_prefix): templates[full_key]
            for full_key in templates
            if full_key.startswith(game_prefix)
        },
    }


def _similar_game(game: str | None) -> str | None:
    return game and _SIMILAR_GAMES.get(game, game)


@cache
def _section_sources(language: str) -> Mapping[str, str]:
    """Return the source of each section, by its name."""
    sources: dict[str, str] = {}
    _, *tables = re.split(r"^\[(?=([\w-]+))", _words_source(language), flags=re.MULTILINE)
    for name, table in zip(tables[::2], tables[1::2], strict=True):
        sources[name] = sources.get(name, "") + "[" + table
    return sources


def _section_templates(language: str, name: str) -> Mapping[str, Template]:
    return _parsed_templates(_section_sources(language)[name], language)


def _words_source(language: str) -> str:
    return (files("firmware") / "words" / f"{language}.toml").read_text(encoding="utf-8")


@cache
def _parsed_templates(source: str, language: str) -> Mapping[str, Template]:
    typeset = _with_hard_spaces(source) if language == "fr" else source
    phrases = _walk_phrases("", tomllib.loads(typeset))
    return {key: _make_template(key, singular, plural) for key, singular, plural in phrases}


def _walk_phrases(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    for name, value in table.items():
        match value:
            case {"known": known_form, "unseen": unseen_form}:
                yield from _walk_phrases(
                    prefix, {name: known_form, name + UNSEEN_SUFFIX: unseen_form}
                )
            case {"one": str(singular), "other": str(plural)}:
                yield prefix + name, singular, plural
            case dict():
                yield from _walk_phrases(f"{prefix}{name}.", value)
            case str():
                yield prefix + name, value, value
            case _:
                raise WordsError(f"{prefix}{name} holds no words")


def _make_template(key: str, singular: str, plural: str) -> Template:
    try:
        placeholders = (
            _placeholders(singular)
            if singular == plural
            else _placeholders(singular) | _placeholders(plural)
        )
    except ValueError as error:
        raise WordsError(f"{key}: {error}") from None
    return Template(singular, plural, placeholders)


def _placeholders(phrase: str) -> frozenset[str]:
    placeholders = set()
    for _, name, format_spec, conversion in Formatter().parse(phrase):
        if name is None:
            continue
        if not name.isidentifier() or format_spec or conversion:
            raise ValueError(f"a placeholder is a bare name: {phrase!r}")
        placeholders.add(name)
    return frozenset(placeholders)


def _with_hard_spaces(phrases: str) -> str:
    return re.sub(r" (?=[:;?!»])|(?<=«) ", NO_BREAK, phrases)
