from tests.games.naive_checks import (
    agrees_with_examples,
    agrees_with_golden_rounds,
    golden_articles,
    golden_outcomes,
    golden_prizes,
    pays,
    reached,
)
from tests.games.reckoning_poker_grand_prix import EQUAL, PAID, PRIZES, random_script, reckon

GAME = "poker-grand-prix"
OUTCOMES = {
    *((on, "push", None, "67.6") for on in ("first", "second")),
    *((on, "lose", None, "67.7") for on in EQUAL),
    *(line for on in EQUAL for line in pays(on, "67.8", PAID)),
    *(("bonus", outcome, None, "67.9") for outcome in ("win", "lose")),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_examples(GAME, reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_golden_rounds(GAME, reckon)


def test_random_rounds_reach_every_outcome() -> None:
    assert reached(random_script, reckon) == OUTCOMES


def test_golden_rounds_reach_every_outcome_and_prize() -> None:
    assert golden_outcomes(GAME) >= OUTCOMES
    assert golden_prizes(GAME, "bonus") == set(PRIZES.values())


def test_every_article_has_a_golden_round() -> None:
    assert golden_articles(GAME) == {f"67.{n}" for n in range(1, 10)}
