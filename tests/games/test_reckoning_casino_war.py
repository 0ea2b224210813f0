from tests.games.reckoning_casino_war import random_script, reckon
from tests.games.reckoning_checks import (
    agrees_with_the_examples,
    agrees_with_the_golden_rounds,
    chance_reaches,
)

OUTCOMES = {
    ("main", "win", "1:1", "67.38"),
    ("main", "lose", None, "67.38"),
    ("main", "surrender", None, "67.38"),
    ("main", "win", "1:1", "67.39"),
    ("main", "lose", None, "67.39"),
    ("war", "win", "1:1", "67.39"),
    ("war", "push", None, "67.39"),
    ("war", "lose", None, "67.39"),
    ("tie", "win", "10:1", "67.40"),
    ("tie", "lose", None, "67.40"),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_the_examples("casino-war", reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_the_golden_rounds("casino-war", reckon)


def test_random_rounds_reach_every_outcome() -> None:
    chance_reaches(OUTCOMES, random_script, reckon, decks=6)
