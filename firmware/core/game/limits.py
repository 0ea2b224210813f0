"""The house's limits on bets: amounts (3, 9), shared places (29), late entry (10)."""

from collections.abc import Mapping, Set
from typing import Literal, NamedTuple, Protocol

import msgspec

from firmware.core.vocabulary.bets import base_bet_name, place_values
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Bettor, Stack


class BetLimits(msgspec.Struct, frozen=True):
    """The minimum and the maximum of one bet of one spot."""

    min_cents: Cents
    max_cents: Cents

    def by_step(self, step_cents: Cents) -> "BetLimits":
        """Return the least and the greatest multiple of the step; these limits if none fits."""
        least_cents = -(-self.min_cents // step_cents) * step_cents
        most_cents = self.max_cents // step_cents * step_cents
        return (
            BetLimits(Cents(least_cents), Cents(most_cents)) if least_cents <= most_cents else self
        )


class TotalLimit(NamedTuple):
    """The limits on the total of one player's stakes on several bets (72)."""

    words: str
    """The message key of its name."""
    bets: Set[str]
    """Without argument."""
    limits: BetLimits
    article: str


LateEntry = Literal["allow", "refuse", "minimum"]


class BetRefusal(NamedTuple):
    """The reason for which a bet is illegal, and its article."""

    why: Text
    article: str


class HouseTerms(NamedTuple):
    """The house's terms for a bet."""

    limits: Mapping[str, BetLimits]
    late_entry: LateEntry
    sole_bettor_article: str | None
    together_article: str
    """The article by which one limit holds all who bet at a place."""
    limit_article: str
    late_entry_article: str
    every_round_bettors: Set[Bettor] | None
    """Who was in every game of this shoe; None before the first."""
    first_round_bettors: Set[Bettor] | None
    """Who was in the first game of this shoe; None before it."""


class LaidChips(Protocol):
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
    def step_cents(self) -> Cents:
        """The amount of which all chips there are a multiple."""
        ...

    @property
    def is_shared(self) -> bool:
        """Whether another bettor came to this spot before him (29)."""
        ...

    @property
    def earlier_cents(self) -> Cents:
        """The total that others laid at this place before him: one limit applies to all (16)."""
        ...


def limit_refusal(laid_chips: LaidChips, house_terms: HouseTerms) -> BetRefusal | None:
    """Return why these chips are not a legal bet, None if they are."""
    spot = laid_chips.stack[0].spot
    if house_terms.sole_bettor_article is not None and laid_chips.is_shared:
        return BetRefusal(Text("why.two_players", {"spot": spot}), house_terms.sole_bettor_article)
    if house_terms.late_entry == "refuse" and _was_absent(
        laid_chips.stack, house_terms.every_round_bettors
    ):
        return BetRefusal(Text("why.late_entry", {"spot": spot}), house_terms.late_entry_article)
    newcomer = house_terms.late_entry == "minimum" and _was_absent(
        laid_chips.stack, house_terms.first_round_bettors
    )
    return _range_refusal(laid_chips, house_terms, only_minimum=newcomer)


def _was_absent(stack: Stack, bettors_present: Set[Bettor] | None) -> bool:
    (spot, _), bettor_name = stack
    return bettors_present is not None and (spot, bettor_name) not in bettors_present


def _range_refusal(
    laid_chips: LaidChips, house_terms: HouseTerms, *, only_minimum: bool
) -> BetRefusal | None:
    bet_limits = house_terms.limits.get(base_bet_name(laid_chips.stack[0].on))
    if bet_limits is None:
        return None
    limits = bet_limits.by_step(laid_chips.step_cents)
    # the minimum holds each bettor alone, the maximum all at the place together (16)
    if laid_chips.cents < limits.min_cents:
        return BetRefusal(
            _limit_words("why.limit_low", laid_chips, limits.min_cents), house_terms.limit_article
        )
    if only_minimum and laid_chips.cents + laid_chips.earlier_cents > limits.min_cents:
        return BetRefusal(
            _limit_words(
                "why.newcomer",
                laid_chips,
                limits.min_cents,
                article=house_terms.late_entry_article,
            ),
            house_terms.late_entry_article,
        )
    if laid_chips.cents + laid_chips.earlier_cents <= limits.max_cents:
        return None
    if laid_chips.earlier_cents:
        why = _limit_words(
            "why.limit_together", laid_chips, limits.max_cents, article=house_terms.together_article
        )
        return BetRefusal(why, house_terms.together_article)
    return BetRefusal(
        _limit_words("why.limit_high", laid_chips, limits.max_cents), house_terms.limit_article
    )


def _limit_words(key: str, laid_chips: LaidChips, limit: Cents, **more_values: str) -> Text:
    amounts = {
        "cents": laid_chips.cents,
        "below_cents": laid_chips.earlier_cents,
        "limit_cents": limit,
    }
    return Text(key, {**place_values(laid_chips.stack[0]), **amounts, **more_values})
