"""The house's limits on bets: amounts (3, 9), shared places (29), late entry (10)."""

from collections.abc import Mapping, Set
from typing import Literal, NamedTuple, Protocol

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Bettor, Stack
from firmware.core.vocabulary.rulings import base_name, named


class BetLimits(msgspec.Struct, frozen=True):
    """The minimum and the maximum of one bet of one spot."""

    min_cents: Cents
    max_cents: Cents


class Total(NamedTuple):
    """The limits on all that one player has on some bets together (72)."""

    name: str
    bets: Set[str]
    """Without argument."""
    limits: BetLimits
    article: str


LateEntry = Literal["allow", "refuse", "minimum"]


class Refusal(NamedTuple):
    """The reason for which a bet is illegal, and its article."""

    why: Text
    article: str


class House(NamedTuple):
    """The house's terms for a bet."""

    limits: Mapping[str, BetLimits]
    late_entry: LateEntry
    one_bettor_article: str | None
    together_article: str
    """The article by which one limit holds all who bet at a place."""
    faithful: Set[Bettor] | None
    """Who was in every game of this shoe; None before the first."""
    first: Set[Bettor] | None
    """Who was in the first game of this shoe; None before it."""


class Laid(Protocol):
    """One bettor's chips at a place, among those of others."""

    @property
    def stack(self) -> Stack:
        """The place and the bettor."""
        ...

    @property
    def cents(self) -> Cents:
        """The worth of the chips."""
        ...

    @property
    def shared(self) -> bool:
        """Whether another bettor came to this spot before him (29)."""
        ...

    @property
    def below(self) -> Cents:
        """The total that others laid at this place before him: one limit applies to all (16)."""
        ...


def refusal(laid: Laid, house: House) -> Refusal | None:
    """Return why these chips are not a legal bet, None if they are."""
    spot = laid.stack[0].spot
    if house.one_bettor_article and laid.shared:
        return Refusal(Text("why.two_players", {"spot": spot}), house.one_bettor_article)
    if house.late_entry == "refuse" and _missed(laid.stack, house.faithful):
        return Refusal(Text("why.late_entry", {"spot": spot}), "10")
    newcomer = house.late_entry == "minimum" and _missed(laid.stack, house.first)
    return _outside(laid, house, only_minimum=newcomer)


def _missed(stack: Stack, present: Set[Bettor] | None) -> bool:
    (spot, _), who = stack
    return present is not None and (spot, who) not in present


def _outside(laid: Laid, house: House, *, only_minimum: bool) -> Refusal | None:
    limits = house.limits.get(base_name(laid.stack[0].on))
    if limits is None:
        return None
    if laid.cents < limits.min_cents:
        return Refusal(_limit("why.limit_low", laid, limits.min_cents), "9")
    if only_minimum and laid.cents + laid.below > limits.min_cents:
        return Refusal(_limit("why.newcomer", laid, limits.min_cents), "10")
    if laid.cents + laid.below <= limits.max_cents:
        return None
    if laid.below:
        why = _limit("why.limit_together", laid, limits.max_cents, article=house.together_article)
        return Refusal(why, house.together_article)
    return Refusal(_limit("why.limit_high", laid, limits.max_cents), "9")


def _limit(key: str, laid: Laid, limit: Cents, **more: str) -> Text:
    amounts = {"cents": laid.cents, "below_cents": laid.below, "limit_cents": limit}
    return Text(key, {**named(laid.stack[0]), **amounts, **more})
