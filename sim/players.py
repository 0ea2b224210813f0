"""The players of a simulated table: who sits where, and what they bet."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from firmware.core.counting import Amounts
from firmware.core.events import Place
from firmware.core.limits import BetLimits
from firmware.core.money import Cents, in_chips

SITS_OUT: Final = 0.3
BETS_TIE: Final = 0.12
FAITHFUL: Final = 0.75
"""How often a player skips a round, bets on a tie besides, and keeps to his favourite hand."""
BEHIND: Final = "B"
"""Someone who stands behind a player."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What is known of the table before it opens. Denominations fall."""

    spots: int
    limits: Mapping[str, BetLimits]
    denominations: tuple[Cents, ...]
    decks: int
    amounts: Amounts = "read"


class Stake(NamedTuple):
    """Chips that somebody lays on a place."""

    place: Place
    cents: Cents
    bettor: str | None = None


class Players:
    """A player at every spot. What they bet is right, except for `mistake`."""

    def __init__(self, layout: Layout, chance: Random) -> None:
        self._layout = layout
        self._chance = chance
        self._seats = {spot: self._sit_down() for spot in range(1, layout.spots + 1)}

    def stakes(self) -> list[Stake]:
        """Return what is bet this round, in the order in which it is laid; never nothing."""
        chance = self._chance
        spots = [spot for spot in self._seats if chance.random() > SITS_OUT]
        stakes = [self._hand(spot) for spot in spots or [chance.choice(list(self._seats))]]
        if "tie" in self._layout.limits:
            ties = [self._tie(spot) for spot in spots if chance.random() < BETS_TIE]
            stakes += ties
        chance.shuffle(stakes)
        return stakes

    def mistake(self, standing: list[Stake]) -> Stake:
        """Return a bet that the table must refuse: too low, too high, or on another's spot."""
        stake = self._chance.choice(standing)
        limits = self._layout.limits[stake.place.on]
        smallest = self._layout.denominations[-1]
        free = {Place(stake.place.spot, on) for on in self._layout.limits} - {
            other.place for other in standing
        }
        match self._chance.randrange(3):
            case 0 if free and limits.min_cents > smallest:
                place = min(free)
                least = self._layout.limits[place.on].min_cents
                return Stake(place, Cents(least - smallest))
            case 1:
                return Stake(stake.place, limits.max_cents)
        return Stake(stake.place, limits.min_cents, BEHIND)

    def late(self) -> Stake:
        """Return chips that somebody lays too late."""
        on = self._chance.choice(list(self._layout.limits))
        spot = self._chance.choice(list(self._seats))
        return Stake(Place(spot, on), self._layout.limits[on].min_cents)

    def _sit_down(self) -> "_Seat":
        least = max(limits.min_cents for limits in self._layout.limits.values())
        units = [value for value in self._layout.denominations if value >= least] or [least]
        unit = self._chance.choice(units[-3:])
        return _Seat(unit, self._chance.choice(_hands(self._layout)))

    def _hand(self, spot: int) -> Stake:
        seat = self._seats[spot]
        faithful = self._chance.random() < FAITHFUL
        on = seat.favourite if faithful else self._chance.choice(_hands(self._layout))
        return Stake(Place(spot, on), self._chips(on, seat.unit * self._chance.randint(1, 6)))

    def _tie(self, spot: int) -> Stake:
        least = self._layout.limits["tie"].min_cents
        return Stake(Place(spot, "tie"), self._chips("tie", least * self._chance.randint(1, 4)))

    def _chips(self, on: str, cents: int) -> Cents:
        """Return an amount near `cents` that chips make up, if they can make up the least."""
        limits = self._layout.limits[on]
        chips = in_chips(Cents(min(limits.max_cents, cents)), self._layout.denominations)
        return Cents(max(limits.min_cents, sum(value * count for value, count in chips)))


class _Seat(NamedTuple):
    unit: Cents
    favourite: str


def _hands(layout: Layout) -> list[str]:
    return [on for on in layout.limits if on != "tie"]
