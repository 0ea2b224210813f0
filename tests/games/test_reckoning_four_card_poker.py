from tests.games.reckoning_checks import agrees_with_the_examples, agrees_with_the_golden_rounds
from tests.games.reckoning_four_card_poker import random_script, reckon
from tests.games.reckoning_poker_checks import chance_reaches, golden_rounds_reach

OUTCOMES = {
    ("ante", "lose", None, "67.70"),
    *((on, "win", "1:1", "67.72") for on in ("ante", "raise")),
    *((on, "lose", None, "67.72") for on in ("ante", "raise")),
    *(("ante", "win", f"{n}:1", "67.73") for n in (25, 20, 2)),
    *(("aces_up", "win", f"{n}:1", "67.74") for n in (50, 30, 7, 5, 4, 2, 1)),
    ("aces_up", "lose", None, "67.74"),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_the_examples("four-card-poker", reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_the_golden_rounds("four-card-poker", reckon)


def test_the_golden_rounds_reach_every_outcome() -> None:
    golden_rounds_reach("four-card-poker", OUTCOMES)


def test_random_rounds_reach_every_outcome() -> None:
    chance_reaches(OUTCOMES, random_script, reckon)
