"""Words: the table's texts in one language, from `firmware/words/LANGUAGE/`.

The files hold templates by key, `prompt.place_bets`; a placeholder is `{name}` and nothing more.
Words that differ at one game are under `at.GAME`: `at.casino-war.bet.tie`. A template with a `one`
and an `other` form is chosen by its value `count`; one with a `known` and an `unseen` form, by
whether an amount in it is unknown. Money is grouped and joined to its sign by U+00A0, the no-break
space of one ordinary width that every display font has.
"""

import re
from fractions import Fraction
from typing import Final

from firmware.core.table.felt import UNKNOWN_SPOT
from firmware.core.vocabulary.cards import CARDS_BY_NAME, Card
from firmware.core.vocabulary.labels import DOOR_LABELS, KEY_LABELS
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.number_labels import ORDINAL_WORDS, RANK_FACES, SUIT_SIGNS
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.house_words import NO_HOUSE, SEAT_PREFIX, HouseWords
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.number_format import number_format
from firmware.shell.words.templates import (
    UNSEEN_SUFFIX,
    Template,
    TemplateTable,
    WordsError,
)
from firmware.shell.words.word_faults import require_sound_words

_DECLARED_KINDS: Final = ("bet", "line")
"""What a rule pack may declare that the program has no words for."""
_UNCITED: Final = re.compile(r"\s\([^()]*\{article\}[^()]*\)")
"""The brackets with an article, in words of what has none."""
_NO_SPOT_VALUES: Final = (UNKNOWN_SPOT, str(UNKNOWN_SPOT))


class Words:
    """The words of one language, at a table of one game or at any.

    At a tournament amounts are `chips` without value.
    """

    def __init__(
        self,
        language: str,
        game: str | None = None,
        *,
        chips: bool = False,
        house: HouseWords = NO_HOUSE,
    ) -> None:
        self.language, self.game, self.chips, self.house = language, game, chips, house
        self._templates = TemplateTable(language, game, house.get(language, {}))
        self._number_format = number_format(self._templates, chips=chips)

    @classmethod
    def load(
        cls,
        language: str = LANGUAGES[0],
        game: str | None = None,
        *,
        chips: bool = False,
        house: HouseWords = NO_HOUSE,
    ) -> "Words":
        """Return the words of a language, at a table of `game`, of a house. Raises WordsError."""
        if language not in LANGUAGES:
            raise WordsError(f"no words in {language!r}: {', '.join(LANGUAGES)}")
        return cls(language, game, chips=chips, house=house)

    def for_game(self, game: str, *, chips: bool = False) -> "Words":
        """Return the words of the same language and house at a table of `game`."""
        return Words.load(self.language, game, chips=chips, house=self.house)

    def for_house(self, house: HouseWords) -> "Words":
        """Return the words of the same language and game at another house."""
        return Words.load(self.language, self.game, chips=self.chips, house=house)

    def has_key(self, key: str) -> bool:
        """Return whether there are words under `key`."""
        return self._templates[key] is not None

    def load_all(self) -> None:
        """Read all words, so that the first use of some takes no longer than others.

        Raises WordsUnfit with every fault of the files: a service calls it before it serves.
        """
        require_sound_words(LANGUAGES, self.language)

    def render(self, text: Text) -> str:
        """Return the words of `text`. Raises WordsError on an unknown key or a missing value.

        A nested text is rendered first. An int is money under `cents` or a name that ends in
        `_cents`, and an ordinal under `index`. A str is odds under `odds`, a key or a door by its
        name under `key` and `door`, and cards by their names, "AS TD", under `card`, `player` and
        `banker`. Under a name that ends in `_ratio` it is a share, "n/d". A `spot`, and those of a
        str under `spots`, have the names of this table's seats; that of unread chips is a dash.
        """
        values = text.values
        key = self._amount_key(text) if UNCOUNTED in values.values() else text.key
        singular, plural, placeholders = self._require_template(key)
        count = values.get("count")
        template = (
            plural
            if count is None or str(count) not in self._number_format.singular_counts
            else singular
        )
        # most texts have none
        if not placeholders:
            return template
        if not placeholders <= values.keys():
            missing_names = sorted(placeholders - values.keys())
            raise WordsError(f"{text.key} needs {', '.join(missing_names)}")
        if not values.get("article", True):
            template = _UNCITED.sub("", template)
        return template.format_map(
            {name: self._rendered_value(name, values[name]) for name in placeholders}
        )

    def format_money(self, cents: int) -> str:
        """Return whole `cents` in the currency: `1 234,50 $` or `$1,234.50`; a dash if unknown.

        A tournament's chips are a number: `123 450`.
        """
        return self._number_format.money(cents)

    def short_money(self, cents: int) -> str:
        """Return an amount without its decimals if they are zero."""
        return self._number_format.money(cents, short=True)

    def bare_amount(self, cents: int) -> str:
        """Return such an amount without the sign of the currency."""
        return self._number_format.money(cents, short=True, bare=True)

    def parsed_money(self, typed: str) -> int | None:
        """Return an amount that a person has typed, `-2.50` or `12,00`, in cents; None of any other
        text.
        """
        return self._number_format.parsed_money(typed)

    @property
    def money_unit(self) -> int:
        """How many cents a unit of the currency has: 100 of a dollar, 1 of a yen."""
        return self._number_format.unit

    @property
    def money_decimals(self) -> int:
        """How many decimals an amount has, 0 of a tournament's chips; below 0, how many zeros
        follow its `cents`.
        """
        return self._number_format.decimals

    def format_number(self, plain_number: str) -> str:
        """Return a number as the language writes it, given as `1,234.5`."""
        return self._number_format.number(plain_number)

    def format_percent(self, plain_number: str) -> str:
        """Return such a number as per cent."""
        return self._number_format.percent(plain_number)

    def format_ratio(self, fraction: Fraction) -> str:
        """Return a fraction, and as per cent rounded down: `13/27 (48,14 %)`, `13/27 (48.14%)`."""
        whole, hundredths = divmod(int(fraction * 10_000), 100)
        percentage = self.format_percent(f"{whole}.{hundredths:02}")
        return f"{fraction.numerator}/{fraction.denominator} ({percentage})"

    def seat_name(self, spot: int | str) -> str:
        """Return the name of a spot at this table; a hand of it, `3.2`, keeps its number."""
        number, separator, hand = str(spot).partition(".")
        name = self._templates.get(f"{SEAT_PREFIX}{number}")
        return f"{name.singular if name else number}{separator}{hand}"

    def spot_of_seat(self, typed: str) -> str:
        """Return the number of the spot with a name that a person has typed, the text itself at a
        table without names, and 0 of bets without a spot. Raises RequestFailed if no spot has it.
        """
        spots = {
            template.singular.casefold(): key.removeprefix(SEAT_PREFIX)
            for key, template in self._templates.items()
            if key.startswith(SEAT_PREFIX) and template is not None
        }
        if spots and typed.casefold() not in spots and typed not in _NO_SPOT_VALUES:
            raise RequestFailed(Text("why.no_such_seat", {"seat": typed}))
        return spots.get(typed.casefold(), typed)

    def card_face(self, card: Card) -> str:
        """Return a card as its face shows it: `10♥`, `V♣` for a Québec jack."""
        suit = self._require_template(SUIT_SIGNS[card.suit]).singular if card.suit else ""
        return self.rank_face(card.rank) + suit

    def rank_face(self, rank: str) -> str:
        """Return a card's rank as its face shows it."""
        key = RANK_FACES.get(rank)
        return rank if key is None else self._require_template(key).singular

    def _amount_key(self, text: Text) -> str:
        """Return the key of the words, or of their form for an unknown amount."""
        unseen_key = text.key + UNSEEN_SUFFIX
        return unseen_key if self.has_key(unseen_key) else text.key

    def _require_template(self, key: str) -> Template:
        template = self._templates[key]
        if template is None:
            template = _name_as_words(key)
        if template is None:
            raise WordsError(f"no words for {key!r} in {self.language}")
        return template

    def _rendered_value(self, name: str, value: str | int | Text) -> str:
        if isinstance(value, Text):
            return self.render(value)
        if name == "spot":
            return "–" if value in _NO_SPOT_VALUES else self.seat_name(value)
        if isinstance(value, str):
            return self._rendered_text(name, value)
        if name == "cents" or name.endswith("_cents"):
            return self.format_money(value)
        return (
            self._require_template(ORDINAL_WORDS[value]).singular if name == "index" else str(value)
        )

    def _rendered_text(self, name: str, value: str) -> str:
        if name in ("card", "player", "banker"):
            return " ".join(self._card_face_named(card_name) for card_name in value.split()) or "–"
        if name == "key":
            return self._require_template(KEY_LABELS.get(value, value)).singular
        if name == "door":
            return self._require_template(DOOR_LABELS.get(value, value)).singular
        if name.endswith("_ratio"):
            return self.format_ratio(Fraction(value))
        if name == "odds":
            winning_part, _, stake_part = value.partition(":")
            return self.render(Text("odds.said", {"win": winning_part, "stake": stake_part}))
        return self._seat_list(value) if name == "spots" else value

    def _seat_list(self, spots: str) -> str:
        return ", ".join(self.seat_name(spot) for spot in spots.split(", "))

    def _card_face_named(self, name: str) -> str:
        return self.card_face(CARDS_BY_NAME[name]) if name in CARDS_BY_NAME else name


def _name_as_words(key: str) -> Template | None:
    """Return the name itself of a bet or a line that a rule pack declares, for a reader who does
    not have the pack: `twenty_one_plus_3` is "Twenty one plus 3".
    """
    kind, _, name = key.partition(".")
    if kind not in _DECLARED_KINDS or not name:
        return None
    phrase = name.replace("_", " ")
    phrase = phrase[0].upper() + phrase[1:]
    return Template(phrase, phrase, frozenset())
