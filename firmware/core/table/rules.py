"""The house's settings for a table."""

from typing import Final, Literal

import msgspec

from firmware.core.game.limits import BetLimits, LateEntry
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents

IMPLAUSIBLE_CENTS: Final = Cents(9_999_999_999)
"""The default for the largest total payment of a round without a check by two persons."""

PaymentRule = Literal["noted", "seen"]
"""Whether a payment that no reader sees is noted, or must be confirmed by the supervisor."""


class TableRules(msgspec.Struct, frozen=True):
    """The options of a table that don't depend on its game."""

    spots: int = 7
    seats: tuple[str, ...] = ()
    """The names of the spots, from the dealer's left; empty if they are their numbers."""
    limits: dict[str, BetLimits] = {}
    late_entry: LateEntry = "allow"
    """Article 10: who was not in every game of this shoe may be refused; who was not in the first
    may be held to the minimum."""
    sensed: bool = True
    """Whether places have presence sensors, in addition to the source of the amounts."""
    amounts: Amounts = Amounts.READ
    keys: tuple[Key, ...] = ()
    """The keys that not every table has."""
    denominations: tuple[Cents, ...] = ()
    simulated: bool = True
    tournament: bool = False
    """Whether chips have no value, which the displays show (126)."""
    implausible: Cents = IMPLAUSIBLE_CENTS
    payments: PaymentRule = "noted"
