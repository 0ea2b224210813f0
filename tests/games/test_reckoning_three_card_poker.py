from tests.games.naive_checks import (
    agrees_with_examples,
    agrees_with_golden_rounds,
    golden_articles,
    golden_outcomes,
    pays,
    reached,
)
from tests.games.reckoning_three_card_poker import ANTE_BONUS, PAIR_PLUS, random_script, reckon

GAME = "three-card-poker"
OUTCOMES = {
    ("ante", "lose", None, "67.28"),
    ("ante", "win", "1:1", "67.29"),
    ("raise", "push", None, "67.29"),
    *((on, "win", "1:1", "67.30") for on in ("ante", "raise")),
    *((on, "push", None, "67.30") for on in ("ante", "raise")),
    *((on, "lose", None, "67.30") for on in ("ante", "raise")),
    *pays("ante", "67.31", ANTE_BONUS),
    ("pair_plus", "lose", None, "67.32"),
    *pays("pair_plus", "67.32", PAIR_PLUS),
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
    assert golden_articles(GAME) == {f"67.{n}" for n in range(22, 33)}
