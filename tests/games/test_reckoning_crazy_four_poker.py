from tests.games.reckoning_checks import agrees_with_the_examples, agrees_with_the_golden_rounds
from tests.games.reckoning_crazy_four_poker import random_script, reckon
from tests.games.reckoning_poker_checks import chance_reaches, golden_rounds_reach

OUTCOMES = {
    ("ante", "lose", None, "67.81"),
    ("super_bonus", "lose", None, "67.81"),
    ("ante", "push", None, "67.82"),
    ("super_bonus", "push", None, "67.82"),
    ("raise", "win", "1:1", "67.82"),
    *((on, "push", None, "67.83") for on in ("ante", "raise")),
    *((on, "win", "1:1", "67.84") for on in ("ante", "raise")),
    *((on, "lose", None, "67.84") for on in ("ante", "raise")),
    *(("super_bonus", "win", f"{n}:1", "67.85") for n in (200, 30, 15, 2, 3, 1)),
    ("super_bonus", "push", None, "67.86"),
    ("super_bonus", "lose", None, "67.86"),
    *(("queens_up", "win", f"{n}:1", "67.87") for n in (50, 30, 7, 4, 3, 2, 1)),
    ("queens_up", "lose", None, "67.87"),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_the_examples("crazy-four-poker", reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_the_golden_rounds("crazy-four-poker", reckon)


def test_the_golden_rounds_reach_every_outcome() -> None:
    golden_rounds_reach("crazy-four-poker", OUTCOMES)


def test_random_rounds_reach_every_outcome() -> None:
    chance_reaches(OUTCOMES, random_script, reckon)
