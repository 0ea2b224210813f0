from tests.games.reckoning_checks import (
    agrees_with_the_examples,
    agrees_with_the_golden_rounds,
    chance_reaches,
)
from tests.games.reckoning_super_pan_9 import random_script, reckon

OUTCOMES = {
    ("main", "win", "1:1", "58"),
    ("main", "lose", None, "57"),
    ("main", "push", None, "57"),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_the_examples("super-pan-9", reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_the_golden_rounds("super-pan-9", reckon)


def test_random_rounds_reach_every_outcome() -> None:
    chance_reaches(OUTCOMES, random_script, reckon, decks=8)
