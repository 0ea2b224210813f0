from tests.games.reckoning_checks import (
    agrees_with_the_examples,
    agrees_with_the_golden_rounds,
    chance_reaches,
)
from tests.games.reckoning_red_dog import random_script, reckon

OUTCOMES = {
    ("main", "win", "11:1", "67"),
    ("main", "push", None, "66"),
    ("main", "lose", None, "66"),
    ("main", "win", "1:1", "67"),
    ("main", "win", "2:1", "67"),
    ("main", "win", "4:1", "67"),
    ("main", "win", "5:1", "67"),
    ("raise", "lose", None, "66"),
    ("raise", "win", "1:1", "67"),
    ("raise", "win", "2:1", "67"),
    ("raise", "win", "4:1", "67"),
    ("raise", "win", "5:1", "67"),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_the_examples("red-dog", reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_the_golden_rounds("red-dog", reckon)


def test_random_rounds_reach_every_outcome() -> None:
    chance_reaches(OUTCOMES, random_script, reckon, decks=1)
