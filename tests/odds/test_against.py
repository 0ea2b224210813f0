"""Counting the dealer's hands by inclusion and exclusion, against counting them one by one."""

from collections.abc import Callable, Sequence
from math import comb

import numpy as np
import pytest

from firmware.core.ranks import three_cards
from firmware.core.vocabulary.cards import CARD_SUITS, FULL_PACK, Card
from firmware.odds.dealer_hands import (
    DealerHands,
    IntArray,
    RowArray,
    all_hands,
    cards_at,
    hand_numbers,
    suit_classes,
)
from tests.kits.examples import examples

SMALL = [card for card in FULL_PACK if card.rank in "89TJ"]
"""Sixteen cards: all hands against all hands are few."""


def strength(cards: object) -> int:
    return three_cards(cards).strength  # type: ignore[arg-type]


def strengths(pool: Sequence[Card]) -> Callable[[RowArray], IntArray]:
    return lambda hands: np.array([strength(cards_at(pool, hand)) for hand in hands])


def test_every_hand_has_a_unique_number() -> None:
    assert sorted(hand_numbers(all_hands(16, 3))) == list(range(560))


@pytest.mark.parametrize("free", [CARD_SUITS, CARD_SUITS[1:]])
def test_classes_cover_all_hands(free: str) -> None:
    hands, counts = suit_classes(SMALL, 3, free)
    assert counts.sum() == 560
    assert len(hands) < 560


def test_dealer_holds_no_player_card() -> None:
    against = DealerHands(SMALL, 3, strengths(SMALL))
    hands = all_hands(16, 3)[::23]
    own = np.array([strength(cards_at(SMALL, hand)) for hand in hands])
    below = against.count_below(hands, own, or_equal=False)
    not_above = against.count_below(hands, own, or_equal=True)
    for at, hand in enumerate(hands):
        others = [each for each in all_hands(16, 3) if not set(each) & set(hand)]
        worths = [strength(cards_at(SMALL, each)) for each in others]
        assert below[at] == sum(worth < own[at] for worth in worths)
        assert not_above[at] == sum(worth <= own[at] for worth in worths)


def test_two_hands_win_and_lose_equally_often() -> None:
    pack = examples(SMALL, FULL_PACK)
    against = DealerHands(pack, 3, strengths(pack))
    hands, counts = suit_classes(pack, 3)
    own = np.array([strength(cards_at(pack, hand)) for hand in hands])
    below = against.count_below(hands, own, or_equal=False)
    above = comb(len(pack) - 3, 3) - against.count_below(hands, own, or_equal=True)
    assert (below * counts).sum() == (above * counts).sum()


def test_example_has_its_strength_and_no_shared_card() -> None:
    against, hand = DealerHands(SMALL, 3, strengths(SMALL)), all_hands(16, 3)[0]
    for worth in against.hand_strengths:
        example = against.example_hand(hand, int(worth), int(worth))
        if example is not None:
            assert strength(example) == worth
            assert not set(example) & set(cards_at(SMALL, hand))
