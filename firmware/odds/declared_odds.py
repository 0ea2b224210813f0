"""The exact odds of the bets that a rule pack declares.

Each is decided by the lines that settle it at a table. Every case of a round comes
with its probability, by the coarsest of these counts that the bet's facts allow:

    named cards     every set of so many cards of the shoe, by what the facts see of it
    instruments     every result of the wheel or the dice
    Baccara         every deal of points
    Blackjack       every hand of the dealer's, by values
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_sets import card_sets
from firmware.core.game.conditions import Facts, FactValue
from firmware.core.game.declared_bet import BetTerms
from firmware.core.game.declared_bets import DeclaredBets, declared_names
from firmware.core.game.dice_facts import dice_facts
from firmware.core.game.game import Game
from firmware.core.games.baccarat import Baccarat
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.craps.craps import Craps
from firmware.core.games.roulette.roulette import Roulette, number_facts
from firmware.core.games.sic_bo import DIE_FACES, SicBo
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.odds.baccarat_deals import RankChance, drawn_chance, round_cases
from firmware.odds.dealer_finishes import dealer_cases
from firmware.odds.figure import Chances, Figure

Cases = Iterator[tuple[Facts, Fraction]]
"""How a round may end, and how probable that is. What they lack of 1 are the rounds in which a
named card is not dealt."""

NO_STAKES: Final[Mapping[str, Cents]] = MappingProxyType({})


def declared(game: Game, stakes: Mapping[str, Cents] = NO_STAKES) -> Iterator[Figure]:
    """Yield the figure of each declared bet that has an exact one, at its stake if one is given:
    a fixed prize is worth most beside a low one.
    """
    if not isinstance(game, DeclaredBets):
        return
    for name in declared_names(game.TERMS):
        cases = _cases_of(game, game.TERMS[name])
        if cases is not None:
            stake = stakes.get(name, game.nominal_stake(name))
            yield Figure(name, profit_chances(game, name, cases(), stake), name)


def profit_chances(game: DeclaredBets, name: str, cases: Cases, stake: Cents) -> Chances:
    """Return the probability of each profit of a declared bet, for 1 of the stake."""
    chances: dict[Fraction, Fraction] = {}
    for facts, chance in _merged(cases, game.TERMS[name]):
        profit = _profit(game, Bet(Place(1, name), stake), facts)
        chances[profit] = chances.get(profit, Fraction(0)) + chance
    return chances


def _merged(cases: Cases, terms: BetTerms) -> Iterator[tuple[Facts | None, Fraction]]:
    """Yield each combination of the facts that a bet looks at once, and the undealt rounds."""
    names = sorted(terms.facts)
    chances: dict[tuple[FactValue, ...], Fraction] = {}
    for facts, chance in cases:
        values = tuple(facts[name] for name in names)
        chances[values] = chances.get(values, Fraction(0)) + chance
    for values, chance in chances.items():
        yield dict(zip(names, values, strict=True)), chance
    undealt = 1 - sum(chances.values(), Fraction(0))
    if undealt:
        yield None, undealt


def _profit(game: DeclaredBets, bet: Bet, facts: Facts | None) -> Fraction:
    game.lines = []
    game.settle_by_facts(bet, facts)
    (line,) = game.lines
    return Fraction(line.returned + line.paid - bet.cents - line.commission, bet.cents)


def _cases_of(game: DeclaredBets, terms: BetTerms) -> Callable[[], Cases] | None:
    """Return the cases by which a bet is decided; None if they depend on how people play."""
    if terms.bet.cards:
        return _card_cases(game, terms)
    if isinstance(game, Craps | SicBo):
        return lambda: _throw_cases(2 if isinstance(game, Craps) else 3)
    if isinstance(game, Roulette):
        return lambda: _number_cases(game.numbers_on_table)
    if isinstance(game, Baccarat):
        return lambda: round_cases(game.decks)
    if isinstance(game, Blackjack):
        return lambda: dealer_cases(game.decks, stand_all_17=game.options["stand_all_17"])
    return None


def _card_cases(game: DeclaredBets, terms: BetTerms) -> Callable[[], Cases] | None:
    names = terms.bet.cards
    if set(names) <= set(game.ALWAYS_DEALT):
        return lambda: _set_cases(game, terms, even_chance(game, len(names)))
    if isinstance(game, Baccarat):
        return lambda: _set_cases(game, terms, drawn_chance(names, game.decks))
    return None


def even_chance(game: Game, count: int) -> RankChance:
    """Return the probability of cards that every round deals: each set is as probable."""
    chance = Fraction(1, comb(len(game.pack) * game.decks, count))
    return lambda _: chance


def _set_cases(game: Game, terms: BetTerms, rank_chance: RankChance) -> Cases:
    ranks = dict.fromkeys(card.rank for card in game.pack)
    for sets in card_sets(ranks, len(terms.bet.cards), terms.facts, game.decks):
        yield sets.facts, sets.number * rank_chance(sets.ranks)


def _throw_cases(dice_count: int) -> Cases:
    for faces in product(DIE_FACES, repeat=dice_count):
        yield dice_facts(faces), Fraction(1, len(DIE_FACES) ** dice_count)


def _number_cases(numbers: Sequence[str]) -> Cases:
    for number in numbers:
        yield number_facts(number), Fraction(1, len(numbers))
