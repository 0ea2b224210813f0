"""The independent reckoning of both Blackjack games: what its random rounds reach."""

from tests.kits.games.reckoning.checks import random_rounds, reckoning
from tests.kits.offenders import each

GAMES = ("blackjack", "blackjack-multi-action")
ARTICLES = {("win", "21"), ("lose", "18"), ("lose", "20"), ("push", "19"), ("push", "20")}
"""What a main bet comes to."""


@each("game", GAMES)
def test_chance_reaches_every_outcome(game: str) -> None:
    bets = reckoning(game).BETS
    lines = [line for _, settled in random_rounds(game) for line in settled]
    drawn = {(on, "push") for on in bets if on.startswith("main")}
    reached = {(line["on"], line["outcome"]) for line in lines}
    assert reached == {(on, outcome) for on in bets for outcome in ("win", "lose")} | drawn
    mains = [line for line in lines if line["on"].startswith("main")]
    assert {(line["outcome"], line["article"]) for line in mains} == ARTICLES


@each("game", GAMES)
def test_chance_bets_behind_doubles_and_splits(game: str) -> None:
    decided = {
        (step["decide"]["do"], "bettor" in step["decide"], "cents" in step["decide"])
        for script, _ in random_rounds(game)
        for step in script["steps"]
        if "decide" in step
    }
    costly = ("double", "split", "insurance")
    assert decided >= {(do, who, said) for do in costly for who in (0, 1) for said in (0, 1)}
