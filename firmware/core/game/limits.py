"""Which bets the house may not take: limits (3, 9), shared places (29), late entry (10)."""

from collections.abc import Mapping, Set
from typing import Literal, NamedTuple

import msgspec

from firmware.core.table.felt import Felt
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import base_name, bet_name


class BetLimits(msgspec.Struct, frozen=True):
    """The least and the most that may lie on one bet of one spot."""

    min_cents: Cents
    max_cents: Cents


LateEntry = Literal["allow", "refuse", "minimum"]


class Refusal(NamedTuple):
    """Why a bet can't stand, and by which article."""

    why: Text
    article: str


class House(NamedTuple):
    """What the house holds a bet against."""

    limits: Mapping[str, BetLimits]
    late_entry: LateEntry
    one_bettor_article: str | None
    faithful: Set[int] | None
    """The spots that were in every game of this shoe; None before the first."""
    first: Set[int] | None
    """The spots that were in the first game of this shoe; None before it."""


def refusal(felt: Felt, stack: Stack, cents: Cents, house: House) -> Refusal | None:
    """Return why `cents` of this bettor's at this place can't stand, None if they can."""
    (place, _) = stack
    if house.one_bettor_article and felt.shared(stack):
        return Refusal(Text("why.two_players", {"spot": place.spot}), house.one_bettor_article)
    if house.late_entry == "refuse" and _missed(place.spot, house.faithful):
        return Refusal(Text("why.late_entry", {"spot": place.spot}), "10")
    newcomer = house.late_entry == "minimum" and _missed(place.spot, house.first)
    return _outside(stack, cents, house, felt, only_minimum=newcomer)


def _missed(spot: int, present: Set[int] | None) -> bool:
    return present is not None and spot not in present


def _outside(
    stack: Stack, cents: Cents, house: House, felt: Felt, *, only_minimum: bool
) -> Refusal | None:
    place = stack[0]
    limits = house.limits.get(base_name(place.on))
    if limits is None:
        return None
    if cents < limits.min_cents:
        return Refusal(_limit("why.limit_low", stack, cents, limits.min_cents), "9")
    most = limits.min_cents if only_minimum else limits.max_cents
    if cents + felt.ridden(stack) > most:
        article = "10" if only_minimum else "9"
        return Refusal(_limit("why.limit_high", stack, cents, most), article)
    return None


def _limit(key: str, stack: Stack, cents: Cents, limit: Cents) -> Text:
    place = stack[0]
    on = bet_name(place.on)
    return Text(key, {"spot": place.spot, "on": on, "cents": cents, "limit_cents": limit})
