"""Chance wins and loses every bet on a wheel or on three dice in every way."""

from tests.kits.games.reckoning.checks import random_rounds, reckoning
from tests.kits.games.reckoning.roulette import TO_ONE
from tests.kits.offenders import each

PAID = {
    "roulette": {
        *((on, f"{odds}:1") for on, odds in TO_ONE.items()),
        *(("top_line", "6:1"), ("top_line", "8:1")),
        *(("twice", "1200:1"), ("twice", "1000:1"), ("thrice", "10000:1")),
    },
    "sic-bo": {
        *(("triple", "150:1"), ("double", "8:1"), ("any_triple", "24:1"), ("duo", "5:1")),
        *(("sum", f"{odds}:1") for odds in (50, 30, 18, 12, 8, 6)),
        *(("single", f"{odds}:1") for odds in (1, 2, 3)),
        *(("small", "1:1"), ("big", "1:1")),
    },
    "wheel-of-fortune": {("on", f"{odds}:1") for odds in (1, 2, 4, 5, 8, 10, 45, 50)},
}
"""Every line of the tables of 72, 72.1 and 95.24, and of the wheels that chance turns."""


def base(on: str) -> str:
    return on.partition(":")[0]


@each("game", PAID)
def test_chance_reaches_every_outcome_and_odds(game: str) -> None:
    lines = [line for _, settled in random_rounds(game) for line in settled]
    reached = {(base(line["on"]), line["outcome"]) for line in lines}
    outcomes = ("win", "lose", "push")
    assert reached == {(on, outcome) for on in reckoning(game).BETS for outcome in outcomes}
    assert {(base(line["on"]), line["odds"]) for line in lines if line["odds"]} == PAID[game]
