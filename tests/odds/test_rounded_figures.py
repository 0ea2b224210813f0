"""Odds of a table that rounds in the player's favour: at each stake what it pays there."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.odds.edges import EdgeTable
from firmware.odds.figure import Figure
from firmware.odds.odds import piece_file, stored_figures
from firmware.odds.positive_bets import positive_bets
from firmware.odds.store import SHIPPED, Store
from firmware.odds.strategies import NOMINAL_STAKE, stakes_of
from tests.kits.games.any_table import REQUIRED
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack, open_game

DOLLAR = {"smallest_chip": 100}
FOR_THE_PLAYER = {"smallest_chip": 100, "rounding": "player"}


@cache
def figures(game: str, *, rounded: bool) -> list[Figure]:
    options = FOR_THE_PLAYER if rounded else {}
    return list(stored_figures(game, open_game(game, options), Store(None, SHIPPED)))


def at(game: str, bet: str, stake: int, play: str = "best") -> Figure:
    """Return the figure of a bet at a stake; that of any stake if it has no other."""
    (found,) = [
        figure
        for figure in figures(game, rounded=True)
        if (figure.bet, figure.play) == (bet, play) and figure.stake in (None, stake)
    ]
    return found


def exact(game: str, bet: str) -> Figure:
    (found,) = [
        figure
        for figure in figures(game, rounded=False)
        if (figure.bet, figure.play) == (bet, "best")
    ]
    return found


def test_21_blackjack_on_5_pays_8() -> None:
    usual, rounded = exact("blackjack", "main"), at("blackjack", "main", 500)
    chance = usual.chances[Fraction(3, 2)]
    assert rounded.chances[Fraction(8, 5)] == chance
    assert Fraction(3, 2) not in rounded.chances
    assert rounded.expected_profit == usual.expected_profit + chance / 10
    assert at("blackjack", "main", 1000).chances == usual.chances


@each("stake, share", [(1000, 0), (2500, Fraction(1, 25)), (4000, Fraction(1, 20))])
def test_31_commission_is_as_taken(stake: int, share: Fraction) -> None:
    (won,) = (profit for profit in at("baccarat", "banker", stake).chances if profit > 0)
    assert won == 1 - share


def test_67_38_surrendering_one_dollar_loses_nothing() -> None:
    assert at("casino-war", "main", 100, "surrender").expected_profit == 0
    assert at("casino-war", "main", 100).expected_profit == 0
    best = at("casino-war", "main", 300)
    assert best.chances == exact("casino-war", "main").chances


@each("bet, stake, profits", [
    ("place:6", 100, {2, -1}),
    ("place:6", 500, {Fraction(6, 5), -1}),
    ("place:4", 700, {Fraction(13, 7), -1}),  # 12,60 $
    ("buy:4", 1500, {2, -1}),  # a commission of 0,75 $
    ("buy:4", 2500, {2 - Fraction(1, 25), -1 - Fraction(1, 25)}),
    ("lay:5", 1000, {Fraction(7, 10), -1}),
    ("pass_odds", 100, {2, -1}),  # 3 to 2 and 6 to 5 are 2 $
])  # fmt: skip
def test_95_16_and_95_17_stake_profits(bet: str, stake: int, profits: set[Any]) -> None:
    assert set(at("craps", bet, stake).chances) == profits


@each("bet", ["horn", "world", "three_way"])
def test_95_15_split_bet_returns_its_36_rolls(bet: str) -> None:
    for stake in (100, 500, 700, 1000):
        game = open_game("craps", FOR_THE_PLAYER)
        gained = sum(one_roll(game, Bet(Place(1, bet), Cents(stake))))
        assert at("craps", bet, stake).expected_profit == Fraction(gained, 36 * stake)


def one_roll(game: Any, bet: Bet) -> Iterator[int]:
    for roll in product("123456", repeat=2):
        game.remember({})
        game.open()
        game.close([bet])
        game.take_result(ResultSeen(roll))
        (line,) = game.lines
        yield line.returned + line.paid - line.commission - bet.cents


@each("game", games_in_pack())
def test_figures_are_never_lower_and_equal_on_step(game: str) -> None:
    if game in ("keno", "wheel-of-fortune"):
        assert set(REQUIRED) >= {"paytable", "segments"}
        return
    stepped = open_game(game, DOLLAR)
    usual = {
        (figure.bet, figure.play, figure.stake): figure for figure in figures(game, rounded=False)
    }
    for figure in figures(game, rounded=True):
        at_any = usual.get((figure.bet, figure.play, None))
        alike = at_any or usual[figure.bet, figure.play, figure.stake]
        assert figure.expected_profit >= alike.expected_profit, figure.bet
        if figure.stake and not figure.stake % stepped.bet_step(figure.bet):
            assert figure.expected_profit == alike.expected_profit, figure.bet


@each("game", [game for game in games_in_pack() if game not in ("keno", "wheel-of-fortune")])
def test_stepped_table_is_exact(game: str) -> None:
    store = Store(None, SHIPPED)
    assert list(stored_figures(game, open_game(game, DOLLAR), store)) == figures(
        game, rounded=False
    )


def test_67_47_half_withdrawn_is_by_the_stake() -> None:
    piece = "withdrawable_bets:seven"
    rounded, usual = (open_game("poker-3-5-7", options) for options in (FOR_THE_PLAYER, {}))
    assert piece_file("poker-3-5-7", piece, rounded) != piece_file("poker-3-5-7", piece, usual)
    assert stakes_of(rounded, "seven")[:3] == (100, 200, 300)
    assert stakes_of(rounded, "five") == stakes_of(usual, "seven") == (NOMINAL_STAKE,)


def test_generous_bet_is_named_with_its_stake() -> None:
    found = {bet.bet: bet.stake for bet in positive_bets(figures("baccarat", rounded=True))}
    assert found == {"banker": 100}


def test_edge_is_of_its_own_stake() -> None:
    game = open_game("craps", FOR_THE_PLAYER)
    edges = EdgeTable(game, figures("craps", rounded=True))
    known, unknown = edges.edge_on("horn", Cents(500)), edges.edge_on("horn", Cents(1100))
    assert known is not None
    assert known.mean_gain == -at("craps", "horn", 500).expected_profit
    assert unknown is None
