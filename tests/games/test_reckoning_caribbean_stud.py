from tests.games.naive_checks import (
    agrees_with_examples,
    agrees_with_golden_rounds,
    golden_articles,
    golden_outcomes,
    golden_prizes,
    pays,
    reached,
)
from tests.games.reckoning_caribbean_stud import PAID, PRIZES, random_script, reckon

GAME = "caribbean-stud"
OUTCOMES = {
    ("ante", "lose", None, "67.16"),
    ("ante", "win", "1:1", "67.17"),
    ("raise", "push", None, "67.17"),
    *((on, "push", None, "67.19") for on in ("ante", "raise")),
    *((on, "lose", None, "67.20") for on in ("ante", "raise")),
    ("ante", "win", "1:1", "67.20"),
    *pays("raise", "67.20", PAID),
    *(("progressive", outcome, None, "67.21") for outcome in ("win", "lose")),
}
"""All that bets may come to: the bet, its outcome, its odds, the article."""
LOT = 1_000_000


def test_the_reckoning_agrees_with_the_examples() -> None:
    agrees_with_examples(GAME, reckon)


def test_the_reckoning_agrees_with_the_golden_rounds() -> None:
    agrees_with_golden_rounds(GAME, reckon)


def test_random_rounds_reach_every_outcome() -> None:
    assert reached(random_script, reckon) == OUTCOMES


def test_golden_rounds_reach_every_outcome_and_prize() -> None:
    assert golden_outcomes(GAME) >= OUTCOMES
    assert golden_prizes(GAME, "progressive") >= {LOT, LOT // 10, *PRIZES.values()}


def test_every_article_has_a_golden_round() -> None:
    assert golden_articles(GAME) == {f"67.{n}" for n in range(10, 22)}
