"""Bets that cost the house money are named with what they cost."""

from fractions import Fraction

import pytest

from firmware.odds.figure import Figure
from firmware.odds.odds import stored_figures
from firmware.odds.positive_bets import PositiveBet, positive_bets
from firmware.odds.store import SHIPPED, Store
from tests.kits.quebec import open_game


def figure(bet: str, won: Fraction, play: str = "best") -> Figure:
    return Figure(bet, {Fraction(1): won, Fraction(-1): 1 - won}, bet, play)


def test_best_play_counts_and_even_bet_is_free() -> None:
    found = positive_bets([
        figure("dear", Fraction(3, 5)),
        figure("even", Fraction(1, 2)),
        figure("other", Fraction(4, 5), "raise"),
    ])  # fmt: skip
    assert found == [PositiveBet("dear", Fraction(6, 5), Fraction(20))]


def test_67_4_grand_prix_bets_add_up() -> None:
    game = open_game("poker-grand-prix", {})
    figures = list(stored_figures("poker-grand-prix", game, Store(None, SHIPPED)))
    best = {each.bet: each.expected_profit for each in figures if each.play == "best"}
    assert best["first"] > 0 > best["first"] + best["second"] + best["third"]
    assert positive_bets(figures) == []


def test_unknown_figure_is_not_summed() -> None:
    assert (
        list(stored_figures("crazy-four-poker", open_game("crazy-four-poker", {}), Store(None)))
        == []
    )


@pytest.mark.parametrize("side_bets", [[], ["progressive"], ["over_13", "sevens"]])
def test_side_bets_leave_main_figures(side_bets: list[str]) -> None:
    game = open_game("blackjack", {"side_bets": side_bets})
    found = {each.bet for each in stored_figures("blackjack", game, Store(None, SHIPPED))}
    assert found == {"main", "insurance"}
