"""The players of a layout that all share: each has chips of a colour of his own."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place
from sim.people.by_chance.players import Stake, TablePlayers
from sim.people.layout import TableLayout

MAX_BETS_AT_ONCE: Final = 4
MAX_BETS_IN_ALL: Final = 7
"""How many bets a player lays before one result, and how many he has at most."""
MAX_CHIPS: Final = 3
"""How many of his chips he lays on a bet: all players' must be read in one pile."""
MAX_TRIES: Final = 4
"""How often he looks for a bet that may be laid now."""
BET_WEIGHTS: Final[Mapping[str, int]] = {
    "straight": 6,
    "split": 4,
    "corner": 3,
    "red": 2,
    "black": 2,
    "pass": 12,
    "pass_odds": 8,
    "come": 8,
    "come_odds": 8,
    "place": 8,
    "field": 4,
    "sum": 3,
    "single": 4,
    "small": 3,
    "big": 3,
}
"""Weights of the popular bets; any other bet weighs 1."""


class LayoutBettors(TablePlayers):
    """Each lays some bets at random, inside and outside, as the table's limits permit."""

    def __init__(self, layout: TableLayout, random_source: Random) -> None:
        super().__init__(layout, random_source)
        self._bets_by_base: dict[str, list[str]] = {}
        for bet_name in layout.game.BETS:
            self._bets_by_base.setdefault(base_bet_name(bet_name), []).append(bet_name)
        self._unit_by_spot = (
            {spot: self._choose_unit() for spot in self._spot_numbers} if layout.limits else {}
        )

    def mistaken_stake(self, laid_stakes: Sequence[Stake]) -> Stake:
        """Return chips that make a bet too high."""
        stake = self._random_source.choice(laid_stakes)
        return stake._replace(cents=self._layout.limits_of(stake.place.on).max_cents)

    def _choose_unit(self) -> Cents:
        lowest_limit = max(bet_limits.min_cents for bet_limits in self._layout.limits.values())
        units = [
            chip_value for chip_value in self._layout.denominations if chip_value >= lowest_limit
        ]
        return self._random_source.choice(units[-3:] or [lowest_limit])

    def _player_stakes(self, spot: int) -> list[Stake]:
        carried_amounts = {place: cents for (place, _), cents in self._layout.game.carried.items()}
        laid_amounts: dict[Place, Cents] = {
            place: NO_CENTS for place in carried_amounts if place.spot == spot
        }
        bets_left = min(MAX_BETS_AT_ONCE, MAX_BETS_IN_ALL - len(laid_amounts))
        stakes = []
        for _ in range(self._random_source.randint(0, bets_left) if bets_left > 0 else 0):
            stake = self._choose_stake(spot)
            if stake is not None and stake.place not in laid_amounts:
                laid_amounts[stake.place] = stake.cents
                stakes.append(stake)
        return stakes

    def _choose_stake(self, spot: int) -> Stake | None:
        """Return a bet that may be laid now, if one is soon found."""
        names = list(self._bets_by_base)
        weights = [BET_WEIGHTS.get(name, 1) for name in names]
        for name in self._random_source.choices(names, weights, k=MAX_TRIES):
            place = Place(spot, self._random_source.choice(self._bets_by_base[name]))
            cents = self._choose_amount(place)
            if cents is not None:
                return Stake(place, cents)
        return None

    def _choose_amount(self, place: Place) -> Cents | None:
        """Return the possible amount at a place, in the player's units."""
        limits, unit_cents = self._layout.limits_of(place.on), self._unit_by_spot[place.spot]
        chip_counts = self._random_source.sample(range(1, MAX_CHIPS + 1), MAX_CHIPS)
        amounts = (Cents(unit_cents * count) for count in chip_counts)
        return next((cents for cents in amounts if self._may_lay(place, cents, limits)), None)

    def _may_lay(self, place: Place, cents: Cents, limits: BetLimits) -> bool:
        is_within = limits.min_cents <= cents <= limits.max_cents
        return is_within and self._layout.game.chips_refusal((place, None), cents) is None
