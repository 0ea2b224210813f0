"""The words of a house in place of the program's, and its currency."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.templates import TemplateTable, WordsError, make_template


class Currency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sign of money, on which side of an amount it is, and how many decimals an amount has.

    `cents` are the hundredths, or the part of one that the decimals name.
    """

    code: str
    sign: str
    before: bool
    decimals: int = 2

    def __post_init__(self) -> None:
        if self.decimals not in (0, 2, 3):
            raise ValueError("decimals: 0, 2, 3")
        if not self.sign or len(self.sign) > 4 or not self.sign.isprintable():
            raise ValueError("sign: 1–4")


class HouseWords(NamedTuple):
    """The words of a house."""

    phrases: Mapping[str, Mapping[str, str]] = {}
    """By language and message key."""
    currency: Currency | None = None
    """None for the dollar, as each language writes it."""


NO_HOUSE = HouseWords()


def phrase_faults(phrases: Mapping[str, Mapping[str, str]]) -> Iterator[Text]:
    """Yield the phrases of a house that the program could not speak, with their places: of a key
    that it doesn't have, or with placeholders that its own words have not.
    """
    for language, own_phrases in phrases.items():
        for key, phrase in own_phrases.items():
            fault = _phrase_fault(language, key, phrase)
            if fault is not None:
                yield Text("pack.in_bet", {"where": f"{language}.{key}", "what": fault})


def _phrase_fault(language: str, key: str, phrase: str) -> Text | None:
    try:
        known = TemplateTable(language, None)[key]
        if known is None:
            return Text("pack.word_unknown")
        is_speakable = make_template(key, phrase).placeholders <= known.placeholders
    except WordsError:
        is_speakable = False
    names = ", ".join(f"{{{name}}}" for name in sorted(known.placeholders)) if known else ""
    return None if is_speakable else Text("pack.word_values", {"names": names or "–"})
