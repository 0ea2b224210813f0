"""The odds of poker and of side bets, against a second formulation or a published figure."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from firmware.core.ranks import three_cards
from firmware.core.vocabulary.cards import CARDS_BY_NAME, FULL_PACK
from firmware.odds import blackjack_side_bets
from firmware.odds.duels import THREE_CARD_DUEL, duel_figures, upcard_chances
from firmware.odds.figure import Figure
from firmware.odds.odds import game_figures, join_parts
from firmware.odds.pai_gow_poker_side_bets import side_bets
from firmware.odds.store import SHIPPED, Store
from tests.kits.quebec import every_side_bet, open_game

ORDER = "23456789TJQKA"


def shipped(game: str, **options: Any) -> dict[tuple[str, str], Figure]:
    found = game_figures(
        game,
        open_game(game, every_side_bet(game) | options),
        Store(None, SHIPPED),
    )
    return {(each.bet, each.play): each for each in found}


def naive_pair_plus(hand: tuple[Any, ...]) -> int:
    """Article 67.32, by the ranks and suits of the cards alone."""
    places = sorted(ORDER.index(card.rank) for card in hand)
    alike, flush = len(set(places)), len({card.suit for card in hand}) == 1
    run = (places[2] - places[0] == 2 and alike == 3) or places == [0, 1, 12]
    if run:
        return 40 if flush else 6
    return {1: 30, 2: 1}.get(alike, 4 if flush else -1)


def test_67_32_pair_plus() -> None:
    ways = Counter(map(naive_pair_plus, combinations(FULL_PACK, 3)))
    found = shipped("three-card-poker")["pair_plus", "best"].chances
    assert found == {Fraction(gain): Fraction(count, 22_100) for gain, count in ways.items()}


@pytest.mark.parametrize(
    ("play", "edge"), [("best", "3.37"), ("mimic", "3.45"), ("raise", "7.65"), ("fold", "100.00")]
)
def test_67_30_three_cards_as_published(play: str, edge: str) -> None:
    """For a bonus of 5, 4 and 1 to 1: published by M. Shackleford (Three Card Poker)."""
    assert f"{-100 * float(shipped('three-card-poker')['ante', play].expected_profit):.2f}" == edge


def test_67_28_raise_from_queen_six_four() -> None:
    raised, folded = shipped("three-card-poker")["ante", "best"].advice
    weakest, strongest = (
        three_cards([card for card in FULL_PACK if card.name in row.hand])
        for row in (raised, folded)
    )
    assert [row.decision for row in (raised, folded)] == ["raise", "fold"]
    assert [card[0] for card in raised.hand.split()[1:]] == ["Q", "6", "4"]
    assert strongest < weakest


def test_seen_dealer_card_changes_best_play_only() -> None:
    """As at Caraïbes and 4 Cartes, here with three cards, which are few."""
    game = open_game("three-card-poker", {})
    parts = [
        (share, list(duel_figures(game, THREE_CARD_DUEL, CARDS_BY_NAME[rank + "S"])))
        for rank, share in upcard_chances(game).items()
    ]
    found = {each.play: each for each in join_parts(parts)}
    for play in ("raise", "fold"):
        assert found[play].chances == shipped("three-card-poker")["ante", play].chances
    assert (
        found["best"].expected_profit > shipped("three-card-poker")["ante", "best"].expected_profit
    )


@pytest.mark.parametrize(("on", "over"), [("over_13", True), ("under_13", False)])
def test_21_4_over_and_under_13(on: str, over: bool) -> None:
    values = dict(zip("A23456789TJQK", (*range(1, 11), 10, 10, 10), strict=True))
    won = sum(
        Fraction(24, 312) * Fraction(24 - (one == other), 311)
        for one in values
        for other in values
        if (values[one] + values[other] - 13) * (1 if over else -1) > 0
    )
    assert shipped("blackjack")[on, "best"].expected_profit == 2 * won - 1


def test_21_3_sevens_draw_a_third_card_to_two() -> None:
    found = shipped("blackjack")["sevens", "best"].chances
    assert found[Fraction(5000)] == Fraction(24 * 5 * 4, 312 * 311 * 310)
    assert found[Fraction(3)] == Fraction(24, 312) * Fraction(288, 311)
    assert sum(found.values()) == 1


def test_48_remaining_four_cards() -> None:
    values = [min(at, 10) for at in range(1, 14) for _ in range(4)] + [1]
    totals = Counter(sum(four) for four in combinations(values, 4))
    every, found = sum(totals.values()), shipped("pai-gow-poker")
    under = sum(count for total, count in totals.items() if total < 26)
    assert found["remaining_under_26", "best"].expected_profit == Fraction(2 * under, every) - 1
    assert found["remaining_26", "best"].expected_profit == Fraction(16 * totals[26], every) - 1
    assert found["lucky:7", "best"].expected_profit == Fraction(13, 14) - 1


def test_hidden_bet_has_no_figure() -> None:
    shown = open_game("pai-gow-poker", {"side_bets": ["lucky"]})
    assert {figure.bet.partition(":")[0] for figure in side_bets(shown)} == {"lucky"}


def test_linked_lot_bet_has_its_own_lot_s_figure() -> None:
    own = shipped("caribbean-stud")["progressive", "best"]
    linked = shipped("caribbean-stud", progressive_link="region")["progressive", "best"]
    assert linked == own


def test_22_known_blackjack_prevents_third_seven() -> None:
    """Of two sevens, in the share of his Blackjacks, the bet pays what two of them pay."""
    found = {}
    for known in (False, True):
        game = open_game("blackjack", {"side_bets": ["sevens"], "hole_card": known})
        (found[known],) = blackjack_side_bets.side_bets(game)  # type: ignore[arg-type]
    two = Fraction(24 * 23, 312 * 311)
    blackjack = Fraction(2 * 24 * 96, 310 * 309)
    third = Fraction(22, 308)
    suited, trips = Fraction(5, 23), Fraction(5 * 4, 23 * 22)
    paid_two = suited * 100 + (1 - suited) * 50
    paid_three = trips * 5000 + (1 - trips) * 500
    lost = two * blackjack * third * (paid_three - paid_two)
    assert found[False].expected_profit - found[True].expected_profit == lost
