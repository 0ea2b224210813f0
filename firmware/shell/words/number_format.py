"""How amounts, shares and counts are written: by a language's `language.toml`, and the currency of
the house in place of the dollar.
"""

import re
from typing import Final, NamedTuple

from firmware.core.vocabulary.money import UNCOUNTED
from firmware.shell.words.templates import TemplateTable, WordsError

_TYPED_AMOUNT: Final = re.compile(
    r"(?P<sign>[+-]?)\s?(?P<units>[0-9]{1,3}(?:[\s,][0-9]{3}){1,4}|[0-9]{1,12})(?:[.,](?P<part>[0-9]+))?"
)
_DOUBTFUL_GROUP: Final = 3
"""With so many decimals `1,234` may be two amounts."""


class NumberFormat(NamedTuple):
    """A notation of amounts and shares, and the counts that take the singular."""

    currency_before: str
    currency_after: str
    thousands_separator: str
    decimal_separator: str
    percent_before: str
    percent_after: str
    singular_counts: tuple[str, ...]
    decimals: int

    def number(self, plain_number: str) -> str:
        """Return a number, given as `1,234.5`."""
        return plain_number.translate(
            {ord(","): self.thousands_separator, ord("."): self.decimal_separator}
        )

    def percent(self, plain_number: str) -> str:
        """Return such a number as per cent."""
        return f"{self.percent_before}{self.number(plain_number)}{self.percent_after}"

    def money(self, cents: int, *, short: bool = False, bare: bool = False) -> str:
        """Return an amount, a dash if it is unknown; a `short` one has no decimals if they are
        zero, a `bare` one no sign of the currency.
        """
        if cents == UNCOUNTED:
            return "–"
        units, part = divmod(abs(cents) * self._units_in_a_cent, self.unit)
        has_part = self.decimals > 0 and (part or not short)
        amount = self.number(f"{units:,}" + (f".{part:0{self.decimals}}" if has_part else ""))
        sign = "-" if cents < 0 else ""
        return f"{sign}{amount}" if bare else f"{sign}{self._with_currency(amount)}"

    def parsed_money(self, typed: str) -> int | None:
        """Return an amount that a person has typed, `5`, `-2.50`, `+1 234,00 $`, in cents; None of
        any other text, or of one that may be two amounts.
        """
        currency_sign = (self.currency_before + self.currency_after).strip()
        figures = typed.replace(currency_sign, "", 1).strip() if currency_sign else typed.strip()
        if self.decimals == _DOUBTFUL_GROUP and self.decimal_separator == ",":
            figures = figures.replace(",", ".")
        matched = _TYPED_AMOUNT.fullmatch(figures)
        places = max(0, self.decimals)
        if matched is None or len(matched["part"] or "") not in (0, places):
            return None
        if self.decimals == _DOUBTFUL_GROUP and "," in matched["units"] and not matched["part"]:
            return None
        units = "".join(filter(str.isdecimal, matched["units"]))
        amount = int(units + (matched["part"] or "0" * places))
        cents, rest = divmod(amount, self._units_in_a_cent)
        if rest:
            return None
        return -cents if matched["sign"] == "-" else cents

    @property
    def unit(self) -> int:
        """How many cents a unit of the currency has; 1 where a cent is worth several units."""
        return int(10 ** max(0, self.decimals))

    @property
    def _units_in_a_cent(self) -> int:
        return int(10 ** max(0, -self.decimals))

    def _with_currency(self, amount: str) -> str:
        return f"{self.currency_before}{amount}{self.currency_after}"


def number_format(templates: TemplateTable, *, chips: bool = False) -> NumberFormat:
    """Return the notation of a language at a house; of a tournament's `chips`, which are no money.

    Raises WordsError if the language's file can't be used.
    """
    money = "{amount}" if chips else _phrase(templates, "language.money")
    currency_before, _, currency_after = money.partition("{amount}")
    percent_before, _, percent_after = _phrase(templates, "language.percent").partition("{number}")
    return NumberFormat(
        currency_before,
        currency_after,
        _phrase(templates, "language.thousands"),
        _phrase(templates, "language.decimal"),
        percent_before,
        percent_after,
        tuple(_phrase(templates, "language.singular").split()),
        0 if chips else int(_phrase(templates, "language.decimals")),
    )


def _phrase(templates: TemplateTable, key: str) -> str:
    template = templates[key]
    if template is None:
        raise WordsError(f"no words for {key!r}")
    return template.singular
