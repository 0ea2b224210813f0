"""The players of a layout that all share: they are told apart by their chips."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import base_name
from sim.people.by_chance.players import Guests, Stake
from sim.people.layout import Layout

MOST_AT_ONCE: Final = 4
MOST_IN_ALL: Final = 7
"""How many bets a player lays before one result, and how many he has at most."""
MOST_CHIPS: Final = 3
"""How many of his chips he lays on a bet: all players' must be read in one pile."""
TRIES: Final = 4
"""How often he looks for a bet that may be laid now."""
OFTEN: Final[Mapping[str, int]] = {
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
"""How much liked some bets are beside the others."""


class Bettors(Guests):
    """Each lays some bets at random, inside and outside, as the table's limits permit."""

    def __init__(self, layout: Layout, chance: Random) -> None:
        super().__init__(layout, chance)
        self._places: dict[str, list[str]] = {}
        for on in layout.game.BETS:
            self._places.setdefault(base_name(on), []).append(on)
        self._units = {spot: self._unit() for spot in self._spots} if layout.limits else {}

    def mistake(self, standing: Sequence[Stake]) -> Stake:
        """Return chips that make a bet too high."""
        stake = self._chance.choice(standing)
        return stake._replace(cents=self._layout.limits_of(stake.place.on).max_cents)

    def _unit(self) -> Cents:
        least = max(limits.min_cents for limits in self._layout.limits.values())
        units = [value for value in self._layout.denominations if value >= least]
        return self._chance.choice(units[-3:] or [least])

    def _bets_of(self, spot: int) -> list[Stake]:
        standing = {place: cents for (place, _), cents in self._layout.game.carried.items()}
        laid: dict[Place, Cents] = {place: NOTHING for place in standing if place.spot == spot}
        room = min(MOST_AT_ONCE, MOST_IN_ALL - len(laid))
        stakes = []
        for _ in range(self._chance.randint(0, room) if room > 0 else 0):
            stake = self._stake(spot)
            if stake is not None and stake.place not in laid:
                laid[stake.place] = stake.cents
                stakes.append(stake)
        return stakes

    def _stake(self, spot: int) -> Stake | None:
        """Return a bet that may be laid now, if one is soon found."""
        names = list(self._places)
        weights = [OFTEN.get(name, 1) for name in names]
        for name in self._chance.choices(names, weights, k=TRIES):
            place = Place(spot, self._chance.choice(self._places[name]))
            cents = self._amount(place)
            if cents is not None:
                return Stake(place, cents)
        return None

    def _amount(self, place: Place) -> Cents | None:
        """Return the possible amount at a place, in the player's units."""
        limits, unit = self._layout.limits_of(place.on), self._units[place.spot]
        counts = self._chance.sample(range(1, MOST_CHIPS + 1), MOST_CHIPS)
        amounts = (Cents(unit * count) for count in counts)
        return next((cents for cents in amounts if self._may_lie(place, cents, limits)), None)

    def _may_lie(self, place: Place, cents: Cents, limits: BetLimits) -> bool:
        within = limits.min_cents <= cents <= limits.max_cents
        return within and self._layout.game.refuses((place, None), cents) is None
