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

UNSEEN: Final = "#unseen"
"""The suffix of a key's words for an unknown amount."""

_AT: Final = "at"
"""The section of what has another name at one game."""
_LIKE: Final = {"holdem-tournament": "poker-room"}
"""Games at which things are called as at another one."""


class WordsError(LookupError):
    """Words are missing: a language, a key, a placeholder or the value that goes into one."""


class Template(NamedTuple):
    """A phrase in the singular and in the plural, and the names of its placeholders."""

    one: str
    other: str
    names: frozenset[str]


class Templates(dict[str, Template | None]):
    """The templates of a language, at a table of `game`, by their keys; None where there is none.

    To look one up raises WordsError if its section is malformed.
    """

    def __init__(self, language: str, game: str | None) -> None:
        super().__init__()
        self._language, self._game = language, _like(game)
        self._sections = _sections(language)

    def __missing__(self, key: str) -> Template | None:
        own = None if self._game is None else self._written(_AT, f"{_AT}.{self._game}.{key}")
        found = self[key] = own or self._written(key.partition(".")[0], key)
        return found

    def take_apart(self) -> None:
        """Take every section apart now."""
        for section in self._sections:
            _section(self._language, section)

    def _written(self, section: str, key: str) -> Template | None:
        return _section(self._language, section).get(key) if section in self._sections else None


def read_templates(language: str, game: str | None = None) -> Mapping[str, Template]:
    """Return all templates of a language, at a table of `game`, by their keys.

    Raises WordsError on a malformed one.
    """
    sections = (_section(language, name) for name in _sections(language))
    every, own = {key: of[key] for of in sections for key in of}, f"{_AT}.{_like(game)}."
    return {**every, **{k.removeprefix(own): every[k] for k in every if k.startswith(own)}}


def _like(game: str | None) -> str | None:
    return game and _LIKE.get(game, game)


@cache
def _sections(language: str) -> Mapping[str, str]:
    """Return the source of each section, by its name."""
    sources: dict[str, str] = {}
    _, *tables = re.split(r"^\[(?=([\w-]+))", _source(language), flags=re.MULTILINE)
    for name, table in zip(tables[::2], tables[1::2], strict=True):
        sources[name] = sources.get(name, "") + "[" + table
    return sources


def _section(language: str, name: str) -> Mapping[str, Template]:
    return _taken_apart(_sections(language)[name], language)


def _source(language: str) -> str:
    return (files("firmware") / "words" / f"{language}.toml").read_text(encoding="utf-8")


@cache
def _taken_apart(source: str, language: str) -> Mapping[str, Template]:
    typeset = _unbreakable(source) if language == "fr" else source
    phrases = _phrases("", tomllib.loads(typeset))
    return {key: _template(key, one, other) for key, one, other in phrases}


def _phrases(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    for name, value in table.items():
        match value:
            case {"known": known, "unseen": unseen}:
                yield from _phrases(prefix, {name: known, name + UNSEEN: unseen})
            case {"one": str(one), "other": str(other)}:
                yield prefix + name, one, other
            case dict():
                yield from _phrases(f"{prefix}{name}.", value)
            case str():
                yield prefix + name, value, value
            case _:
                raise WordsError(f"{prefix}{name} holds no words")


def _template(key: str, one: str, other: str) -> Template:
    try:
        names = _names(one) if one == other else _names(one) | _names(other)
    except ValueError as error:
        raise WordsError(f"{key}: {error}") from None
    return Template(one, other, names)


def _names(phrase: str) -> frozenset[str]:
    found = set()
    for _, name, form, conversion in Formatter().parse(phrase):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"a placeholder is a bare name: {phrase!r}")
        found.add(name)
    return frozenset(found)


def _unbreakable(phrases: str) -> str:
    return re.sub(r" (?=[:;?!»])|(?<=«) ", NO_BREAK, phrases)
