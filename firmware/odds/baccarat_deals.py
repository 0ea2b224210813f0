"""Every deal of Baccara, by the points of its cards, with its probability.

Whether two first cards of equal points are a pair is a question of its own, since any order of a
shoe's equal cards is as probable; so is which cards of these points they are.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, perm, prod
from typing import Final, NamedTuple

from firmware.core.game.conditions import Facts, FactValue
from firmware.core.games.baccarat_hands import (
    CARD_POINTS,
    HANDS,
    THIRD_CARDS,
    played_out,
    round_facts,
)
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, Card

PAIR_FACTS: Final = frozenset(
    f"{hand}.{fact}" for hand in HANDS for fact in ("pair", "suited_pair")
)


RankChance = Callable[[Sequence[str]], Fraction]
"""The probability of each single set of cards of these ranks."""


class PointCase(NamedTuple):
    """A finished round by points: its facts but for pairs, and the points of each hand's first two
    cards where they are equal.
    """

    facts: tuple[tuple[str, FactValue], ...]
    equal_points: tuple[int | None, ...]


def round_cases(decks: int) -> Iterator[tuple[Facts, Fraction]]:
    """Yield the facts of every round, and how probable it is."""
    for (facts, equal_points), chance in point_chances(decks).items():
        for pairs, share in _pair_chances(equal_points, decks).items():
            pair_facts = {
                f"{hand}.{fact}": value
                for hand, pattern in zip(HANDS, pairs, strict=True)
                for fact, value in zip(("pair", "suited_pair"), pattern, strict=True)
            }
            yield {**dict(facts), **pair_facts}, chance * share


@cache
def point_chances(decks: int) -> Mapping[PointCase, Fraction]:
    """Return the probability of each case, from every deal of the points of both hands."""
    counts = _cards_by_points(decks)
    orderings: Counter[tuple[PointCase, int]] = Counter()
    first_cards = list(combinations_with_replacement(counts, 2))
    for player, bank in product(first_cards, repeat=2):
        dealt_orders = 2 ** ((player[0] != player[1]) + (bank[0] != bank[1]))
        equal = tuple(first if first == second else None for first, second in (player, bank))
        for hands in played_out(_cards_of(player), _cards_of(bank), THIRD_CARDS):
            facts = round_facts(*hands)
            case = PointCase(
                tuple((name, facts[name]) for name in facts if name not in PAIR_FACTS), equal
            )
            dealt = [CARD_POINTS[card.rank] for hand in hands for card in hand]
            orderings[case, len(dealt)] += dealt_orders * _orders((*sorted(dealt),), decks)
    chances: dict[PointCase, Fraction] = {}
    for (case, count), deals in orderings.items():
        chances[case] = chances.get(case, Fraction(0)) + Fraction(deals, perm(52 * decks, count))
    return chances


@cache
def named_point_chances(names: Sequence[str], decks: int) -> Mapping[tuple[int, ...], Fraction]:
    """Return the probability that the named cards are all dealt, by their points in rising
    order.
    """
    counts = _cards_by_points(decks)
    orderings: Counter[tuple[tuple[int, ...], int]] = Counter()
    places = [(HANDS.index(hand), int(nth)) for hand, nth in (name.split(".") for name in names)]
    for points in product(counts, repeat=4):
        for hands in played_out(_cards_of(points[:2]), _cards_of(points[2:]), THIRD_CARDS):
            if all(nth <= len(hands[hand]) for hand, nth in places):
                named = sorted(CARD_POINTS[hands[hand][nth - 1].rank] for hand, nth in places)
                dealt = [CARD_POINTS[card.rank] for hand in hands for card in hand]
                orderings[(*named,), len(dealt)] += _orders((*sorted(dealt),), decks)
    chances: dict[tuple[int, ...], Fraction] = {}
    for (named_points, count), deals in orderings.items():
        chance = Fraction(deals, perm(52 * decks, count))
        chances[named_points] = chances.get(named_points, Fraction(0)) + chance
    return chances


def drawn_chance(names: Sequence[str], decks: int) -> RankChance:
    """Return the probability of named cards that not every round deals."""
    counts, chances = _cards_by_points(decks), named_point_chances(names, decks)

    def chance(ranks: Sequence[str]) -> Fraction:
        points = Counter(CARD_POINTS[rank] for rank in ranks)
        set_count = prod(comb(counts[value], number) for value, number in points.items())
        return chances.get((*sorted(points.elements()),), Fraction(0)) / (set_count or 1)

    return chance


def _cards_by_points(decks: int) -> Mapping[int, int]:
    return dict.fromkeys(range(1, 10), 4 * decks) | {0: 16 * decks}


@cache
def _orders(dealt: tuple[int, ...], decks: int) -> int:
    """Return in how many orders cards of these points, in rising order, may leave the shoe."""
    counts = _cards_by_points(decks)
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
