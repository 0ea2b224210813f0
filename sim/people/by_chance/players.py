"""The players of a simulated table: their spots, and their bets."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Final, NamedTuple

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import base_name
from sim.people.layout import BEHIND, Layout

SITS_OUT: Final = 0.3
BETS_BESIDES: Final = 0.12
FAITHFUL: Final = 0.75
STANDS_BEHIND: Final = 0.05
"""How often a player skips a round, lays a bet besides his first ones, keeps to his favourite
bets, and has someone behind him where the game allows that."""
MOST_UNITS: Final = 6
"""How many of his chips a player lays on a bet, at most."""
TIE: Final = "tie"
"""A bet that players lay beside another, in any game that has it."""


class Stake(NamedTuple):
    """Chips that somebody lays on a place."""

    place: Place
    cents: Cents
    bettor: str | None = None


Way = Mapping[str, int]
"""A way to come into a round: bets, each so many times a unit."""


class Guests(ABC):
    """A player at every spot. Their bets are legal, except for `mistake`."""

    def __init__(self, layout: Layout, chance: Random) -> None:
        self._layout = layout
        self._chance = chance
        self._spots = range(1, layout.spots + 1)

    def stakes(self, bank: int | None = None) -> list[Stake]:
        """Return the bets of this round, in the order of laying.

        Who is the bank bets nothing.
        """
        chance = self._chance
        seats = [spot for spot in self._spots if spot != bank]
        spots = [spot for spot in seats if chance.random() > SITS_OUT] or [chance.choice(seats)]
        stakes = [stake for spot in spots for stake in self._bets_of(spot)]
        chance.shuffle(stakes)
        return stakes

    @abstractmethod
    def mistake(self, standing: Sequence[Stake]) -> Stake:
        """Return a bet that the table must refuse, beside those that were laid."""

    @abstractmethod
    def _bets_of(self, spot: int) -> list[Stake]:
        """Return one player's bets."""

    def late(self, decided: Collection[Place]) -> Stake:
        """Return chips laid too late, at a bet that is not settled yet."""
        bets = self._layout.limited
        places = [Place(spot, on) for spot in self._spots for on in bets]
        place = self._chance.choice([place for place in places if place not in decided])
        return Stake(place, self._layout.limits_of(place.on).min_cents)


class Players(Guests):
    """Players at spots of their own, in games that deal to each; each always bets."""

    def __init__(self, layout: Layout, chance: Random) -> None:
        super().__init__(layout, chance)
        self._ways = list(_ways(layout))
        self._seats = {spot: self._sit_down() for spot in self._spots}

    def mistake(self, standing: Sequence[Stake]) -> Stake:
        """Return a bet that is too low, too high, or on another's spot."""
        layout, lying = self._layout, {stake.place for stake in standing}
        stake = self._chance.choice([s for s in standing if s.place.on in layout.limited])
        limits = layout.limits_of(stake.place.on)
        smallest = layout.denominations[-1]
        free = [on for on in layout.limited if Place(stake.place.spot, on) not in lying]
        match self._chance.randrange(3):
            case 0 if free and limits.min_cents > smallest:
                least = layout.limits_of(free[0]).min_cents
                return Stake(Place(stake.place.spot, free[0]), Cents(least - smallest))
            case 1 if layout.game.ONE_BETTOR_A_SPOT:
                return Stake(stake.place, limits.min_cents, BEHIND)
        return Stake(stake.place, limits.max_cents, stake.bettor)

    def _sit_down(self) -> "_Seat":
        limits = [self._layout.limits_of(on) for on in self._layout.limited]
        least = max(limit.min_cents for limit in limits)
        most = min(limit.max_cents for limit in limits) // max(map(_units, self._ways))
        units = [value for value in self._layout.denominations if least <= value <= most]
        unit = self._chance.choice(units[-3:] or [least])
        return _Seat(unit, min(MOST_UNITS, most // unit), self._chance.choice(self._ways))

    def _bets_of(self, spot: int) -> list[Stake]:
        seat, chance = self._seats[spot], self._chance
        way = seat.favourite if chance.random() < FAITHFUL else chance.choice(self._ways)
        unit = Cents(seat.unit * chance.randint(1, seat.most))
        laid = {on: self._cents(on, unit * times) for on, times in way.items()}
        for on in self._besides(way):
            more = {**laid, on: self._cents(on, seat.unit)}
            if chance.random() < BETS_BESIDES and self._layout.stands(more):
                laid = more
        stakes = [Stake(Place(spot, on), cents) for on, cents in laid.items()]
        return stakes + self._behind([stake for stake in stakes if stake.place.on in way])

    def _besides(self, way: Way) -> list[str]:
        """Return the possible side bets: none that could be a player's only bet."""
        alike = set(map(base_name, way))
        rivals = {on for other in self._ways for on in other if base_name(on) not in alike}
        return [on for on in self._layout.bets if on not in rivals | way.keys()]

    def _behind(self, stakes: Sequence[Stake]) -> list[Stake]:
        alone = self._layout.game.ONE_BETTOR_A_SPOT is not None
        if alone or self._chance.random() >= STANDS_BEHIND:
            return []
        return [stake._replace(bettor=BEHIND) for stake in stakes]

    def _cents(self, on: str, cents: int) -> Cents:
        limits = self._layout.limits_of(on)
        return Cents(max(limits.min_cents, min(cents, limits.max_cents)))


class _Seat(NamedTuple):
    unit: Cents
    most: int
    """How many units he lays at most."""
    favourite: Way


def _ways(layout: Layout) -> Iterable[Way]:
    """Yield the ways to come in, with no bet that could be left away."""
    side = {*layout.game.SIDE_BETS, *layout.game.HIDDEN_SIDE_BETS, TIE}
    first = [on for on in layout.bets if base_name(on) not in side]
    counts = product((0, 1, 2), repeat=len(first))
    ways = [{on: n for on, n in zip(first, times, strict=True) if n} for times in counts]
    fit = [way for way in ways if 1 in way.values() and _stands(layout, way)]
    return (way for way in fit if not any(other.keys() < way.keys() for other in fit))


def _stands(layout: Layout, way: Way) -> bool:
    least = max(layout.limits_of(on).min_cents for on in way)
    return layout.stands({on: Cents(least * times) for on, times in way.items()})


def _units(way: Way) -> int:
    return max(way.values())
