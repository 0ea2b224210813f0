"""What a house says otherwise than the program: words of the trade, its currency."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec


class Currency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sign of money, on which side of an amount it is, and how many decimals an amount has.

    `cents` are the hundredths, or whatever part of one the decimals say.
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
