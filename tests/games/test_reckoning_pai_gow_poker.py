from tests.games.reckoning_checks import (
    agrees_with_the_examples,
    agrees_with_the_golden_rounds,
    chance_reaches,
)
from tests.games.reckoning_pai_gow_poker import random_script, reckon

OUTCOMES = {
    ("main", "win", "1:1", "47"),
    ("main", "lose", None, "44"),
    ("main", "push", None, "45"),
    ("main", "surrender", None, "52"),
    ("remaining_under_26", "win", "1:1", "48"),
    ("remaining_under_26", "lose", None, "48"),
    ("remaining_26", "win", "15:1", "48"),
    ("remaining_26", "lose", None, "48"),
    ("remaining_over_26", "win", "1:1", "48"),
    ("remaining_over_26", "lose", None, "48"),
    ("lucky:1", "win", "11:2", "48.1"),
    ("lucky:1", "lose", None, "48.1"),
    ("lucky:2", "win", "11:2", "48.1"),
    ("lucky:2", "lose", None, "48.1"),
    ("lucky:3", "win", "11:2", "48.1"),
    ("lucky:3", "lose", None, "48.1"),
    ("lucky:4", "win", "11:2", "48.1"),
    ("lucky:4", "lose", None, "48.1"),
    ("lucky:5", "win", "11:2", "48.1"),
    ("lucky:5", "lose", None, "48.1"),
    ("lucky:6", "win", "11:2", "48.1"),
    ("lucky:6", "lose", None, "48.1"),
    ("lucky:7", "win", "11:2", "48.1"),
    ("lucky:7", "lose", None, "48.1"),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_the_examples("pai-gow-poker", reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_the_golden_rounds("pai-gow-poker", reckon)


def test_random_rounds_reach_every_outcome() -> None:
    chance_reaches(OUTCOMES, random_script, reckon, decks=1)
