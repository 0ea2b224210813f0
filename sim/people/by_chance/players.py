"""The players of a simulated table: their spots, and their bets."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from math import lcm
from random import Random
from typing import Final, NamedTuple

from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from sim.people.layout import BACK_BETTOR, TableLayout

SIT_OUT_PROBABILITY: Final = 0.3
SIDE_BET_PROBABILITY: Final = 0.12
FAVOURITE_PROBABILITY: Final = 0.75
BACK_BET_PROBABILITY: Final = 0.05
"""The probabilities that a player skips a round, adds a side bet, repeats his favourite bets, and
has a back bettor if the game allows one."""
MAX_UNITS: Final = 6
"""How many of his chips a player lays on a bet, at most."""
TIE_BET: Final = "tie"
"""A bet that players add to another one, in any game that has it."""


class Stake(NamedTuple):
    """Chips that somebody lays on a place."""

    place: Place
    cents: Cents
    bettor: str | None = None


BetPattern = Mapping[str, int]
"""A way to come into a round: bets, each so many times a unit."""


class TablePlayers(ABC):
    """A player at every spot. Their bets are legal, except for `mistake`."""

    def __init__(self, layout: TableLayout, random_source: Random) -> None:
        self._layout = layout
        self._random_source = random_source
        self._spot_numbers = range(1, layout.spots + 1)

    def stakes(self, bank_spot: int | None = None) -> list[Stake]:
        """Return the bets of this round, in the order of laying.

        Who is the bank bets nothing.
        """
        random_source = self._random_source
        seat_numbers = [spot for spot in self._spot_numbers if spot != bank_spot]
        # Somebody must bet, or the round never begins.
        spots = [spot for spot in seat_numbers if random_source.random() > SIT_OUT_PROBABILITY] or [
            random_source.choice(seat_numbers)
        ]
        stakes = [stake for spot in spots for stake in self._player_stakes(spot)]
        random_source.shuffle(stakes)
        return stakes

    @abstractmethod
    def mistaken_stake(self, laid_stakes: Sequence[Stake]) -> Stake:
        """Return a bet that the table must refuse, given the bets that are on the felt."""

    @abstractmethod
    def _player_stakes(self, spot: int) -> list[Stake]:
        """Return one player's bets."""

    def late_stake(self, settled_places: Collection[Place]) -> Stake:
        """Return chips laid too late, at a bet that is not settled yet."""
        limited_bets = self._layout.limited_bets
        places = [Place(spot, bet_name) for spot in self._spot_numbers for bet_name in limited_bets]
        place = self._random_source.choice(
            [place for place in places if place not in settled_places]
        )
        return Stake(place, self._layout.limits_of(place.on).min_cents)


class SpotPlayers(TablePlayers):
    """Players at spots of their own, in games that deal to each; each always bets."""

    def __init__(
        self,
        layout: TableLayout,
        random_source: Random,
        side_bet_probability: float = SIDE_BET_PROBABILITY,
    ) -> None:
        super().__init__(layout, random_source)
        self._side_bet_probability = side_bet_probability
        self._bet_patterns = list(_bet_patterns(layout))
        self._betting_styles = {spot: self._choose_style() for spot in self._spot_numbers}

    def mistaken_stake(self, laid_stakes: Sequence[Stake]) -> Stake:
        """Return a bet that is too low, too high, or on another's spot."""
        layout, staked_places = self._layout, {stake.place for stake in laid_stakes}
        stake = self._random_source.choice(
            [laid_stake for laid_stake in laid_stakes if laid_stake.place.on in layout.limited_bets]
        )
        limits = layout.limits_of(stake.place.on)
        smallest_chip = layout.denominations[-1]
        free_bets = [
            bet_name
            for bet_name in layout.limited_bets
            if Place(stake.place.spot, bet_name) not in staked_places
        ]
        match self._random_source.randrange(3):
            case 0 if free_bets and limits.min_cents > smallest_chip:
                lowest_limit = layout.limits_of(free_bets[0]).min_cents
                return Stake(
                    Place(stake.place.spot, free_bets[0]), Cents(lowest_limit - smallest_chip)
                )
            case 1 if layout.game.SOLE_BETTOR_ARTICLE:
                return Stake(stake.place, limits.min_cents, BACK_BETTOR)
        return Stake(stake.place, limits.max_cents, stake.bettor)

    def _choose_style(self) -> "_BettingStyle":
        limits = [self._layout.limits_of(bet_name) for bet_name in self._layout.limited_bets]
        lowest_limit = max(bet_limits.min_cents for bet_limits in limits)
        highest_unit = min(bet_limits.max_cents for bet_limits in limits) // max(
            map(_largest_multiple, self._bet_patterns)
        )
        # of which every bet is a multiple that the table's chips can pay
        step = lcm(*map(self._layout.game.bet_step, self._layout.limited_bets))
        units = [
            Cents(-(-chip_value // step) * step)
            for chip_value in self._layout.denominations
            if lowest_limit <= chip_value
        ]
        possible_units = [unit_cents for unit_cents in units if unit_cents <= highest_unit]
        # Denominations fall: these are the three smallest.
        unit_cents = self._random_source.choice(
            possible_units[-3:] or [Cents(-(-lowest_limit // step) * step)]
        )
        return _BettingStyle(
            unit_cents,
            max(1, min(MAX_UNITS, highest_unit // unit_cents)),
            self._random_source.choice(self._bet_patterns),
        )

    def _player_stakes(self, spot: int) -> list[Stake]:
        style, random_source = self._betting_styles[spot], self._random_source
        bet_pattern = (
            style.favourite
            if random_source.random() < FAVOURITE_PROBABILITY
            else random_source.choice(self._bet_patterns)
        )
        unit_cents = Cents(style.unit_cents * random_source.randint(1, style.unit_limit))
        laid_amounts = {
            bet_name: self._within_limits(bet_name, unit_cents * multiples)
            for bet_name, multiples in bet_pattern.items()
        }
        for bet_name in self._side_bets(bet_pattern):
            amounts_with_side = {
                **laid_amounts,
                bet_name: self._within_limits(bet_name, style.unit_cents),
            }
            if random_source.random() < self._side_bet_probability and self._layout.is_legal(
                amounts_with_side
            ):
                laid_amounts = amounts_with_side
        stakes = [Stake(Place(spot, bet_name), cents) for bet_name, cents in laid_amounts.items()]
        return stakes + self._back_bets(
            [stake for stake in stakes if stake.place.on in bet_pattern]
        )

    def _side_bets(self, bet_pattern: BetPattern) -> list[str]:
        """Return the possible side bets: none that could be a player's only bet."""
        base_names = set(map(base_bet_name, bet_pattern))
        main_bets = {
            bet_name
            for entry_pattern in self._bet_patterns
            for bet_name in entry_pattern
            if base_bet_name(bet_name) not in base_names
        }
        return [
            bet_name
            for bet_name in self._layout.opening_bets
            if bet_name not in main_bets | bet_pattern.keys()
        ]

    def _back_bets(self, stakes: Sequence[Stake]) -> list[Stake]:
        single_bettor = self._layout.game.SOLE_BETTOR_ARTICLE is not None
        if single_bettor or self._random_source.random() >= BACK_BET_PROBABILITY:
            return []
        return [stake._replace(bettor=BACK_BETTOR) for stake in stakes]

    def _within_limits(self, bet_name: str, cents: int) -> Cents:
        limits, step = self._layout.limits_of(bet_name), self._layout.game.bet_step(bet_name)
        highest_cents = min(cents, limits.max_cents) // step * step
        return Cents(max(-(-limits.min_cents // step) * step, highest_cents))


class _BettingStyle(NamedTuple):
    unit_cents: Cents
    unit_limit: int
    """How many units he lays at most."""
    favourite: BetPattern


def _bet_patterns(layout: TableLayout) -> Iterable[BetPattern]:
    """Yield the ways to come in, with no bet that could be left away."""
    side_bets = {*layout.game.SIDE_BETS, *layout.game.HIDDEN_SIDE_BETS, TIE_BET}
    main_bets = [
        bet_name for bet_name in layout.opening_bets if base_bet_name(bet_name) not in side_bets
    ]
    # Two units, since a game may demand that one bet is twice another.
    multiple_sets = product((0, 1, 2), repeat=len(main_bets))
    bet_patterns = [
        {
            bet_name: multiple
            for bet_name, multiple in zip(main_bets, multiples, strict=True)
            if multiple
        }
        for multiples in multiple_sets
    ]
    legal_patterns = [
        bet_pattern
        for bet_pattern in bet_patterns
        if 1 in bet_pattern.values() and _is_legal_pattern(layout, bet_pattern)
    ]
    return (
        bet_pattern
        for bet_pattern in legal_patterns
        if not any(
            smaller_pattern.keys() < bet_pattern.keys() for smaller_pattern in legal_patterns
        )
    )


def _is_legal_pattern(layout: TableLayout, bet_pattern: BetPattern) -> bool:
    lowest_limit = max(layout.limits_of(bet_name).min_cents for bet_name in bet_pattern)
    return layout.is_legal(
        {bet_name: Cents(lowest_limit * multiples) for bet_name, multiples in bet_pattern.items()}
    )


def _largest_multiple(bet_pattern: BetPattern) -> int:
    return max(bet_pattern.values())
