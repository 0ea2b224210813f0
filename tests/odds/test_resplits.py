"""Pairs that are split again (26.1), against every order of the cards as they are dealt.

The pack has four values alone, so that five hands of a split can be dealt one after another.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import perm
from typing import Any

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.odds import shoe
from firmware.odds.blackjack import main
from firmware.odds.blackjack_hands import DecisionGains
from firmware.odds.blackjack_resplits import SplitPair
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.blackjack_strategies import BASIC_PLAY, DealerUpcard
from firmware.odds.figure import BEST, Figure
from firmware.odds.odds import join_parts
from firmware.odds.played_hands import PlayedHands
from firmware.odds.shoe import hand_of_values
from tests.kits.examples import examples
from tests.kits.odds.few_values import (
    ACE,
    BUST,
    NINE,
    PACK,
    SIX,
    TEN,
    Cards,
    Left,
    drawn,
    draws,
    finished,
    orders,
    taken,
    worth,
)
from tests.kits.quebec import open_game

MOST_HANDS = 5


def as_dealer(cards: Sequence[int], _: DecisionGains) -> Key:
    return Key.HIT if draws(cards) else Key.STAND


@cache
def split(
    value: int, left: Left, hands: int = 2, waiting: int = 2
) -> Mapping[tuple[Cards, Left], int]:
    """Article 24: hand after hand, each with its second card when its turn comes; 26.1: split again
    as long as there are fewer than five. The totals, what is left, and in how many orders it comes.
    """
    if not waiting:
        return {((), left): 1}
    found: dict[tuple[Cards, Left], int] = {}
    for second, there in enumerate(left):
        rest = taken(left, second)
        if not there:
            cases = []
        elif second == value and hands < MOST_HANDS:
            cases = [((), rest, 1, hands + 1, waiting + 1)]
        else:
            cases = [
                ((worth(own)[0],), after, ways, hands, waiting - 1)
                for (own, after), ways in orders(tuple(sorted((value, second))), rest).items()
            ]
        for own, after, ways, now, more in cases:
            for (totals, end), then in split(value, after, now, more).items():
                key = tuple(sorted((*own, *totals))), end
                found[key] = found.get(key, 0) + there * ways * then
    return found


def splits(value: int, left: Left) -> Iterator[tuple[Cards, Left, Fraction]]:
    """Yield the totals of all hands, what is left, and how probable it is."""
    for (totals, end), ways in split(value, left).items():
        yield totals, end, Fraction(ways, perm(sum(left), sum(left) - sum(end)))


def brings(totals: Cards, dealers: int) -> int:
    """Articles 18 and 19."""
    if dealers == BUST:
        return sum(-1 if total == BUST else 1 for total in totals)
    return sum(-1 if total == BUST or total < dealers else int(total > dealers) for total in totals)


def expected(value: int, upcard: int) -> Fraction:
    """What the hands bring; upon a Blackjack one stake, or what is busted if this is more (20)."""
    found = Fraction(0)
    for totals, left, chance in splits(value, taken(PACK, upcard, value, value)):
        for second, p, rest in drawn(left):
            if {second, upcard} == {ACE, TEN}:
                found -= chance * p * max(1, totals.count(BUST))
                continue
            for (dealers, _), q in finished(tuple(sorted((upcard, second))), rest).items():
                found += chance * p * q * brings(totals, worth(dealers)[0])
    return found


def expected_if_known(value: int, upcard: int) -> Fraction:
    """The same if the dealer's second card comes at once, and a Blackjack ends the round (22)."""
    found = Fraction(0)
    for second, p, rest in drawn(taken(PACK, upcard, value, value)):
        if {second, upcard} == {ACE, TEN}:
            found -= p
            continue
        for totals, left, chance in splits(value, rest):
            for (dealers, _), q in finished(tuple(sorted((upcard, second))), left).items():
                found += p * chance * q * brings(totals, worth(dealers)[0])
    return found


@pytest.fixture(autouse=True)
def small_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe, "CARDS_PER_PACK", PACK)


def game(**options: object) -> Any:
    return open_game("blackjack", {"decks": 1, "resplit": True, **options})


def shown(upcard: int, **options: object) -> DealerUpcard:
    return DealerUpcard(BlackjackRounds(game(**options)), upcard)


def of_pair(value: int, deals: DealerUpcard) -> Fraction:
    return SplitPair(deals, value, PlayedHands(deals.split_hands(value), as_dealer)).mean_total()


@pytest.mark.parametrize(
    ("value", "upcard"), examples([(TEN, NINE)], [(NINE, SIX), (TEN, NINE), (NINE, TEN)])
)
def test_26_1_up_to_five_hands_of_a_pair(value: int, upcard: int) -> None:
    """Against a ten, what is lost upon a Blackjack makes the sum a bound (20)."""
    found, every = of_pair(value, shown(upcard)), expected(value, upcard)
    assert found < every if upcard == TEN else found == every


@pytest.mark.parametrize("upcard", examples([TEN], [ACE, TEN]))
def test_22_immediate_card_is_exact(upcard: int) -> None:
    assert of_pair(NINE, shown(upcard, hole_card=True)) == expected_if_known(NINE, upcard)


def test_24_aces_are_not_resplit() -> None:
    second = {
        value: shown(SIX).split_hands(value).open_decisions(hand_of_values([value]))
        for value in (ACE, SIX)
    }
    assert Key.SPLIT not in second[ACE]
    assert Key.SPLIT in second[SIX]


def test_26_1_more_splits_have_their_own_bound() -> None:
    more, once = (
        {each.play: each for each in main(game(resplit=resplit), "6")} for resplit in (True, False)
    )
    assert more[BEST].chances == once[BEST].chances
    assert (
        more[BEST].least_expected_profit
        > once[BEST].least_expected_profit
        == once[BEST].expected_profit
    )
    assert {each.minimum for each in (*once.values(), more[BASIC_PLAY])} == {None}


def test_bounds_join_over_dealer_cards() -> None:
    """Where one has no bound of its own, its figure is the bound."""
    even = Figure("main", {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}, "main")
    better = even._replace(minimum=Fraction(1, 10))
    (whole,) = join_parts([(Fraction(1, 4), [better]), (Fraction(3, 4), [even])])
    assert (whole.expected_profit, whole.minimum) == (0, Fraction(1, 40))
    (without,) = join_parts([(Fraction(1, 4), [even]), (Fraction(3, 4), [even])])
    assert without.minimum is None
