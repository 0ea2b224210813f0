"""What the house may expect of a round, against the games played over all their results."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.odds.drift import CUSUM_EXPONENT, cusum_increment
from firmware.odds.edges import Edge, EdgeTable
from firmware.odds.expected_hold import ExpectedHold, Wager, round_wagers
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from tests.kits.offenders import each
from tests.kits.quebec import every_side_bet, open_game

DICE = "123456"
RESULTS = {
    "roulette": [(str(number),) for number in range(37)],
    "sic-bo": list(product(DICE, repeat=3)),
    "craps": list(product(DICE, repeat=2)),
}
"""Every equally likely result."""


@cache
def opened(name: str) -> tuple[Game, EdgeTable]:
    game = open_game(name, every_side_bet(name))
    return game, EdgeTable(game, stored_figures(name, game, Store(None, SHIPPED)))


@cache
def places(name: str) -> list[str]:
    """Return the bets with an edge."""
    game, edges = opened(name)
    return [on for on in game.BETS if edges.edge_on(on, game.nominal_stake(on))]


def played(name: str, stakes: Mapping[str, int]) -> Iterator[list[Wager]]:
    """Yield the settled bets by every result."""
    game, edges = opened(name)
    bets = [Bet(Place(1, on), Cents(game.nominal_stake(on) * many)) for on, many in stakes.items()]
    for symbols in RESULTS[name]:
        game.remember({})
        game.open()
        game.close(bets)
        shown = tuple(sorted(symbols)) if name == "sic-bo" else symbols
        game.take_result(ResultSeen(shown))
        yield list(round_wagers(game.lines, edges))


@each("name", RESULTS)
def test_single_bet_has_exact_mean_and_spread(name: str) -> None:
    for on in places(name):
        rounds = [bet for (bet,) in played(name, {on: 1})]
        mean = sum(bet.house_gain for bet in rounds) / len(rounds)
        assert mean == pytest.approx(float(rounds[0].expected_gain))
        square = sum((bet.house_gain - mean) ** 2 for bet in rounds) / len(rounds)
        assert square == pytest.approx(rounds[0].gain_deviation ** 2)


def test_bets_a_roll_may_leave_have_no_edge() -> None:
    assert {"field", "any_7", "hop:1,2"} <= set(places("craps"))
    assert not {"pass", "dont_pass", "come", "place:6", "hard:8", "buy:4"} & set(places("craps"))


@st.composite
def layouts(draw: st.DrawFn) -> tuple[str, dict[str, int]]:
    name = draw(st.sampled_from(list(RESULTS)))
    on = st.sampled_from(places(name))
    return name, draw(st.dictionaries(on, st.integers(1, 9), min_size=1, max_size=6))


@settings(max_examples=15)
@given(layouts())
def test_layout_varies_within_bound(layout: tuple[str, dict[str, int]]) -> None:
    rounds = [ExpectedHold().add_round(bets) for bets in played(*layout)]
    mean = sum(one.actual_gain for one in rounds) / len(rounds)
    assert mean == pytest.approx(float(rounds[0].expected_gain))
    square = sum((one.actual_gain - mean) ** 2 for one in rounds) / len(rounds)
    assert square <= rounds[0].variance * (1 + 1e-9)


@settings(max_examples=15)
@given(layouts(), st.sampled_from((CUSUM_EXPONENT, -CUSUM_EXPONENT)))
def test_cusum_increment_has_exponential_at_most_one(
    layout: tuple[str, dict[str, int]], tilt: float
) -> None:
    means = [exp(cusum_increment(bets, tilt)) for bets in played(*layout)]
    mean = sum(means) / len(means)
    assert mean <= 1 + 1e-9
    if len(layout[1]) == 1:
        assert mean == pytest.approx(1)


def test_31_bank_figure_at_any_stake() -> None:
    game, _ = opened("baccarat")
    figures = [
        one for one in stored_figures("baccarat", game, Store(None, SHIPPED)) if one.bet == "banker"
    ]
    assert len(figures) > 9
    for given_one, wanted in product(figures, repeat=2):
        found = EdgeTable(game, [given_one]).edge_on("banker", wanted.stake or Cents(0))
        assert found is not None
        assert found.mean_gain == Edge(wanted.chances).mean_gain
        assert found.gain_deviation == pytest.approx(Edge(wanted.chances).gain_deviation)


@each("name, on", [
    ("red-dog", "main"), ("blackjack", "main"), ("blackjack", "progressive"),
    ("casino-war", "main"),
    ("super-pan-9", "main"), ("pai-gow", "main"), ("caribbean-stud", "ante"), ("craps", "pass:6"),
    ("poker-grand-prix", "first"), ("roulette", "nothing"),
])  # fmt: skip
def test_decision_or_lot_has_no_edge(name: str, on: str) -> None:
    assert opened(name)[1].edge_on(on, Cents(1000)) is None


@each("name, on", [
    ("casino-war", "tie"), ("blackjack", "over_13"), ("three-card-poker", "pair_plus"),
    ("pai-gow-poker", "lucky:3"), ("baccarat", "tie"), ("poker-3-5-7", "five"),
])  # fmt: skip
def test_side_bet_has_its_edge(name: str, on: str) -> None:
    edge = opened(name)[1].edge_on(on, Cents(1000))
    assert edge is not None
    assert edge.mean_gain > 0
