"""The dealer's unfinished key entry."""

from typing import Final

import msgspec

from firmware.core.table.card_picker import CardEntry
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.instruments import KeyedResult
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Bettor, Place


class ColourPricing(msgspec.Struct, frozen=True):
    """A spot whose colour chips get a price, and the price keyed so far (70)."""

    spot: int
    cents: Cents = NO_CENTS


class KeyEntry(msgspec.Struct, frozen=True):
    """The dealer's unfinished key entry."""

    entering: CardEntry | None = None
    """The card that is being named."""
    low: tuple[Card, ...] = ()
    """The cards named so far of a hand that is being set."""
    keying: Place | None = None
    """The place chosen to key an amount at."""
    pricing: ColourPricing | None = None
    focus: int | None = None
    """The spot chosen to key a decision of."""
    keyed: KeyedResult = KeyedResult()
    """The digits keyed so far of a result."""
    keyed_at: int = 0
    amount: Cents = NO_CENTS
    """The amount keyed so far at a poker table."""
    recalled: int = 0
    """The street of a disputed game of poker that is on the display, from 1; 0 if none is."""
    mucking: int | None = None
    """The spot of an all-in hand whose muck must be keyed again."""
    debtor: Bettor | None = None
    """The player chosen to pay the commissions that are marked at his seat."""
    no_roll: tuple[int, int] | None = None
    """When the last coup nul was keyed, and its case of 95.3; 0 if none is chosen."""


NO_KEY_ENTRY: Final = KeyEntry()
