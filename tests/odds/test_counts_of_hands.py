"""Bets that a hand's own cards decide, by counting the hands of each pattern of ranks and suits."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import ceil, comb, factorial, prod

import pytest

from firmware.odds.figure import Chances, Figure
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from tests.kits.quebec import every_side_bet, open_game

RANKS = range(2, 15)
SUITS = range(4)
ACE, SIX, TEN = 14, 6, 10

Hands = Counter[str]
"""How many hands have each line; `nothing` is every other."""


def shipped(game: str, bet: str, play: str = "best") -> Figure:
    figures = stored_figures(game, open_game(game, every_side_bet(game)), Store(None, SHIPPED))
    (figure,) = (one for one in figures if (one.bet, one.play) == (bet, play))
    return figure


def runs(ranks: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """The places of so many ranks in a row; an ace may be below the two."""
    found = []
    for places in combinations(range(len(ranks)), size):
        own = [ranks[at] for at in places]
        if own in ([*range(own[0], own[0] + size)], [*range(2, 1 + size), ACE]):
            found.append(places)
    return found


def of_three() -> Hands:
    found: Hands = Counter()
    for ranks in combinations(RANKS, 3):
        straight = bool(runs(ranks, 3))
        found["straight_flush" if straight else "flush"] += 4
        found["straight" if straight else "nothing"] += 4**3 - 4
    found["three_of_a_kind"] = 13 * comb(4, 3)
    found["pair"] = 13 * comb(4, 2) * 48
    return found


def of_five(pair_from: int) -> Hands:
    found: Hands = Counter()
    for ranks in combinations(RANKS, 5):
        straight = bool(runs(ranks, 5))
        royal = straight and min(ranks) == TEN
        found["royal_flush" if royal else "straight_flush" if straight else "flush"] += 4
        found["straight" if straight else "nothing"] += 4**5 - 4
    found["four_of_a_kind"] = 13 * 48
    found["full_house"] = 13 * comb(4, 3) * 12 * comb(4, 2)
    found["three_of_a_kind"] = 13 * comb(4, 3) * comb(12, 2) * 4**2
    found["two_pairs"] = comb(13, 2) * comb(4, 2) ** 2 * 44
    for rank in RANKS:
        pairs = comb(4, 2) * comb(12, 3) * 4**3
        found["pair" if rank >= pair_from else "nothing"] += pairs
    return found


@cache
def suited(places: tuple[tuple[int, ...], ...]) -> Mapping[str, int]:
    """Five different ranks, the best four of them: by these runs of four and every suit."""
    found: Hands = Counter()
    for suits in product(SUITS, repeat=5):
        if any(len({suits[at] for at in run}) == 1 for run in places):
            found["straight_flush"] += 1
        elif max(Counter(suits).values()) >= 4:
            found["flush"] += 1
        else:
            found["straight" if places else "nothing"] += 1
    return found


def of_four_of_five() -> Hands:
    found: Hands = Counter()
    for ranks in combinations(RANKS, 5):
        found.update(suited(tuple(runs(ranks, 4))))
    in_one_suit = 4 * comb(3, 1)
    apart = comb(4, 2) * 4**3 - in_one_suit
    for ranks in combinations(RANKS, 4):
        straight = bool(runs(ranks, 4))
        for pair in ranks:
            found["straight_flush" if straight else "flush"] += in_one_suit
            found["straight" if straight else f"pair of {pair}"] += apart
    found["two_pairs"] = comb(13, 2) * comb(4, 2) ** 2 * 44
    found["three_of_a_kind"] = 13 * comb(4, 3) * comb(48, 2)
    found["four_of_a_kind"] = 13 * 48
    return found


def of_five_of_seven() -> Hands:
    """The numbers of all hands but two pairs are published everywhere."""
    found: Hands = Counter(
        royal_flush=4_324, straight_flush=37_260, four_of_a_kind=224_848, full_house=3_473_184,
        flush=4_047_644, straight=6_180_020, three_of_a_kind=6_461_620,
    )  # fmt: skip
    no_flush = comb(4, 2) ** 2 * 4**3 - 4 * 3 * 3
    for ranks in combinations(RANKS, 5):
        for pairs in combinations(ranks, 2):
            if max(pairs) >= TEN and not runs(ranks, 5):
                found["two_pairs_from_tens"] += no_flush
    three_pairs = comb(4, 2) ** 3 * 40
    found["two_pairs_from_tens"] += three_pairs * sum(
        max(pairs) >= TEN for pairs in combinations(RANKS, 3)
    )
    found["nothing"] = comb(52, 7) - found.total()
    return found


def brings(hands: Hands, paid: Mapping[str, int]) -> Chances:
    found: dict[Fraction, Fraction] = {}
    for line, count in hands.items():
        gain = Fraction(paid.get(line, -1))
        found[gain] = found.get(gain, Fraction(0)) + Fraction(count, hands.total())
    return found


FROM_TENS = {
    "royal_flush": 1000, "straight_flush": 200, "four_of_a_kind": 50, "full_house": 11,
    "flush": 8, "straight": 5, "three_of_a_kind": 3, "two_pairs": 2, "pair": 1,
}  # fmt: skip
THREE = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}
FOUR = {"four_of_a_kind": 50, "straight_flush": 30, "three_of_a_kind": 7, "two_pairs": 2}
CASES: list[tuple[str, str, str, Callable[[], Hands], Mapping[str, int]]] = [
    ("three-card-poker", "pair_plus", "best", of_three, THREE),
    ("boston-poker", "bonus", "best", of_three, THREE),
    ("poker-3-5-7", "three", "best", of_three, {**THREE, "three_of_a_kind": 25}),
    (
        "poker-3-5-7", "five", "best", partial(of_five, SIX),
        {"royal_flush": 500, "straight_flush": 100, "four_of_a_kind": 40, "full_house": 12,
         "flush": 9, "straight": 6, "three_of_a_kind": 4, "two_pairs": 3, "pair": 1},
    ),
    (
        "poker-3-5-7", "seven", "keep", of_five_of_seven,
        {"royal_flush": 100, "straight_flush": 20, "four_of_a_kind": 7, "full_house": 5,
         "flush": 4, "straight": 3, "three_of_a_kind": 2, "two_pairs_from_tens": 1},
    ),
    *(("poker-grand-prix", on, play, partial(of_five, TEN), FROM_TENS)
      for on, play in (("first", "keep"), ("second", "keep"), ("third", "best"))),
    (
        "poker-grand-prix", "bonus", "best", partial(of_five, TEN),
        {"royal_flush": 19_999, "straight_flush": 1_999, "four_of_a_kind": 199, "full_house": 99,
         "flush": 49, "straight": 24},
    ),
    (
        "four-card-poker", "aces_up", "best", of_four_of_five,
        {**FOUR, "flush": 5, "straight": 4, "pair of 14": 1},
    ),
    (
        "crazy-four-poker", "queens_up", "best", of_four_of_five,
        {**FOUR, "flush": 4, "straight": 3, "pair of 14": 1, "pair of 13": 1, "pair of 12": 1},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("game", "bet", "play", "hands", "paid"), CASES)
def test_own_payments_match_counts(
    game: str, bet: str, play: str, hands: Callable[[], Hands], paid: Mapping[str, int]
) -> None:
    assert shipped(game, bet, play).chances == brings(hands(), paid)


@pytest.mark.parametrize(
    ("hands", "every"),
    [
        (of_three, comb(52, 3)),
        (partial(of_five, SIX), comb(52, 5)),
        (of_four_of_five, comb(52, 5)),
    ],
)
def test_every_hand_is_counted_once(hands: Callable[[], Hands], every: int) -> None:
    assert hands().total() == every


def test_21_1_twelve_to_16_of_six_packs() -> None:
    """Two aces or two eights pay 2 to 1; a soft hand counts with its ace at 11 (13, 14)."""
    worths = dict(zip("A23456789TJQK", (11, *range(2, 11), 10, 10, 10), strict=True))
    found: dict[Fraction, Fraction] = {}
    for one, other in product(worths, repeat=2):
        total = 12 if one == other == "A" else worths[one] + worths[other]
        gain = 2 if one == other and one in "A8" else 1 if 12 <= total <= 16 else -1
        chance = Fraction(24 * (24 - (one == other)), 312 * 311)
        found[Fraction(gain)] = found.get(Fraction(gain), Fraction(0)) + chance
    figure = shipped("blackjack", "twelve_to_sixteen")
    assert figure.chances == found


def test_21_2_progressive_by_first_cards() -> None:
    """At a lot of nothing, by the first table; whoever may reach a higher line draws."""

    def in_order(*left: int) -> Fraction:
        """How probable cards of so many each are, one after the other."""
        every = prod(312 - nth for nth in range(len(left)))
        return Fraction(prod(left), every)

    four = 4 * factorial(4) * in_order(6, 6, 6, 6)
    five = 4 * factorial(5) * in_order(6, 6, 6, 6, 6)
    completed = four * Fraction(6, 308)
    paid = {
        Fraction(4_999): four - completed,
        Fraction(499): 4 * factorial(3) * in_order(6, 6, 6),
        Fraction(49): 4 * 2 * in_order(6, 6),
        Fraction(9): 4 * 3 * 2 * in_order(6, 6),
        Fraction(2): 5 * in_order(24, 23),
        Fraction(1): 2 * in_order(24, 4 * 18),
    }
    paid[Fraction(-1)] = 1 - sum(paid.values())
    figure = shipped("blackjack", "progressive")
    assert figure.chances == paid
    lot = -figure.expected_profit / five
    assert figure.break_even == ceil(100 * lot)


def test_67_21_caraibes_progressive_by_five_cards() -> None:
    """At a lot of nothing: whole and a tenth of it for the two highest lines."""
    figure = shipped("caribbean-stud", "progressive")
    prizes = {"four_of_a_kind": 499, "full_house": 99, "flush": 49}
    assert figure.chances == brings(of_five(SIX), prizes)
