"""Counting the dealer's hands by inclusion and exclusion, against counting them one by one."""

from collections.abc import Callable, Sequence
from math import comb

import numpy as np
import pytest

from firmware.core.ranks import three_cards
from firmware.core.vocabulary.cards import PACK, SUITS, Card
from firmware.odds.against import Against, Ints, Rows, cards_of, classes, every_hand, numbered
from tests.kits.examples import examples

SMALL = [card for card in PACK if card.rank in "89TJ"]
"""Sixteen cards: all hands against all hands are few."""


def strength(cards: object) -> int:
    return three_cards(cards).strength  # type: ignore[arg-type]


def strengths(pool: Sequence[Card]) -> Callable[[Rows], Ints]:
    return lambda hands: np.array([strength(cards_of(pool, hand)) for hand in hands])


def test_every_hand_has_a_number_of_its_own() -> None:
    assert sorted(numbered(every_hand(16, 3))) == list(range(560))


@pytest.mark.parametrize("free", [SUITS, SUITS[1:]])
def test_classes_have_all_hands_among_them(free: str) -> None:
    hands, counts = classes(SMALL, 3, free)
    assert counts.sum() == 560
    assert len(hands) < 560


def test_the_dealers_hands_hold_no_card_of_the_players() -> None:
    against = Against(SMALL, 3, strengths(SMALL))
    hands = every_hand(16, 3)[::23]
    own = np.array([strength(cards_of(SMALL, hand)) for hand in hands])
    below = against.below(hands, own, or_equal=False)
    not_above = against.below(hands, own, or_equal=True)
    for at, hand in enumerate(hands):
        others = [each for each in every_hand(16, 3) if not set(each) & set(hand)]
        worths = [strength(cards_of(SMALL, each)) for each in others]
        assert below[at] == sum(worth < own[at] for worth in worths)
        assert not_above[at] == sum(worth <= own[at] for worth in worths)


def test_two_hands_win_as_often_as_they_lose() -> None:
    pack = examples(SMALL, PACK)
    against = Against(pack, 3, strengths(pack))
    hands, counts = classes(pack, 3)
    own = np.array([strength(cards_of(pack, hand)) for hand in hands])
    below = against.below(hands, own, or_equal=False)
    above = comb(len(pack) - 3, 3) - against.below(hands, own, or_equal=True)
    assert (below * counts).sum() == (above * counts).sum()


def test_an_example_is_between_the_strengths_and_apart_from_the_hand() -> None:
    against, hand = Against(SMALL, 3, strengths(SMALL)), every_hand(16, 3)[0]
    for worth in against.strengths:
        example = against.example(hand, int(worth), int(worth))
        if example is not None:
            assert strength(example) == worth
            assert not set(example) & set(cards_of(SMALL, hand))
