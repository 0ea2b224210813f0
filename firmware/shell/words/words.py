"""Words: the table's texts, in French or in English, from `firmware/words/`.

A file holds templates by key, `prompt.place_bets`; a placeholder is `{name}` and nothing more.
What has another name at one game is under `at.GAME`, `at.casino-war.bet.tie`. A
template with a `one` and an `other` form is chosen by its value `count`; one with a `known` and an
`unseen` form, by whether an amount in it is unknown. Money is grouped and joined to its sign by
U+00A0, the no-break space of one ordinary width that every display font has.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from firmware.core.table.felt import NOBODY
from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.templates import NO_BREAK, UNSEEN, Template, Templates, WordsError

_NO_SPOT: Final = (NOBODY, str(NOBODY))

LANGUAGES: Final = ("fr", "en")
"""French is first: it is the default."""


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


class Words:
    """The words of one language, at a table of one game or at any.

    At a tournament amounts are `chips` without value.
    """

    def __init__(self, language: str, game: str | None = None, *, chips: bool = False) -> None:
        self.language, self.game, self.chips = language, game, chips
        self._templates = Templates(language, game)
        self._manner = MANNERS[language]

    @classmethod
    def load(
        cls, language: str = LANGUAGES[0], game: str | None = None, *, chips: bool = False
    ) -> "Words":
        """Return the words of a language, at a table of `game`. Raises WordsError."""
        if language not in LANGUAGES:
            raise WordsError(f"no words in {language!r}: {', '.join(LANGUAGES)}")
        return cls(language, game, chips=chips)

    def at(self, game: str, *, chips: bool = False) -> "Words":
        """Return the words of the same language at a table of `game`."""
        return Words.load(self.language, game, chips=chips)

    def knows(self, key: str) -> bool:
        """Return whether there are words under `key`."""
        return self._templates[key] is not None

    def prepare(self) -> None:
        """Have all words ready, so that the first use of some takes no longer than others."""
        self._templates.take_apart()

    def say(self, text: Text) -> str:
        """Return the words of `text`. Raises WordsError on an unknown key or a missing value.

        A nested text is rendered first. An int is money under `cents` or a name that ends in
        `_cents`, and an ordinal under `index`. A str is odds under `odds`, a key or a door by its
        name under `key` and `door`, and cards by their names, "AS TD", under `card`, `player` and
        `banker`. Under a name that ends in `_ratio` it is a share, "n/d". The spot of unread chips
        is a dash.
        """
        values = text.values
        key = self._form(text) if UNCOUNTED in values.values() else text.key
        one, other, names = self._template(key)
        count = values.get("count")
        form = other if count is None or count not in self._manner.one else one
        if not names:
            return form
        if not names <= values.keys():
            missing = sorted(names - values.keys())
            raise WordsError(f"{text.key} needs {', '.join(missing)}")
        return form.format_map({n: self._value(n, values[n]) for n in names})

    def money(self, cents: int) -> str:
        """Return whole `cents` as dollars: `1 234,50 $` or `$1,234.50`; a dash if unknown.

        A tournament's chips are a number: `123 450`.
        """
        if cents == UNCOUNTED:
            return "–"
        if self.chips:
            return self.number(f"{cents:,}")
        manner = self._manner
        dollars, rest = divmod(abs(cents), 100)
        grouped = f"{dollars:,}".replace(",", manner.thousands)
        sign = "-" if cents < 0 else ""
        return f"{sign}{manner.before}{grouped}{manner.decimal}{rest:02}{manner.after}"

    def number(self, plain: str) -> str:
        """Return a number as the language writes it, given as `1,234.5`."""
        thousands, decimal = self._manner.thousands, self._manner.decimal
        return plain.translate({ord(","): thousands, ord("."): decimal})

    def percent(self, plain: str) -> str:
        """Return such a number as per cent."""
        return self.number(plain) + self._manner.percent

    def ratio(self, ratio: Fraction) -> str:
        """Return a fraction, and as per cent rounded down: `13/27 (48,14 %)`, `13/27 (48.14%)`."""
        whole, rest = divmod(int(ratio * 10_000), 100)
        manner = self._manner
        percent = f"{whole}{manner.decimal}{rest:02}{manner.percent}"
        return f"{ratio.numerator}/{ratio.denominator} ({percent})"

    def card(self, card: Card) -> str:
        """Return a card as its face shows it: `10♥`, `V♣` for a Québec jack."""
        suit = self._template(f"suit.{card.suit}").one if card.suit else ""
        return self.rank(card.rank) + suit

    def rank(self, rank: str) -> str:
        """Return a card's rank as its face shows it."""
        found = self._templates[f"rank.{rank}"]
        return found.one if found else rank

    def _form(self, text: Text) -> str:
        """Return the key of the words, or of their form for an unknown amount."""
        unseen = text.key + UNSEEN
        return unseen if self.knows(unseen) else text.key

    def _template(self, key: str) -> Template:
        template = self._templates[key]
        if template is None:
            raise WordsError(f"no words for {key!r} in {self.language}")
        return template

    def _value(self, name: str, value: str | int | Text) -> str:
        if name == "spot" and value in _NO_SPOT:
            return "–"
        if isinstance(value, str):
            return self._text(name, value)
        if isinstance(value, Text):
            return self.say(value)
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
