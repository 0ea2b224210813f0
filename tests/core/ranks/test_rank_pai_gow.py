"""Articles 39 to 41 and 44: the mains fortes and faibles of Pai gow poker."""

from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from firmware.core.ranks import is_low_above_high, pai_gow_high, pai_gow_low
from firmware.core.vocabulary.cards import CARD_SUITS, CARDS_BY_NAME, FULL_PACK, JOKER_CARD
from tests.kits.core.plain_ranks import compared, hand, hands, high_hand, low_hand, names
from tests.kits.examples import examples
from tests.kits.games.naive.pai_gow import is_right
from tests.kits.offenders import each

DOWNWARDS = ["AS AH AD AC JK", "AS KS QS JS TS", "AS 2S 3S 4S 5S", "KS QS JS TS 9S",
             "6S 5S 4S 3S 2S", "AS AH AD AC KS", "2S 2H 2D 2C 3S", "AS AH AD KC KS",
             "2S 2H 2D 3C 3S", "AS KS QS JS 9S", "2S 3S 4S 5S 7S", "AS KS QS JS TD",
             "AS 2S 3S 4S 5D", "KS QS JS TS 9D", "6S 5S 4S 3S 2D", "AS AH AD KC QS",
             "2S 2H 2D 3C 4S", "AS AH KD KC QS", "3S 3H 2D 2C 4S", "AS AH KD QC JS",
             "2S 2H 3D 4C 5S", "AS KS QS JS 9D", "2S 3S 4S 5S 7D"]  # fmt: skip


def test_40_each_hand_beats_the_next() -> None:
    ranks = [pai_gow_high(hand(cards)) for cards in DOWNWARDS]
    assert all(above > below for above, below in pairwise(ranks))


@each(
    "cards, combination, high",
    [("AS AH AD AC JK", "five_aces", "A"), ("AS AH AD KC JK", "four_of_a_kind", "A"),
     ("KS KH KD KC JK", "four_of_a_kind", "K"), ("KS KH KD QC JK", "three_of_a_kind", "K"),
     ("KS KH QD QC JK", "two_pairs", "K"), ("AS AH QD QC JK", "full_house", "A"),
     ("AS QH QD QC JK", "full_house", "Q"), ("KS KH AD QC JK", "two_pairs", "A"),
     ("AS KH 8D 7C JK", "pair", "A"), ("KS 9H 8D 3C JK", "high_card", "A"),
     ("KS QH JD TC JK", "straight", "A"), ("AS KH JD TC JK", "straight", "A"),
     ("9S 8H 7D 6C JK", "straight", "T"), ("9S 8H 6D 5C JK", "straight", "9"),
     ("5S 4H 3D 2C JK", "straight", "5"), ("AS 4H 3D 2C JK", "straight", "5"),
     ("AS KS 8S 7S JK", "flush", "A"), ("KS 9S 8S 3S JK", "flush", "A"),
     ("KS QS JS 9S JK", "straight_flush", "K"), ("KS QS JS TS JK", "royal_flush", "A"),
     ("AS QS JS TS JK", "royal_flush", "A"), ("5S 4S 3S 2S JK", "straight_flush", "5"),
     ("6S 5S 4S 3S JK", "straight_flush", "7"), ("AS AH KS QS JK", "three_of_a_kind", "A")],
)  # fmt: skip
def test_39_joker_combinations(cards: str, combination: str, high: str) -> None:
    found = pai_gow_high(hand(cards))
    assert (found.combination, found.high_rank) == (combination, high)


@each(
    "joker, plain",
    [("AS KS 8S 7S JK", "AH KH QH 8H 7H"), ("KS 9S 8S 3S JK", "AH KH 9H 8H 3H"),
     ("AS KH 8D 7C JK", "AS AH KD 8C 7S"), ("KS 9H 8D 3C JK", "AS KH 9D 8C 3S"),
     ("5S 4H 3D 2C JK", "AS 2H 3D 4C 5S"), ("KS KH KD QC JK", "KS KH KD AC QS")],
)  # fmt: skip
def test_39_joker_ties_with_the_card_it_replaces(joker: str, plain: str) -> None:
    assert pai_gow_high(hand(joker)) == pai_gow_high(hand(plain))


def test_39_four_suited_cards_and_joker_exhaustive() -> None:
    spades = [card for card in FULL_PACK if card.suit == "S"]
    dealt = ([*cards, JOKER_CARD] for cards in combinations(spades, 4))
    assert compared(pai_gow_high, high_hand, dealt) == []


def test_39_four_mixed_suits_and_joker_exhaustive() -> None:
    ranks = combinations_with_replacement("23456789TJQKA", 4)
    dealt = (
        [CARDS_BY_NAME[rank + suit] for rank, suit in zip(each, CARD_SUITS, strict=True)]
        for each in ranks
    )
    assert compared(pai_gow_high, high_hand, ([JOKER_CARD, *cards] for cards in dealt)) == []


def test_39_random_hands_with_joker() -> None:
    dealt = ([*cards, JOKER_CARD] for cards in hands(4, examples(1_000, 20_000), seed=39))
    assert compared(pai_gow_high, high_hand, dealt) == []


def test_40_random_hands_without_joker() -> None:
    assert compared(pai_gow_high, high_hand, hands(5, examples(4_000, 20_000), seed=40)) == []


def test_card_order_does_not_matter() -> None:
    for cards in hands(5, 2_000, seed=2, pack=(*FULL_PACK, JOKER_CARD)):
        assert pai_gow_high(cards[::-1]) == pai_gow_high(sorted(cards, key=str))


@each("cards", ["AS AH AD JK", "AS KS QS JS TS JK", "AS KS QS JS", ""])
def test_main_forte_has_five_cards(cards: str) -> None:
    with pytest.raises(ValueError, match="no hand of 5"):
        pai_gow_high(hand(cards))


# the main faible


@each(
    "cards, combination, high",
    [("AS AH", "pair", "A"), ("AS JK", "pair", "A"), ("KS JK", "high_card", "A"),
     ("2S 2H", "pair", "2"), ("2S 3S", "high_card", "3"), ("KS AS", "high_card", "A")],
)  # fmt: skip
def test_40_10_main_faible_combinations(cards: str, combination: str, high: str) -> None:
    found = pai_gow_low(hand(cards))
    assert (found.combination, found.high_rank) == (combination, high)


def test_41_every_main_faible_matches_naive_order() -> None:
    assert compared(pai_gow_low, low_hand, combinations(FULL_PACK, 2)) == []
    for card in FULL_PACK:
        ace = CARDS_BY_NAME["AH" if card.name == "AS" else "AS"]
        assert (
            pai_gow_low([card, JOKER_CARD])
            == pai_gow_low([JOKER_CARD, card])
            == pai_gow_low([card, ace])
        )


@each(
    "low, high, above",
    [("AS AH", "AD AC KS QH 9D", False), ("AS AH", "KD KC QS JH 9D", True),
     ("AS JK", "KD KC KS JH 9D", False), ("2S 2H", "AD KC QS JH 9D", True),
     ("AS KH", "AD KC 8S 7H 6D", False), ("AS KH", "AD QC JS 9H 8D", True),
     ("AS QH", "AD KC 8S 7H 6D", False), ("KS QH", "AD 8C 7S 6H 4D", False),
     ("AS QH", "KD JC 7S 6H 4D", True), ("AS KH", "2D 2C 3S 4H 5D", False),
     ("AS KH", "2D 3C 4S 5H 6D", False), ("KS JK", "QD JC 7S 6H 4D", True),
     ("KS KH", "KD KC 2S 3H 4D", False)],
)  # fmt: skip
def test_44_3_low_hand_above_high_one(low: str, high: str, above: bool) -> None:
    assert is_low_above_high(pai_gow_low(hand(low)), pai_gow_high(hand(high))) is above


def test_44_3_against_pairs_of_values() -> None:
    for high in hands(5, 60, seed=44):
        for low in combinations(FULL_PACK[::3], 2):
            wanted = not is_right(names(low), names(high))
            assert is_low_above_high(pai_gow_low(low), pai_gow_high(high)) is wanted
