"""The bets of one player whom a drill asks about, as chance has them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from sim.people.by_chance.bettors import BET_WEIGHTS
from sim.people.by_chance.players import SpotPlayers, Stake
from sim.people.layout import TableLayout

SPOT: Final = 1
SIDE_BET_PROBABILITY: Final = 0.5
MOST_UNITS: Final = 12
"""How many of his units a player lays on a bet, at most."""
MOST_BETS: Final = 4
TRIES: Final = 16
NEAR_PROBABILITY: Final = 0.75
"""How often a bet is one on the favourite symbol, if there is such a bet."""


def spot_stakes(game: Game, chance: Random, unit: Cents) -> Sequence[Stake]:
    """Return the bets before a deal: multiples of a unit, with side bets now and then."""
    limits = BetLimits(unit, Cents(unit * MOST_UNITS))
    bets = dict.fromkeys(map(base_bet_name, game.BETS), limits)
    layout = TableLayout(SPOT, bets, (unit,), game)
    return SpotPlayers(layout, chance, SIDE_BET_PROBABILITY).stakes()


def layout_stakes(game: Game, chance: Random, unit: Cents, favourite: str) -> Sequence[Stake]:
    """Return bets on one layout that may be laid now, many of them on a favourite symbol."""
    stakes: dict[Place, Stake] = {}
    bet_count = chance.randint(1, MOST_BETS)
    for bet in _drawn_bets(game, chance, favourite):
        place, cents = Place(SPOT, bet), Cents(unit * chance.randint(1, MOST_UNITS))
        is_new = (place, None) not in game.carried
        if is_new and game.chips_refusal((place, None), cents) is None:
            stakes[place] = Stake(place, cents)
        if len(stakes) == bet_count:
            break
    return list(stakes.values())


def _drawn_bets(game: Game, chance: Random, favourite: str) -> Iterator[str]:
    by_base: dict[str, list[str]] = {}
    for bet in game.BETS:
        by_base.setdefault(base_bet_name(bet), []).append(bet)
    weights = [BET_WEIGHTS.get(name, 1) for name in by_base]
    for base_bet in chance.choices(list(by_base), weights, k=TRIES):
        bets = by_base[base_bet]
        near = [bet for bet in bets if favourite in bet.partition(":")[2].split(",")]
        yield chance.choice(near if near and chance.random() < NEAR_PROBABILITY else bets)
