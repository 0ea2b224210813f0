"""The odds of games of points and of high cards, against a second formulation of their rules."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec import structs

from firmware.core.vocabulary.money import Cents, Odds
from firmware.odds import comparison_games
from firmware.odds.figure import Figure
from firmware.odds.odds import game_figures
from firmware.odds.store import SHIPPED, Store
from tests.kits.quebec import game_class, game_rules, open_game

RANKS = range(2, 15)


def shipped(game: str, **options: Any) -> dict[tuple[str, str, int | None], Figure]:
    """Return the figures that are shipped; another reckoning would take too long for a test."""
    found = game_figures(game, open_game(game, options), Store(None, SHIPPED))
    return {(each.bet, each.play, each.stake): each for each in found}


def computed(game: str, **options: Any) -> dict[tuple[str, str], Figure]:
    piece = getattr(comparison_games, game.replace("-", "_"))
    return {(each.bet, each.play): each for each in piece(open_game(game, options))}


SHOE = dict.fromkeys(range(1, 10), 32) | {0: 128}
"""Eight packs by the values of their cards (27)."""


def test_37_baccara_deals_all_six_card_orders() -> None:
    ends: Counter[str] = Counter()
    for cards in product(range(10), repeat=4):
        _complete(ends, cards)
    every = sum(ends.values())
    found = shipped("baccarat")
    assert found["player", "best", None].chances == {
        Fraction(1): Fraction(ends["player"], every),
        Fraction(0): Fraction(ends["tie"], every),
        Fraction(-1): Fraction(ends["banker"], every),
    }
    for stake, charge in ((500, Fraction(1, 10)), (1000, Fraction(1, 20)), (1500, Fraction(1, 15))):
        bank = Fraction(ends["banker"], every) * (1 - charge) - Fraction(ends["player"], every)
        assert found["banker", "best", stake].expected_profit == bank
    assert found["tie", "best", None].expected_profit == Fraction(9 * ends["tie"], every) - 1


def _complete(ends: Counter[str], cards: tuple[int, ...]) -> None:
    """Count in how many ways these four cards, and two more whether dealt or not, end."""
    ways, left = 1, Counter(SHOE)
    for card in cards:
        ways *= left[card]
        left[card] -= 1
    player, bank = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if max(player, bank) >= 8 or (player >= 6 and bank >= 6):
        ends[_winner(player, bank)] += ways * 412 * 411
        return
    for third in range(10):
        if player >= 6:
            ends[_winner(player, (bank + third) % 10)] += ways * left[third] * 411
        else:
            _bank_third(ends, ways * left[third], (player + third) % 10, bank, third, left)


def _winner(player: int, bank: int) -> str:
    return "tie" if player == bank else "player" if player > bank else "banker"


def _bank_third(
    ends: Counter[str], ways: int, player: int, bank: int, third: int, left: Counter[int]
) -> None:
    """The bank draws to 0, 1, 2; then by the player's third card."""
    draws = bank <= 2 or third in {3: {*range(8), 9}, 4: {*range(2, 8)}, 5: {*range(4, 8)},
                                   6: {6, 7}}.get(bank, set())  # fmt: skip
    if not draws:
        ends[_winner(player, bank)] += ways * 411
        return
    for card in range(10):
        ends[_winner(player, (bank + card) % 10)] += ways * (left[card] - (card == third))


@pytest.mark.parametrize("decks", [6, 8])
def test_67_38_bataille(decks: int) -> None:
    """A tie has 4 packs less one of the rank left; a second tie too, of two ranks."""
    found, cards, alike = computed("casino-war", decks=decks), 52 * decks, 4 * decks
    tie = Fraction(alike - 1, cards - 1)
    same = Fraction((alike - 2) * (alike - 3) + 12 * alike * (alike - 1),
                    (cards - 2) * (cards - 3))  # fmt: skip
    assert found["tie", "best"].expected_profit == 11 * tie - 1
    assert found["main", "surrender"].expected_profit == -tie / 2
    assert found["main", "best"].expected_profit == tie * (2 * same + (1 - same) / 2 - (1 - same))


def test_67_red_dog_raises_from_spread_of_seven() -> None:
    found = computed("red-dog")
    best, raised, checked, paid = Fraction(0), Fraction(0), Fraction(0), {1: 5, 2: 4, 3: 2}
    for one, other in product(RANKS, repeat=2):
        chance = Fraction(4 * (3 if one == other else 4), 52 * 51)
        spread = abs(one - other) - 1
        if one == other:
            profit = more = Fraction(2, 50) * 11
        else:
            won = Fraction(4 * spread, 50)
            profit = won * paid.get(spread, 1) - (1 - won) if spread else Fraction(0)
            more = 2 * profit
        checked += chance * profit
        raised += chance * more
        best += chance * max(profit, more)
    assert found["main", "best"].expected_profit == best
    assert found["main", "raise"].expected_profit == raised
    assert found["main", "check"].expected_profit == checked
    rows = [row.hand.strip() for row in found["main", "best"].advice if row.decision == "raise"]
    assert rows == ["7", "8", "9", "10", "11"]


def test_60_super_pan_9_draws_like_the_dealer() -> None:
    best = shipped("super-pan-9")["main", "best", 1000]
    assert [row.decision for row in best.advice] == ["draw"] * 6 + ["stand"] * 4


def test_stepped_commission_costs_small_bets_most() -> None:
    """Articles 31 and 58: 5 % of 5 $, raised to 10 $, is ten per cent."""
    found = shipped("baccarat")
    five, ten = (found["banker", "best", stake] for stake in (500, 1000))
    won = sum(chance for profit, chance in ten.chances.items() if profit > 0)
    assert ten.expected_profit - five.expected_profit == won / 20
    assert (
        found["banker", "best", 1500].expected_profit
        < found["banker", "best", 2000].expected_profit
        == ten.expected_profit
    )


def test_pay_table_changes_the_odds() -> None:
    """The figures come from the rules that settle, not from a second account of them."""
    rules = game_rules("casino-war")
    tie = structs.replace(rules.pays["tie"], odds=Odds(11, 1))
    other = structs.replace(rules, pays={**rules.pays, "tie": tie})
    (of_tie,) = [
        each
        for each in comparison_games.casino_war(game_class("casino-war")(other, {}))  # type: ignore[arg-type]
        if each.bet == "tie"
    ]
    chance = Fraction(4 * 6 - 1, 52 * 6 - 1)
    assert of_tie.expected_profit == 12 * chance - 1


@pytest.mark.parametrize("game", ["baccarat", "casino-war", "red-dog", "super-pan-9"])
def test_figure_s_chances_sum_to_one(game: str) -> None:
    for figure in shipped(game).values():
        assert sum(figure.chances.values()) == 1
        assert min(figure.chances) >= -2
        assert figure.stake is None or figure.stake % Cents(100) == 0
