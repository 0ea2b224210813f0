"""A share of `make rounds`: random rounds of every game come to what a second reckoning says."""

import sys
from pathlib import Path

import pytest

from firmware.shell.rules import games

sys.path.insert(0, str(Path(__file__).parents[1] / "campaigns"))

from rounds import balanced, compare

GAMES = [game for game in games() if game != "baccarat"]


@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_random_rounds_are_settled_as_reckoned(game: str) -> None:
    found = compare(game, 1000, seed=0)
    assert found.difference is None
    assert found.lines > found.rounds == 1000


def test_a_line_that_gives_money_away_is_seen() -> None:
    line = {"stake": 5, "returned": 5, "paid": 0, "commission": 0, "outcome": "push"}
    assert balanced(line)
    assert not balanced(line | {"returned": 6})
    assert not balanced(line | {"paid": 1})
