"""Poker 3 Cartes: every deal of three cards against three, ranked and settled a second time."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest

from firmware.odds.duels import three_card_poker
from firmware.odds.odds import stored_figures
from firmware.odds.pay_table_bets import pair_plus
from firmware.odds.store import SHIPPED, Store
from tests.kits.quebec import open_game
from tests.kits.rule_packs import pack_of

ACE, QUEEN = 14, 12
ORDER = ("high", "pair", "flush", "straight", "three", "straight_flush")
BONUS = {"straight_flush": 5, "three": 4, "straight": 1}
DEALERS = 49 * 48 * 47 // 6

Hand = tuple[int, ...]
"""Cards from 0: the rank above two, four suits each."""


def kind(hand: Hand) -> tuple[str, tuple[int, ...]]:
    """Article 67.24: the line of a hand, and its ranks by which it is compared."""
    ranks = sorted((card // 4 + 2 for card in hand), key=lambda r: (-_count(hand, r), -r))
    straight = ranks[0] - ranks[2] == 2 and len(set(ranks)) == 3
    if ranks == [ACE, 3, 2]:
        straight, ranks = True, [3, 2, 1]
    flush = len({card % 4 for card in hand}) == 1
    alike = len(set(ranks))
    line = "straight_flush" if straight and flush else "straight" if straight else None
    return line or {1: "three", 2: "pair"}.get(alike, "flush" if flush else "high"), tuple(ranks)


def _count(hand: Hand, rank: int) -> int:
    return sum(card // 4 + 2 == rank for card in hand)


def opens(hand: Hand, lowest: int = QUEEN) -> bool:
    """Article 67.29: from a queen on."""
    line, ranks = kind(hand)
    return line != "high" or ranks[0] >= lowest


class Deal(NamedTuple):
    """Hands that differ by suits alone: how many, one of them, and what a raised ante brings."""

    hands: int
    hand: Hand
    raised: Fraction


@cache
def deals(lowest: int = QUEEN, tie: int = 0) -> list[Deal]:
    """Return every hand against each of the dealer's, who opens from `lowest` on; with equal hands
    a player wins so many antes of each bet.
    """
    hands = list(combinations(range(52), 3))
    worths = [(ORDER.index(line), ranks) for line, ranks in map(kind, hands)]
    places = {worth: at for at, worth in enumerate(sorted(set(worths)))}
    strengths = np.array([places[worth] for worth in worths])
    cards = np.array([sum(1 << card for card in hand) for hand in hands])
    opening = np.array([opens(hand, lowest) for hand in hands])
    alike: dict[object, list[int]] = {}
    for at, hand in enumerate(hands):
        alike.setdefault(by_suit(hand), []).append(at)
    found = []
    for first, *others in alike.values():
        there = (cards & cards[first]) == 0
        shut = int((there & ~opening).sum())
        beaten = int((there & opening & (strengths < strengths[first])).sum())
        lost = int((there & opening & (strengths > strengths[first])).sum())
        equal = int((there & opening & (strengths == strengths[first])).sum())
        bonus = BONUS.get(kind(hands[first])[0], 0)
        raised = Fraction(shut + 2 * (beaten - lost + tie * equal), DEALERS) + bonus
        found.append(Deal(1 + len(others), hands[first], raised))
    return found


def by_suit(hand: Hand) -> object:
    suits = (tuple(card // 4 for card in hand if card % 4 == suit) for suit in range(4))
    return tuple(sorted(suits))


@pytest.mark.parametrize(
    ("play", "raises"),
    [
        ("best", lambda deal: deal.raised > -1),
        ("mimic", lambda deal: opens(deal.hand)),
        ("raise", lambda _: True),
        ("fold", lambda _: False),
    ],
)
def test_67_28_to_67_31_every_deal(play: str, raises: Callable[[Deal], bool]) -> None:
    """Not raised, it is lost (67.28)."""
    every = sum(deal.hands for deal in deals())
    brought = sum(deal.hands * (deal.raised if raises(deal) else -1) for deal in deals())
    figures = stored_figures(
        "three-card-poker", open_game("three-card-poker", {}), Store(None, SHIPPED)
    )
    (figure,) = (one for one in figures if (one.bet, one.play) == ("ante", play))
    assert figure.expected_profit == Fraction(brought, every)


KING, LOWEST = 13, 2
HOUSE = pack_of("""
[three-card-poker.switches]
dealer_opens = { allowed = ["queen", "king", "always"], usual = "queen", article = "H1" }
tie = { allowed = ["push", "player", "dealer"], usual = "push", article = "H2" }
""")


@pytest.mark.parametrize(
    ("options", "lowest", "tie"),
    [
        ({"dealer_opens": "king", "tie": "dealer"}, KING, -1),
        ({"dealer_opens": "always", "tie": "player"}, LOWEST, 1),
    ],
)
def test_switches_of_every_deal(options: dict[str, object], lowest: int, tie: int) -> None:
    every = sum(deal.hands for deal in deals())
    brought = sum(deal.hands * max(deal.raised, Fraction(-1)) for deal in deals(lowest, tie))
    figures = three_card_poker(HOUSE.open_game("three-card-poker", options))
    (best,) = (one for one in figures if (one.bet, one.play) == ("ante", "best"))
    assert best.expected_profit == Fraction(brought, every)


def test_mini_royal_has_its_own_line() -> None:
    """50-40-30-6-3-1 of 4, 44, 52, 720, 1096 and 3744 hands of 22 100."""
    pack = pack_of(
        "[three-card-poker.pay_tables.pair_plus]\nM = { mini_royal = [50, 1], flush = [3, 1] }"
    )
    (figure,) = pair_plus(pack.open_game("three-card-poker", {}))
    won = 4 * 50 + 44 * 40 + 52 * 30 + 720 * 6 + 1096 * 3 + 3744
    lost = 22_100 - (4 + 44 + 52 + 720 + 1096 + 3744)
    assert figure.expected_profit == Fraction(won - lost, 22_100)
