"""Words: the table's texts, in French or in English, from `firmware/words/`.

A file holds templates by key, `prompt.place_bets`; a placeholder is `{name}` and nothing more.
What has another name at one game is under `at.GAME`, `at.casino-war.bet.tie`. A
template with a `one` and an `other` form is chosen by its value `count`; one with a `known` and an
`unseen` form, by whether an amount in it is unknown. Money is grouped and joined to its sign by
U+00A0, the no-break space of one ordinary width that every display font has. In French a space
before : ; ? ! » or after « is made unbreakable when the file is loaded.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final, NamedTuple

from firmware.core.table.felt import NOBODY
from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import Text

LANGUAGES: Final = ("fr", "en")
"""French is first: it is the default."""

NO_BREAK: Final = "\u00a0"

UNSEEN: Final = "#unseen"
"""The suffix of a key's words for an unknown amount."""


class WordsError(LookupError):
    """Words are missing: a language, a key, a placeholder or the value that goes into one."""


class Manner(NamedTuple):
    """A language's notation of amounts and shares, and its counts that take the singular."""

    before: str
    thousands: str
    decimal: str
    after: str
    percent: str
    one: range


MANNERS: Final[Mapping[str, Manner]] = {
    "fr": Manner("", NO_BREAK, ",", f"{NO_BREAK}$", f"{NO_BREAK}%", range(2)),
    "en": Manner("$", ",", ".", "", "%", range(1, 2)),
}


class Template(NamedTuple):
    """A phrase in the singular and in the plural, and the names of its placeholders."""

    one: str
    other: str
    names: frozenset[str]


class Words:
    """The words of one language, at a table of one game or at any."""

    def __init__(self, language: str, game: str | None = None) -> None:
        self.language, self.game = language, game
        self._templates = _templates(language, game)
        self._manner = MANNERS[language]

    @classmethod
    def load(cls, language: str = LANGUAGES[0], game: str | None = None) -> "Words":
        """Read the words of a language, at a table of `game`, once a process.

        Raises WordsError on a malformed one.
        """
        if language not in LANGUAGES:
            raise WordsError(f"no words in {language!r}: {', '.join(LANGUAGES)}")
        return cls(language, game)

    def at(self, game: str) -> "Words":
        """Return the words of the same language at a table of `game`."""
        return Words.load(self.language, game)

    def knows(self, key: str) -> bool:
        """Return whether there are words under `key`."""
        return key in self._templates

    def say(self, text: Text) -> str:
        """Return the words of `text`. Raises WordsError on an unknown key or a missing value.

        A nested text is rendered first. An int is money under `cents` or a name that ends in
        `_cents`, and an ordinal under `index`. A str is odds under `odds`, a key or a door by its
        name under `key` and `door`, and cards by their names, "AS TD", under `card`, `player` and
        `banker`. Under a name that ends in `_ratio` it is a share, "n/d". The spot of unread chips
        is a dash.
        """
        template = self._template(self._form(text))
        missing = template.names - text.values.keys()
        if missing:
            raise WordsError(f"{text.key} needs {', '.join(sorted(missing))}")
        count = text.values.get("count")
        form = template.one if count in self._manner.one else template.other
        return form.format_map({name: self._value(name, text) for name in template.names})

    def money(self, cents: int) -> str:
        """Return whole `cents` as dollars: `1 234,50 $` or `$1,234.50`; a dash if unknown."""
        if cents == UNCOUNTED:
            return "–"
        manner = self._manner
        dollars, rest = divmod(abs(cents), 100)
        grouped = f"{dollars:,}".replace(",", manner.thousands)
        sign = "-" if cents < 0 else ""
        return f"{sign}{manner.before}{grouped}{manner.decimal}{rest:02}{manner.after}"

    def ratio(self, ratio: Fraction) -> str:
        """Return a fraction, and as per cent rounded down: `13/27 (48,14 %)`, `13/27 (48.14%)`."""
        whole, rest = divmod(int(ratio * 10_000), 100)
        manner = self._manner
        percent = f"{whole}{manner.decimal}{rest:02}{manner.percent}"
        return f"{ratio.numerator}/{ratio.denominator} ({percent})"

    def card(self, card: Card) -> str:
        """Return a card as its face shows it: `10♥`, `V♣` for a Québec jack."""
        rank = self._templates.get(f"rank.{card.rank}")
        suit = self._template(f"suit.{card.suit}").one if card.suit else ""
        return (rank.one if rank else card.rank) + suit

    def _form(self, text: Text) -> str:
        """Return the key of the words, or of their form for an unknown amount."""
        unseen = text.key + UNSEEN
        masked = UNCOUNTED in text.values.values() and unseen in self._templates
        return unseen if masked else text.key

    def _template(self, key: str) -> Template:
        try:
            return self._templates[key]
        except KeyError:
            raise WordsError(f"no words for {key!r} in {self.language}") from None

    def _value(self, name: str, text: Text) -> str:
        value = text.values[name]
        if name == "spot" and value in (NOBODY, str(NOBODY)):
            return "–"
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, str):
            return self._text(name, value)
        if name == "cents" or name.endswith("_cents"):
            return self.money(value)
        return self._template(f"ordinal.{value}").one if name == "index" else str(value)

    def _text(self, name: str, value: str) -> str:
        if name in ("card", "player", "banker"):
            return " ".join(self._card_named(word) for word in value.split()) or "–"
        if name in ("key", "door"):
            return self._template(f"ui.{name}.{value}").one
        if name.endswith("_ratio"):
            return self.ratio(Fraction(value))
        if name == "odds":
            win, _, stake = value.partition(":")
            return self.say(Text("odds.said", {"win": win, "stake": stake}))
        return value

    def _card_named(self, name: str) -> str:
        return self.card(CARDS[name]) if name in CARDS else name


def read_templates(language: str, game: str | None = None) -> Mapping[str, Template]:
    """Return the templates of a language, at a table of `game`, by their keys.

    Raises WordsError on a malformed one.
    """
    if game is not None:
        every, own = _templates(language), f"at.{game}."
        return {**every, **{k.removeprefix(own): every[k] for k in every if k.startswith(own)}}
    source = (files("firmware") / "words" / f"{language}.toml").read_text(encoding="utf-8")
    typeset = _unbreakable(source) if language == "fr" else source
    phrases = _phrases("", tomllib.loads(typeset))
    return {key: _template(key, one, other) for key, one, other in phrases}


@cache
def _templates(language: str, game: str | None = None) -> Mapping[str, Template]:
    return read_templates(language, game)


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
