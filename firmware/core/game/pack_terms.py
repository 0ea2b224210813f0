"""The terms of a rule pack, each with its article: packs of cards, odds, commissions, stakes,
seats, pay tables, options and maxima.
"""

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Final, Literal

import msgspec

from firmware.core.vocabulary.money import Cents, Direction, Odds

HAND: Final = "hand"
"""All that one player is paid at one spot in a round."""
ROUND: Final = "round"
"""All that a table pays in a round."""
TOTALS: Final = (HAND, ROUND)


class PackChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many packs a game may be dealt from."""

    least: int
    most: int
    usual: int
    article: str
    only: tuple[int, ...] = ()
    """The numbers allowed, if not all in between."""

    @property
    def allowed(self) -> Iterable[int]:
        """Every number allowed."""
        return self.only or range(self.least, self.most + 1)


class BetOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payment of a winning bet, and its article."""

    odds: Odds
    article: str


class CommissionShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A commission as a rule pack writes it; `percent` may have decimals."""

    percent: int | float
    step_cents: Cents = Cents(1)
    article: str = ""
    when: Literal["placed", "won"] = "placed"
    """Whether a bet owes it in any case, or only if it wins."""
    rounding: Direction = "up"
    """How the stake is rounded to a multiple of the step, and the share to the cent."""
    none: bool = False
    """Whether there is none, though the pack that this one extends has one."""

    @property
    def ratio(self) -> Odds:
        """The share as whole numbers, 9 to 200 for 4.5 per cent."""
        whole, parts = Fraction(str(self.percent)).as_integer_ratio()
        return Odds(whole, parts * 100)


class FixedStake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stake of one amount."""

    cents: Cents
    article: str


class SeatLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many spots a table may have."""

    most: int
    article: str | None = None
    """None if no article limits them: a table of this program has no more lights."""


class PayTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payment of each hand: at odds, a prize in cents, or per cent of the jackpot."""

    article: str
    odds: dict[str, Odds] = {}
    prizes: dict[str, Cents] = {}
    lot: dict[str, int] = {}

    @property
    def lines(self) -> list[str]:
        """Every hand that it names."""
        return [*self.odds, *self.prizes, *self.lot]

    def without(self, hands: Collection[str]) -> "PayTable":
        """Return the table without the lines of these hands."""
        odds = {hand: odds for hand, odds in self.odds.items() if hand not in hands}
        return msgspec.structs.replace(self, odds=odds)

    def pays(self, hand: str) -> bool:
        """Return whether the hand has a line."""
        return hand in self.odds or hand in self.prizes or hand in self.lot


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a game that a rule pack allows, and what a table has that doesn't set it."""

    allowed: list[str | int | bool]
    usual: str | int | bool
    article: str = ""


class PayoutLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The most that is paid for a bet, a hand or a round."""

    cents: Cents | None = None
    """At every table, which may have less; None if each table may have one."""
    article: str = ""


class StakeMultiple(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The most of a bet, as a multiple of another stake of the same player, by the point."""

    times_of: str
    by_point: dict[str, int]
    article: str = ""
