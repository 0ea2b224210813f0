"""How a language writes amounts, shares and counts: its `language.toml`, and a house's currency."""

from functools import cache
from typing import NamedTuple

from firmware.shell.words.house_words import Currency
from firmware.shell.words.templates import NO_BREAK, WordsError, file_templates


class NumberFormat(NamedTuple):
    """A language's notation of amounts and shares, and its counts that take the singular."""

    currency_before: str
    currency_after: str
    thousands_separator: str
    decimal_separator: str
    percent_before: str
    percent_after: str
    singular_counts: tuple[str, ...]
    decimals: int = 2

    def with_currency(self, currency: Currency | None) -> "NumberFormat":
        """Return the same notation with another currency, joined by a space behind an amount."""
        if currency is None:
            return self
        return self._replace(
            currency_before=currency.sign if currency.before else "",
            currency_after="" if currency.before else NO_BREAK + currency.sign,
            decimals=currency.decimals,
        )


@cache
def number_format(language: str) -> NumberFormat:
    """Return the notation of a language. Raises WordsError if its file can't be used."""
    currency_before, _, currency_after = _phrase(language, "language.money").partition("{amount}")
    percent_before, _, percent_after = _phrase(language, "language.percent").partition("{number}")
    return NumberFormat(
        currency_before,
        currency_after,
        _phrase(language, "language.thousands"),
        _phrase(language, "language.decimal"),
        percent_before,
        percent_after,
        tuple(_phrase(language, "language.singular").split()),
    )


def _phrase(language: str, key: str) -> str:
    template = file_templates(language, "language").get(key)
    if template is None:
        raise WordsError(f"no words for {key!r} in {language}")
    return template.singular
