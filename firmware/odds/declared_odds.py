"""The exact odds of the bets that a rule pack declares.

Each is decided by the lines that settle it at a table. Every case of a round comes
with its probability, by the coarsest of three counts that the bet's facts allow:

    named cards     every set of so many cards of the shoe, which are dealt in every round
    instruments     every result of the wheel or the dice
    Baccara         every deal of points; whether two first cards of equal points are a pair is a
                    question of its own, since any order of a shoe's equal cards is as probable
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, perm, prod
from typing import Final, NamedTuple

from firmware.core.game.card_facts import card_facts
from firmware.core.game.conditions import Facts, FactValue
from firmware.core.game.declared_bet import DeclaredBet
from firmware.core.game.declared_bets import DeclaredBets, declared_names
from firmware.core.game.dice_facts import dice_facts
from firmware.core.game.game import Game
from firmware.core.games.baccarat import Baccarat
from firmware.core.games.baccarat_hands import (
    CARD_POINTS,
    HANDS,
    THIRD_CARDS,
    played_out,
    round_facts,
)
from firmware.core.games.craps.craps import Craps
from firmware.core.games.roulette.roulette import Roulette, number_facts
from firmware.core.games.sic_bo import DIE_FACES, SicBo
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, Card
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.odds.figure import Chances, Figure

Cases = Iterator[tuple[Facts, Fraction]]
"""What a round may be, and how probable that is; they sum to 1."""

FIRST_CARDS: Final = frozenset({"spot.1", "spot.2", "dealer.1"})
"""The cards of Blackjack that are dealt and public in every round; without a split, as they are
decided on at once."""
FIRST_PAIRS: Final = frozenset(f"{hand}.{nth}" for hand in HANDS for nth in (1, 2))
PAIR_FACTS: Final = frozenset(
    f"{hand}.{fact}" for hand in HANDS for fact in ("pair", "suited_pair")
)


def declared(game: Game) -> Iterator[Figure]:
    """Yield the figure of each declared bet that has an exact one."""
    if not isinstance(game, DeclaredBets):
        return
    for name in declared_names(game.TERMS):
        cases = _cases_of(game, game.TERMS[name].bet)
        if cases is not None:
            yield Figure(name, profit_chances(game, name, cases()), name)


def profit_chances(game: DeclaredBets, name: str, cases: Cases) -> Chances:
    """Return the probability of each profit of a declared bet of one stake."""
    bet = Bet(Place(1, name), Cents(NOMINAL_STAKE))
    chances: dict[Fraction, Fraction] = {}
    for facts, chance in cases:
        game.lines = []
        game.settle_by_facts(bet, facts)
        (line,) = game.lines
        profit = Fraction(line.returned + line.paid - bet.cents - line.commission, bet.cents)
        chances[profit] = chances.get(profit, Fraction(0)) + chance
    return chances


def _cases_of(game: DeclaredBets, bet: DeclaredBet) -> Callable[[], Cases] | None:
    """Return the cases by which a bet is decided; None if they depend on how people play."""
    if bet.cards:
        alorderings_dealt = FIRST_PAIRS if isinstance(game, Baccarat) else FIRST_CARDS
        is_dealt = game.CLOSES_ON_FIRST_CARD and alorderings_dealt.issuperset(bet.cards)
        return (lambda: card_cases(game, len(bet.cards))) if is_dealt else None
    if isinstance(game, Craps | SicBo):
        return lambda: _throw_cases(2 if isinstance(game, Craps) else 3)
    if isinstance(game, Roulette):
        return lambda: _number_cases(game.numbers_on_table)
    if isinstance(game, Baccarat):
        return lambda: _baccarat_cases(game)
    return None


def card_cases(game: Game, count: int) -> Cases:
    """Yield every set of so many cards of the shoe."""
    set_count = comb(len(game.pack) * game.decks, count)
    for cards in combinations_with_replacement(game.pack, count):
        copies = Counter(cards).values()
        orders = prod(comb(game.decks, number) for number in copies)
        if orders:
            yield card_facts(cards), Fraction(orders, set_count)


def _throw_cases(dice_count: int) -> Cases:
    for faces in product(DIE_FACES, repeat=dice_count):
        yield dice_facts(faces), Fraction(1, len(DIE_FACES) ** dice_count)


def _number_cases(numbers: Sequence[str]) -> Cases:
    for number in numbers:
        yield number_facts(number), Fraction(1, len(numbers))


# Baccara: the deals of points, and pairs within them


class _PointCase(NamedTuple):
    """A finished round by points: its facts but for pairs, and the points of each hand's first two
    cards where they are equal.
    """

    facts: tuple[tuple[str, FactValue], ...]
    equal_points: tuple[int | None, ...]


def _baccarat_cases(game: Baccarat) -> Cases:
    for (facts, equal_points), chance in point_chances(game.decks).items():
        for pairs, share in _pair_chances(equal_points, game.decks).items():
            pair_facts = {
                f"{hand}.{fact}": value
                for hand, pattern in zip(HANDS, pairs, strict=True)
                for fact, value in zip(("pair", "suited_pair"), pattern, strict=True)
            }
            yield {**dict(facts), **pair_facts}, chance * share


@cache
def point_chances(decks: int) -> Mapping[_PointCase, Fraction]:
    """Return the probability of each case, from every deal of the points of both hands."""
    counts = dict.fromkeys(range(1, 10), 4 * decks) | {0: 16 * decks}
    orderings: dict[tuple[_PointCase, int], int] = {}
    first_cards = list(combinations_with_replacement(counts, 2))
    for player, bank in product(first_cards, repeat=2):
        dealt_orders = 2 ** ((player[0] != player[1]) + (bank[0] != bank[1]))
        equal = tuple(first if first == second else None for first, second in (player, bank))
        for hands in played_out(_cards_of(player), _cards_of(bank), THIRD_CARDS):
            facts = round_facts(*hands)
            case = _PointCase(
                tuple((name, facts[name]) for name in facts if name not in PAIR_FACTS), equal
            )
            dealt = [CARD_POINTS[card.rank] for hand in hands for card in hand]
            deals = dealt_orders * _orders(dealt, counts)
            key = case, len(dealt)
            orderings[key] = orderings.get(key, 0) + deals
    return {
        case: Fraction(deals, perm(52 * decks, count)) for (case, count), deals in orderings.items()
    }


def _orders(dealt: list[int], counts: Mapping[int, int]) -> int:
    """Return in how many ways cards of these points leave the shoe one after the other."""
    return prod(perm(counts[points], number) for points, number in Counter(dealt).items())


def _cards_of(points: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(THIRD_CARDS[number - 1] for number in points)


PairPattern = tuple[bool, bool]
"""Whether two cards are a pair, and a suited one."""
NO_PAIR: Final = (False, False)


@cache
def _pair_chances(
    equal_points: tuple[int | None, ...], decks: int
) -> Mapping[tuple[PairPattern, ...], Fraction]:
    """Return how probable each pattern of the hands' first two cards is, given the points at which
    they are equal.
    """
    player_points, bank_points = equal_points
    if player_points is not None and player_points == bank_points:
        return _drawn_patterns(player_points, decks, hands=2)
    player_patterns, bank_patterns = (
        {(NO_PAIR,): Fraction(1)} if points is None else _drawn_patterns(points, decks, hands=1)
        for points in equal_points
    )
    return {
        (*player, *bank): player_chance * bank_chance
        for player, player_chance in player_patterns.items()
        for bank, bank_chance in bank_patterns.items()
    }


@cache
def _drawn_patterns(
    points: int, decks: int, *, hands: int
) -> dict[tuple[PairPattern, ...], Fraction]:
    """Draw two cards for each hand from the shoe's cards of these points."""
    ranks = [rank for rank in CARD_RANKS if CARD_POINTS[rank] == points]
    faces = list(product(ranks, CARD_SUITS))
    card_count = len(faces) * decks
    chances: Counter[tuple[PairPattern, ...]] = Counter()
    for drawn in product(faces, repeat=2 * hands):
        orderings, drawn_before = 1, Counter[tuple[str, str]]()
        for face in drawn:
            orderings *= decks - drawn_before[face]
            drawn_before[face] += 1
        pairs = zip(drawn[::2], drawn[1::2], strict=True)
        chances[tuple((first[0] == second[0], first == second) for first, second in pairs)] += (
            orderings
        )
    orders = prod(card_count - nth for nth in range(2 * hands))
    return {
        patterns: Fraction(orderings, orders)
        for patterns, orderings in chances.items()
        if orderings
    }
