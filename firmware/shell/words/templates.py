"""The templates of a language, file by file: a file is read at the first use of one of its words.

A space before : ; ? ! » or after « is made unbreakable: only French has some there.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Final, NamedTuple, TypeVar

from firmware.shell.words.languages import written_language
from firmware.shell.words.word_files import FILES, file_content, file_of

NO_BREAK: Final = "\u00a0"

LANGUAGE_PREFIX: Final = "language."
"""Begins the keys of how a language writes numbers and times."""
UNSEEN_SUFFIX: Final = "#unseen"
"""The suffix of a key's words for an unknown amount."""

UNCITED_KEY: Final = "uncited"
"""Among the words of a house: its articles are not those in the program's sentences."""
_NUMBER: Final = r"(?:004 )?\d{1,3}(?:\.\d+)?(?: \(\d+\))?"
_CITATION: Final = re.compile(
    rf"\s\((?:articles? |artigos? )?{_NUMBER}(?:(?:, | and | et | e ){_NUMBER})*\)"
)
"""Articles of the regulation in brackets, as a sentence of the program cites them."""

_NO_PLACEHOLDERS: Final[frozenset[str]] = frozenset()
"""One for all phrases: Python makes a new empty set each time, of 216 octets."""

GAME_PREFIX: Final = "at."
"""Begins the keys of words that differ at one game."""
_SIMILAR_GAMES: Final = {"holdem-tournament": "poker-room"}
"""Games at which things are called as at another game, where they have no word of their own."""


NO_PHRASES: Final[Mapping[str, str]] = {}
Phrase = TypeVar("Phrase")


class WordsError(LookupError):
    """Words are missing: a language, a key, a placeholder or the value that goes into one."""


class Template(NamedTuple):
    """A phrase in the singular and in the plural, and the names of its placeholders."""

    singular: str
    plural: str
    placeholders: frozenset[str]


class TemplateTable(dict[str, Template | None]):
    """The templates of a language, at a table of `game`, by their keys; None for an unknown key.

    The `house_phrases` go before the program's. A look-up raises WordsError if the key's file can't
    be used.
    """

    def __init__(
        self, language: str, game: str | None, house_phrases: Mapping[str, str] = NO_PHRASES
    ) -> None:
        super().__init__()
        self._language, self._games = language, _games_of_words(game)
        own_phrases = at_game(house_phrases, game)
        self._is_uncited = UNCITED_KEY in own_phrases
        for key, phrase in own_phrases.items():
            self[key] = make_template(key, phrase)

    def __missing__(self, key: str) -> Template | None:
        own_templates = (self._template_in(f"{GAME_PREFIX}{game}.{key}") for game in self._games)
        template = next(filter(None, own_templates), None) or self._template_in(key)
        if template is not None and self._is_uncited:
            singular, plural = uncited(template.singular), uncited(template.plural)
            template = Template(singular, plural, template.placeholders)
        self[key] = template
        return template

    def _template_in(self, key: str) -> Template | None:
        file = file_of(key)
        return None if file is None else file_templates(self._language, file).get(key)


def uncited(phrase: str) -> str:
    """Return a phrase without the articles that it cites in brackets."""
    return _CITATION.sub("", phrase)


def read_templates(language: str, game: str | None = None) -> Mapping[str, Template]:
    """Return all templates of a language, at a table of `game`, by their keys.

    Raises WordsError on a file that can't be used.
    """
    templates: dict[str, Template] = {}
    for file in FILES:
        templates |= file_templates(language, file)
    return at_game(templates, game)


def at_game(by_key: Mapping[str, Phrase], game: str | None) -> dict[str, Phrase]:
    """Return phrases by their keys, those that differ at a table of `game` in the others' place."""
    differing: dict[str, Phrase] = {}
    for game_of_words in reversed(_games_of_words(game)):
        prefix = f"{GAME_PREFIX}{game_of_words}."
        differing |= {
            key.removeprefix(prefix): phrase
            for key, phrase in by_key.items()
            if key.startswith(prefix)
        }
    return {**by_key, **differing}


def _games_of_words(game: str | None) -> tuple[str, ...]:
    """Return the games whose own words hold at a table of `game`, the first one's before others."""
    return tuple(filter(None, (game, _SIMILAR_GAMES.get(game or ""))))


@cache
def file_templates(language: str, file: str) -> Mapping[str, Template]:
    """Return the templates of a file by their keys, which stay in memory; the stand-in's if the
    language has no such file. Raises WordsError.
    """
    writer = written_language(language, file)
    return (
        read_file_templates(language, file) if writer == language else file_templates(writer, file)
    )


def read_file_templates(language: str, file: str) -> Mapping[str, Template]:
    """Return the templates of a file by their keys. Raises WordsError if one can't be used."""
    phrases = file_phrases(language, file)
    return {key: make_template(key, phrase) for key, phrase in phrases}


def file_phrases(language: str, file: str) -> Iterator[tuple[str, object]]:
    """Yield the keys of a file, each with its phrase: a text, or a singular and a plural.

    Raises WordsError if there is no such file, or if it is no TOML.
    """
    try:
        content = file_content(language, file)
        tables = tomllib.loads(_with_hard_spaces(content))
    except (OSError, ValueError) as error:
        raise WordsError(str(error)) from None
    yield from _walk_phrases("", tables)


def _walk_phrases(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        match value:
            case {"known": known_form, "unseen": unseen_form}:
                forms = {name: known_form, name + UNSEEN_SUFFIX: unseen_form}
                yield from _walk_phrases(prefix, forms)
            case {"one": str(), "other": str()}:
                yield prefix + name, value
            case dict():
                yield from _walk_phrases(f"{prefix}{name}.", value)
            case _:
                yield prefix + name, value


def make_template(key: str, phrase: object) -> Template:
    """Return the template of a phrase. Raises WordsError if it is none."""
    match phrase:
        case str():
            singular = plural = phrase
        case {"one": str(singular), "other": str(plural)}:
            pass
        case _:
            raise WordsError(f"{key} holds no words")
    try:
        placeholders = _placeholders(singular)
        if plural != singular:
            placeholders |= _placeholders(plural)
    except ValueError as error:
        raise WordsError(f"{key}: {error}") from None
    return Template(singular, plural, placeholders)


def _placeholders(phrase: str) -> frozenset[str]:
    if "{" not in phrase and "}" not in phrase:  # most phrases; parsing one takes ten times as long
        return _NO_PLACEHOLDERS
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
