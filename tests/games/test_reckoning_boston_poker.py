from tests.games.reckoning_boston_poker import random_script, reckon
from tests.games.reckoning_checks import agrees_with_the_examples, agrees_with_the_golden_rounds
from tests.games.reckoning_poker_checks import chance_reaches, golden_rounds_reach

OUTCOMES = {
    ("ante", "lose", None, "67.58"),
    ("ante", "lose", None, "67.62"),
    ("ante", "push", None, "67.62"),
    *(("ante", "win", f"{n}:1", "67.63") for n in (1000, 200, 100, 25, 15, 8, 5, 2)),
    ("first", "lose", None, "67.58"),
    *((on, "win", "1:1", "67.62") for on in ("first", "second")),
    *((on, "push", None, "67.62") for on in ("first", "second")),
    *((on, "lose", None, "67.62") for on in ("first", "second")),
    *(("bonus", "win", f"{n}:1", "67.59") for n in (40, 30, 6, 4, 1)),
    ("bonus", "lose", None, "67.59"),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_the_examples("boston-poker", reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_the_golden_rounds("boston-poker", reckon)


def test_the_golden_rounds_reach_every_outcome() -> None:
    golden_rounds_reach("boston-poker", OUTCOMES)


def test_random_rounds_reach_every_outcome() -> None:
    chance_reaches(OUTCOMES, random_script, reckon)
