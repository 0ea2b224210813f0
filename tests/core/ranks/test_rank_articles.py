"""The order of hands, article by article."""

from itertools import pairwise

from firmware.core.ranks import (
    Combination,
    best_five,
    best_four,
    five_cards,
    four_cards,
    three_cards,
)
from tests.kits.core.plain_ranks import Ranking, hand
from tests.kits.offenders import each

THREE = ["AS KS QS", "3S 2S AS", "AS AH AD", "2S 2H 2D", "AS KS QD", "3S 2S AD", "AS KS JS",
         "5S 3S 2S", "AS AH KD", "2S 2H 3D", "AS KS JD", "5S 3S 2D"]  # fmt: skip
FOUR = ["AS AH AD AC", "2S 2H 2D 2C", "AS KS QS JS", "AS 2S 3S 4S", "AS AH AD KC", "2S 2H 2D 3C",
        "AS KS QS TS", "2S 3S 4S 6S", "AS KS QS JD", "AS 2S 3S 4D", "AS AH KD KC", "3S 3H 2D 2C",
        "AS AH KD QC", "2S 2H 3D 4C", "AS KS QS TD", "2S 3S 4S 6D"]  # fmt: skip
FIVE = ["AS KS QS JS TS", "KS QS JS TS 9S", "AS 2S 3S 4S 5S", "AS AH AD AC KS", "2S 2H 2D 2C 3S",
        "AS AH AD KC KS", "2S 2H 2D 3C 3S", "AS KS QS JS 9S", "2S 3S 4S 5S 7S", "AS KS QS JS TD",
        "2S 3S 4S 5S 6D", "AS 2S 3S 4S 5D", "AS AH AD KC QS", "2S 2H 2D 3C 4S", "AS AH KD KC QS",
        "3S 3H 2D 2C 4S", "AS AH KD QC JS", "2S 2H 3D 4C 5S", "AS KS QS JS 9D",
        "2S 3S 4S 5S 7D"]  # fmt: skip


def descends(rank: Ranking, hands: list[str]) -> bool:
    ranks = [rank(hand(cards)) for cards in hands]
    return all(above > below for above, below in pairwise(ranks))


@each(
    "rank, hands",
    [(three_cards, THREE), (four_cards, FOUR), (best_four, FOUR), (five_cards, FIVE),
     (best_five, FIVE)],
)  # fmt: skip
def test_each_hand_beats_the_next(rank: Ranking, hands: list[str]) -> None:
    assert descends(rank, hands)


def test_unordered_or_tied_hands_do_not_descend() -> None:
    assert not descends(five_cards, [FIVE[1], FIVE[0]])
    assert not descends(five_cards, [FIVE[0], "AH KH QH JH TH"])


@each(
    "rank, better, worse",
    [(five_cards, "KS KH QD JC 2S", "KD KC QS TH 9C"),
     (five_cards, "KS KH QD JC 3S", "KD KC QS JH 2C"),
     (five_cards, "AS 9H 7D 5C 3S", "AD 9S 7H 5D 2C"),
     (five_cards, "QS QH 9D 9C 5S", "QD QC 9S 9H 4C"),
     (five_cards, "QS QH 3D 3C 2S", "QD QC 2S 2H AC"),
     (five_cards, "AS JS 9S 6S 4S", "AH JH 9H 6H 3H"),
     (five_cards, "3S 3H 3D 2C 2S", "2D 2C 2H AS AH"),
     (five_cards, "7S 7H 7D 7C 3S", "7S 7H 7D 7C 2S"),
     (five_cards, "8S 8H 8D 5C 4S", "8S 8H 8D 5C 3S"), (three_cards, "QS QH 3D", "QD QC 2S"),
     (three_cards, "AS 9S 4S", "AH 9H 3H"), (three_cards, "4S 3S 2D", "3S 2H AD"),
     (three_cards, "4S 3S 2S", "3S 2S AS"), (three_cards, "AS 9S 4D", "AH 8H 7D"),
     (four_cards, "QS QH 9D 4C", "QD QC 9S 3H"), (four_cards, "QS QH 3D 3C", "QS QH 2D 2C"),
     (four_cards, "9S 9H 9D 4C", "9S 9H 9D 3C"), (four_cards, "AS 9S 7S 4S", "AS 9S 7S 3S")],
)  # fmt: skip
def test_67_12_67_24_67_66_combination(rank: Ranking, better: str, worse: str) -> None:
    assert rank(hand(better)).combination is rank(hand(worse)).combination
    assert rank(hand(better)) > rank(hand(worse))


@each(
    "rank, one, other",
    [(five_cards, "AS KH QD JC 9S", "AD KC QS JH 9C"),
     (five_cards, "AS KS QS JS TS", "AH KH QH JH TH"),
     (five_cards, "5S 4S 3S 2S AD", "5D 4C 3H 2H AS"), (three_cards, "AS 9S 4S", "AH 9H 4H"),
     (three_cards, "QS QH 3D", "QD QC 3S"), (four_cards, "QS QH 9D 4C", "QD QC 9S 4H")],
)  # fmt: skip
def test_67_12_67_24_67_66_suits_break_no_tie(rank: Ranking, one: str, other: str) -> None:
    assert rank(hand(one)) == rank(hand(other))
    assert hash(rank(hand(one))) == hash(rank(hand(other)))


@each("one, other", [("AS AH KD QC 2S", "AD AC KS QH 9D 3C"), ("2S 2H 2D 2C 3S", "2S 2H 2D 2C AS"),
     ("AS AH KD KC QS", "AD AC KS KH 2D"), ("AS KS QS JS 2D", "AH KH QH JH 9C")])  # fmt: skip
def test_67_66_67_77_chosen_four_count(one: str, other: str) -> None:
    assert best_four(hand(one)) == best_four(hand(other))


def test_67_50_only_best_five_count() -> None:
    assert best_five(hand("AS KH QD JC 9S 3D 2C")) == best_five(hand("AD KC QS JH 9C 5D 4C"))
    assert best_five(hand("AS KH QD JC 9S 3D 2C")) == five_cards(hand("AS KH QD JC 9S"))
    assert best_five(hand("KS KH QD QC JS JD AC")) == five_cards(hand("KS KH QD QC AC"))


def test_67_2_no_straight_wraps_the_ace() -> None:
    assert five_cards(hand("QS KS AS 2S 3D")).combination is Combination.HIGH_CARD
    assert four_cards(hand("QS KS AS 2D")).combination is Combination.HIGH_CARD
    assert three_cards(hand("KS AS 2D")).combination is Combination.HIGH_CARD


def test_67_65_trips_beat_four_card_flush_in_six() -> None:
    assert best_four(hand("9S 7S 5S 2S 9H 9D")).combination is Combination.THREE_OF_A_KIND


@each(
    "rank, cards, combination, high",
    [(five_cards, "AS 2D 3C 4H 5S", "straight", "5"),
     (five_cards, "AS 2S 3S 4S 5S", "straight_flush", "5"),
     (five_cards, "AS KS QS JS TS", "royal_flush", "A"),
     (five_cards, "9S 9H 9D 9C AS", "four_of_a_kind", "9"),
     (five_cards, "2S 2H 2D AC AS", "full_house", "2"),
     (five_cards, "2S 4S 9S 7S JS", "flush", "J"),
     (five_cards, "TS TH 4D 4C AS", "two_pairs", "T"),
     (five_cards, "4S 4H TD KC AS", "pair", "4"),
     (five_cards, "2S 2H 2D KC AS", "three_of_a_kind", "2"),
     (five_cards, "2S 4H 9S 7S KS", "high_card", "K"), (three_cards, "AS 2D 3C", "straight", "3"),
     (three_cards, "AS KS QS", "straight_flush", "A"), (three_cards, "5S 5D KC", "pair", "5"),
     (four_cards, "AS 2D 3C 4S", "straight", "4"),
     (four_cards, "AS AH AD AC", "four_of_a_kind", "A"),
     (best_five, "AS 2D 3C 4H 5S KD KC", "straight", "5")],
)  # fmt: skip
def test_combination_and_high_rank(rank: Ranking, cards: str, combination: str, high: str) -> None:
    found = rank(hand(cards))
    assert (found.combination, found.high_rank) == (combination, high)
