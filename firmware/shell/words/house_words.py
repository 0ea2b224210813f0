"""The words of a house in place of the program's, and its currency."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import (
    GAME_PREFIX,
    LANGUAGE_PREFIX,
    NO_BREAK,
    UNCITED_KEY,
    TemplateTable,
    WordsError,
    at_game,
    make_template,
)

HouseWords = Mapping[str, Mapping[str, str]]
"""The phrases of a house in place of the program's, by language and message key. A key under
`at.GAME` holds at that game alone; `language.money`, `.decimals` and `.currency` are its currency;
`seat.4` is the name of a table's fourth spot.
"""
NO_HOUSE: Final[HouseWords] = {}
DECIMALS: Final = (-3, -2, -1, 0, 2, 3)
CENT_DECIMALS: Final = 2
COUNTED_IN_CENTS: Final = (
    "meter.bank_held",
    "meter.handle",
    "meter.returned",
    "meter.paid",
    "meter.commission",
    "meter.held",
    "console.meter.bet",
    "recount.current",
    "recount.of",
)
"""The keys of what says that its amounts are in cents."""
_CENTS: Final = re.compile(r"\bcents\b")
SEAT_PREFIX: Final = "seat."


class Currency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sign of money, on which side of an amount it is, and how many decimals an amount has.

    `cents` are the hundredths, or the part of one that the decimals name: with -3 they are
    thousands, for a currency whose chips are of many units.
    """

    code: str
    sign: str
    before: bool
    decimals: int = 2

    def __post_init__(self) -> None:
        if self.decimals not in DECIMALS:
            raise ValueError(f"decimals: {', '.join(map(str, DECIMALS))}")
        if not 1 <= len(self.sign) <= 4 or not self.sign.isprintable() or {*self.sign} & {*"{}"}:
            raise ValueError("sign: 1–4")

    @property
    def unit(self) -> int:
        """How many cents a unit has; 1 where a cent is worth several units."""
        return int(10 ** max(0, self.decimals))

    def words(self) -> HouseWords:
        """Return how each language writes this currency instead of its own."""
        phrases = {
            "language.money": self._amount_phrase,
            "language.decimals": str(self.decimals),
            "language.currency": self.code,
        }
        return {language: phrases | self._counted_in(language) for language in LANGUAGES}

    def _counted_in(self, language: str) -> dict[str, str]:
        """Return the phrases in which amounts are counts of the smallest one, by its worth."""
        if self.decimals == CENT_DECIMALS:
            return {}
        templates = TemplateTable(language, None)
        worth = Decimal(1).scaleb(-self.decimals)
        smallest = self.code if worth == 1 else f"{worth:f} {self.code}"
        return {
            key: _CENTS.sub(smallest, template.singular)
            for key in COUNTED_IN_CENTS
            if (template := templates[key]) is not None
        }

    @property
    def _amount_phrase(self) -> str:
        if not self.before:
            return f"{{amount}}{NO_BREAK}{self.sign}"
        return f"{self.sign}{NO_BREAK if self.sign[-1].isalpha() else ''}{{amount}}"


def with_seats(house: HouseWords, names: Sequence[str]) -> HouseWords:
    """Return the words of a house at a table whose spots have these names, in their order."""
    if not names:
        return house
    seats = {f"{SEAT_PREFIX}{spot}": name for spot, name in enumerate(names, 1)}
    return {language: {**house.get(language, {}), **seats} for language in LANGUAGES}


def uncited_phrases(game: str) -> HouseWords:
    """Return the key by which the sentences of a game with its own articles cite none."""
    key = f"{GAME_PREFIX}{game}.{UNCITED_KEY}"
    return {language: {key: ""} for language in LANGUAGES}


def house_phrases(phrases: Mapping[str, str], game: str) -> dict[str, str]:
    """Return the phrases of a house at one game."""
    said = at_game(phrases, game)
    return {key: phrase for key, phrase in said.items() if not key.startswith(GAME_PREFIX)}


def phrase_faults(phrases: HouseWords) -> Iterator[Text]:
    """Yield the phrases of a house that the program could not speak, with their places: in a
    language or of a key that it doesn't have, or with placeholders that its own words have not.
    """
    for language, own_phrases in phrases.items():
        if language not in LANGUAGES:
            values = {"given": language, "names": ", ".join(LANGUAGES)}
            yield Text("pack.word_language", values)
            continue
        for key, phrase in own_phrases.items():
            fault = _phrase_fault(language, key, phrase)
            if fault is not None:
                yield Text("pack.in_bet", {"where": f"{language}.{key}", "what": fault})


def _general_key(key: str) -> str:
    """Return the key of all games for one of a single game."""
    return key.split(".", 2)[-1] if key.startswith(GAME_PREFIX) else key


def _phrase_fault(language: str, key: str, phrase: str) -> Text | None:
    try:
        templates, general_key = TemplateTable(language, None), _general_key(key)
        known = templates[key] or templates[general_key]
        if known is None or general_key.startswith(LANGUAGE_PREFIX):
            return Text("pack.word_unknown")
        is_speakable = make_template(key, phrase).placeholders <= known.placeholders
    except WordsError:
        is_speakable = False
    names = ", ".join(f"{{{name}}}" for name in sorted(known.placeholders)) if known else ""
    return None if is_speakable else Text("pack.word_values", {"names": names or "–"})
