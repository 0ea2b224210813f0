from tests.games.naive_checks import (
    agrees_with_examples,
    agrees_with_golden_rounds,
    golden_articles,
    golden_outcomes,
    pays,
    reached,
)
from tests.games.reckoning_poker_3_5_7 import FIVE, SEVEN, THREE, random_script, reckon

GAME = "poker-3-5-7"
OUTCOMES = {
    ("seven", "surrender", None, "67.47"),
    ("three", "lose", None, "67.48"),
    *pays("three", "67.48", THREE),
    ("five", "lose", None, "67.49"),
    *pays("five", "67.49", FIVE),
    ("seven", "lose", None, "67.50"),
    *pays("seven", "67.50", SEVEN),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_examples(GAME, reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_golden_rounds(GAME, reckon)


def test_random_rounds_reach_every_outcome() -> None:
    assert reached(random_script, reckon) == OUTCOMES


def test_golden_rounds_reach_every_outcome() -> None:
    assert golden_outcomes(GAME) >= OUTCOMES


def test_every_article_has_a_golden_round() -> None:
    assert golden_articles(GAME) == {f"67.{n}" for n in range(41, 51)}
