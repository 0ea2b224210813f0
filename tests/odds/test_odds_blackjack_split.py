"""The upper bound of a split: the best play of both hands by all cards, in every order."""

from fractions import Fraction
from functools import cache

import pytest

from firmware.odds import shoe
from firmware.odds.blackjack_hands import PlayedHands
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.blackjack_strategies import DealerUpcard, choose_best
from firmware.odds.figure import mean_profit
from firmware.shell.rules.rules import open_game
from tests.campaigns.odds.odds_blackjack_split import Pair
from tests.kits.examples import examples
from tests.kits.odds.few_values import (
    BUST,
    NINE,
    PACK,
    SIX,
    TEN,
    Cards,
    Left,
    drawn,
    finished,
    taken,
    worth,
)


@cache
def second(first: int, cards: Cards, upcard: int, left: Left) -> Fraction:
    """The best play of the second hand beside a first one of this total (18, 19, 22)."""
    total, _ = worth(cards)
    stood = Fraction(0)
    for (dealers, _), chance in finished((upcard,), left).items():
        stood += chance * sum(compared(own, worth(dealers)[0]) for own in (first, total))
    if sum(value + 1 for value in cards) >= 21:
        return stood
    hit = sum(
        (p * second(first, (*cards, card), upcard, rest) for card, p, rest in drawn(left)),
        Fraction(0),
    )
    return max(stood, hit)


def compared(own: int, dealers: int) -> int:
    if own == BUST or (dealers != BUST and own < dealers):
        return -1
    return 0 if own == dealers else 1


@cache
def first(cards: Cards, value: int, upcard: int, left: Left) -> Fraction:
    """The best play of the first hand, for both."""
    total, _ = worth(cards)
    stood = sum(
        (p * second(total, (value, card), upcard, rest) for card, p, rest in drawn(left)),
        Fraction(0),
    )
    if sum(each + 1 for each in cards) >= 21:
        return stood
    hit = sum(
        (p * first((*cards, card), value, upcard, rest) for card, p, rest in drawn(left)),
        Fraction(0),
    )
    return max(stood, hit)


@pytest.mark.parametrize(
    ("value", "upcard"), examples([(NINE, NINE)], [(NINE, SIX), (NINE, NINE), (TEN, NINE)])
)
def test_22_24_both_hands_are_played_by_all_cards(
    value: int, upcard: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shoe, "CARDS_PER_PACK", PACK)
    game = open_game("blackjack", {"decks": 1})
    hands = DealerUpcard(BlackjackRounds(game), upcard).split_hands(value)  # type: ignore[arg-type]
    expected = sum(
        p * first((value, card), value, upcard, rest)
        for card, p, rest in drawn(taken(PACK, upcard, value, value))
    )
    found = Pair(hands).most()
    assert type(found) is float
    assert found == pytest.approx(float(expected), abs=1e-9)
    assert found >= float(mean_profit(PlayedHands(hands, choose_best).both_split_hands())) - 1e-9
