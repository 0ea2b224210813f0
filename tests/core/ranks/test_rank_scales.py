"""Every hand of three and four cards, every kind of five, against the naive formulation."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import pytest

from firmware.core.ranks import (
    best_five,
    best_four,
    five_cards,
    four_cards,
    three_cards,
)
from firmware.core.vocabulary.cards import CARD_SUITS, CARDS_BY_NAME, FULL_PACK, Card
from tests.kits.core import plain_ranks as naive
from tests.kits.core.plain_ranks import Plain, Ranking, compared, hand, hands
from tests.kits.core.rank_sets import (
    SPADES,
    Named,
    alike_counts,
    by_sets_of_ranks,
    of_several_suits,
    one_by_one,
)
from tests.kits.examples import examples
from tests.kits.offenders import each


@cache
def every_kind(size: int) -> list[list[Card]]:
    """Return a hand for every set of ranks, of several suits and of one."""
    suited = [list(cards) for cards in combinations(SPADES, size)]
    return [*(of_several_suits(counts) for counts in alike_counts(size)), *suited]


# how often each comes


def named_by(rank: Ranking) -> Named:
    return lambda cards: rank(cards).combination


def test_67_23_all_three_card_hands() -> None:
    found = Counter(rank.combination for rank in map(three_cards, combinations(FULL_PACK, 3)))
    assert found == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    }


def test_67_65_all_four_card_hands() -> None:
    found = Counter(rank.combination for rank in map(four_cards, combinations(FULL_PACK, 4)))
    assert found == {
        "four_of_a_kind": 13,
        "straight_flush": 44,
        "three_of_a_kind": 2_496,
        "flush": 2_816,
        "straight": 2_772,
        "two_pairs": 2_808,
        "pair": 82_368,
        "high_card": 177_408,
    }


def test_67_2_all_five_card_hands() -> None:
    """Here by sets of ranks, as those of more cards; in the campaign one by one."""
    found = examples(by_sets_of_ranks, one_by_one)(named_by(five_cards), 5, 5)
    assert found == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pairs": 123_552,
        "pair": 1_098_240,
        "high_card": 1_302_540,
    }


SIX = {
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
    "two_pairs": 2_532_816,
    "pair": 9_730_740,
    "high_card": 6_612_900,
}
SEVEN = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pairs": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}
FOUR_OF_FIVE = {
    "four_of_a_kind": 624,
    "straight_flush": 2_072,
    "three_of_a_kind": 58_656,
    "flush": 114_616,
    "straight": 101_808,
    "two_pairs": 123_552,
    "pair": 1_047_552,
    "high_card": 1_150_080,
}


@each(
    "rank, enough, size, known",
    [(best_five, 5, 7, SEVEN), (best_five, 5, 6, SIX), (best_four, 4, 5, FOUR_OF_FIVE)],
)
def test_all_larger_hands(rank: Ranking, enough: int, size: int, known: dict[str, int]) -> None:
    found = by_sets_of_ranks(named_by(rank), enough, size)
    assert found.total() == comb(52, size)
    assert found == known


# the whole order


@each(
    "rank, plain, size, kinds",
    [(three_cards, naive.three, 3, 741), (four_cards, naive.four, 4, 2_535),
     (best_four, naive.four, 4, 2_535), (five_cards, naive.five, 5, 7_462),
     (best_five, naive.five, 5, 7_462)],
)  # fmt: skip
def test_whole_order_matches_naive(rank: Ranking, plain: Plain, size: int, kinds: int) -> None:
    dealt = every_kind(size)
    assert len({rank(cards) for cards in dealt}) == kinds
    assert compared(rank, plain, dealt) == []


def test_three_card_order_matches_naive() -> None:
    assert compared(three_cards, naive.three, list(combinations(FULL_PACK, 3))) == []


@each(
    "rank, plain, size, number",
    [(four_cards, naive.four, 4, 20_000), (five_cards, naive.five, 5, 20_000),
     (best_four, naive.best_four, 5, 8_000), (best_four, naive.best_four, 6, 4_000),
     (best_five, naive.best_five, 6, 6_000), (best_five, naive.best_five, 7, 3_000)],
)  # fmt: skip
def test_random_hands_match_naive_order(
    rank: Ranking, plain: Plain, size: int, number: int
) -> None:
    assert compared(rank, plain, hands(size, examples(number // 20, number), seed=size)) == []


@each(
    "rank, size",
    [(three_cards, 3), (four_cards, 4), (best_four, 6), (five_cards, 5), (best_five, 7)],
)
def test_card_order_and_suit_names_do_not_matter(rank: Ranking, size: int) -> None:
    for nth, cards in enumerate(hands(size, examples(500, 2_000), seed=1)):
        turned = dict(zip(CARD_SUITS, CARD_SUITS[nth % 4 :] + CARD_SUITS[: nth % 4], strict=True))
        others = [CARDS_BY_NAME[card.rank + turned[card.suit]] for card in reversed(cards)]
        assert rank(others) == rank(cards)


# what is no hand


@each(
    "rank, cards",
    [(three_cards, "AS KS"), (three_cards, "AS KS QS JS"), (four_cards, "AS KS QS JS TS"),
     (best_four, "AS KS QS"), (best_four, "AS KS QS JS TS 9S 8S"), (five_cards, "AS KS QS JS"),
     (five_cards, "AS KS QS JS TS 9S"), (best_five, "AS KS QS JS 9S 8S 7S 6S"), (best_five, ""),
     (five_cards, "AS KS QS JS JK"), (best_five, "AS KS QS JS TS 9S JK")],
)  # fmt: skip
def test_wrong_card_count_or_joker_is_refused(rank: Ranking, cards: str) -> None:
    with pytest.raises(ValueError, match="no hand of"):
        rank(hand(cards))
