"""The naive evaluation: the frequency and the order of the combinations."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import pytest

from firmware.core.vocabulary.cards import Card
from tests.kits.core.rank_sets import by_sets_of_ranks, one_by_one
from tests.kits.examples import examples
from tests.kits.games.naive.hands import RANKS, Hand, best_five, best_four, five, four, three
from tests.kits.offenders import each

PACK = [rank + suit for rank in RANKS for suit in "SHDC"]


def hand(names: str) -> list[str]:
    return names.split()


def counted(tell: Callable[[list[str]], Hand], size: int) -> Counter[str]:
    return Counter(tell(list(cards))[0] for cards in combinations(PACK, size))


def test_every_hand_of_three_cards() -> None:
    assert counted(three, 3) == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high_card": 16440,
    }


def test_every_hand_of_four_cards() -> None:
    """Here by sets of ranks; in the campaign one by one."""

    def name(cards: Sequence[Card]) -> str:
        return four([card.name for card in cards])[0]

    assert examples(by_sets_of_ranks, one_by_one)(name, 4, 4) == {
        "four_of_a_kind": 13,
        "straight_flush": 44,
        "three_of_a_kind": 2496,
        "flush": 2816,
        "straight": 2772,
        "two_pairs": 2808,
        "pair": 82368,
        "high_card": 177408,
    }


FIVE = (
    "AS KS QS JS TS, KH QH JH TH 9H, 5S 4S 3S 2S AS, 2S 2H 2D 2C 3S, AS AH AD KS KH, "
    "2S 2H 2D 3S 3H, AS KS QS JS 9S, 7S 5S 4S 3S 2S, AS KH QS JS TS, 6S 5H 4S 3S 2S, "
    "5S 4H 3S 2S AS, AS AH AD 3C 2C, 2S 2H 2D AC KC, AS AH KD KC QS, AS AH 2S 2H 4D, "
    "3S 3H 2S 2H AD, AS AH 4S 3S 2D, KS KH AS QD JD, 2S 2H AD KD QC, 2S 2H AD KD JC, "
    "AS KS QS JS 9D, AS KS QS JS 8D, 7S 5S 4S 3S 2D"
)
FOUR = (
    "AS AH AD AC, 2S 2H 2D 2C, AS KS QS JS, 4S 3S 2S AS, AS AH AD KC, 2S 2H 2D 3C, "
    "AS KS QS TS, 6S 4S 3S 2S, AS KS QS JD, 5S 4S 3S 2D, 4S 3S 2S AD, AS AH KS KH, "
    "3S 3H 2S 2H, AS AH KS QS, 2S 2H 4S 3S, AS KS QS TD, 6S 4S 3S 2D"
)
THREE = (
    "AS KS QS, KS QS JS, 4S 3S 2S, 3S 2S AS, AS AH AD, 2S 2H 2D, AS KS QD, 4S 3S 2D, "
    "3S 2S AD, AS KS JS, 5S 3S 2S, AS AH KD, AS AH QD, 2S 2H 3D, AS KS JD, 5S 3S 2D"
)


@each("tell, falling", [(five, FIVE), (four, FOUR), (three, THREE)])
def test_each_hand_beats_the_next(tell: Callable[[list[str]], Hand], falling: str) -> None:
    keys = [tell(hand(names))[1] for names in falling.split(",")]
    assert all(higher > lower for higher, lower in pairwise(keys))


@each("cards", ["KS AH 2D", "KS AH 2D 3C", "QS KS AH 2D 3C"])
def test_an_ace_stands_at_one_end(cards: str) -> None:
    tell = {3: three, 4: four, 5: five}[len(hand(cards))]
    assert tell(hand(cards))[0] == "high_card"


def test_the_suit_breaks_no_tie() -> None:
    assert five(hand("AS KS QS JS TS"))[1] == five(hand("AD KD QD JD TD"))[1]


def test_the_best_of_more_cards() -> None:
    assert best_five(hand("AS KS 2D QS JS TS 3C"))[0] == "royal_flush"
    assert best_five(hand("AS AD KH KC QS QD 2C")) == five(hand("AS AD KH KC QS"))
    assert best_four(hand("AS AD AH KS QS"))[0] == "three_of_a_kind"
    assert best_four(hand("AS AD KH KC QS QD")) == four(hand("AS AD KH KC"))


def test_a_hand_of_another_size_is_no_hand() -> None:
    with pytest.raises(ValueError, match="AS"):
        three(["AS", "KS"])
