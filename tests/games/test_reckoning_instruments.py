"""The independent reckonings of the games of a wheel or of three dice: their common rules."""

from collections import Counter
from typing import Any

from tests.kits.games.kept_rounds import TOLD, golden_rounds, kept_examples
from tests.kits.games.naive.table import CONFIRM, Line, Script
from tests.kits.games.reckoning import roulette as reckoning_roulette
from tests.kits.games.reckoning import sic_bo as reckoning_sic_bo
from tests.kits.games.reckoning import wheel_of_fortune as reckoning_wheel_of_fortune
from tests.kits.games.reckoning.checks import accepted, net, random_rounds
from tests.kits.offenders import each

GAMES = {
    "roulette": reckoning_roulette,
    "sic-bo": reckoning_sic_bo,
    "wheel-of-fortune": reckoning_wheel_of_fortune,
}
PAID = {
    "roulette": {
        *((on, f"{odds}:1") for on, odds in reckoning_roulette.TO_ONE.items()),
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


def standing(script: Script) -> list[Line]:
    return reckoning_roulette.standing(script) if script["game"] == "roulette" else []


def is_played(golden: dict[str, Any]) -> bool:
    return 0 not in golden.get("refused", [])


@each("game", GAMES)
def test_a_reckoning_agrees_with_every_golden_round(game: str) -> None:
    """With those too in which chips move late, a round is voided or a spin is none."""
    for one in filter(is_played, golden_rounds(game)):
        lines = GAMES[game].reckon(accepted(one))
        assert [[line[name] for name in TOLD] for line in lines] == one["expect"], one["script"]


@each("game", GAMES)
def test_a_reckoning_agrees_with_the_examples(game: str) -> None:
    for one in kept_examples(game):
        expect, lines = one["expect"], GAMES[game].reckon(one["script"])
        assert net(lines, expect.get("net", {})) == expect.get("net", net(lines, {}))
        assert sum(line["commission"] for line in lines) == expect.get("commission", 0)
        assert sorted(line["on"] for line in standing(one["script"])) == expect.get("standing", [])


@each("game", GAMES)
def test_a_stake_goes_back_as_its_outcome_says_and_only_a_win_is_paid(game: str) -> None:
    for script, lines in random_rounds(game):
        for line in lines:
            stake = line["stake"]
            to, one = map(int, (line["odds"] or "0:1").split(":"))
            assert stake > 0 == line["commission"]
            assert line["returned"] == {"win": stake, "push": stake, "lose": 0}[line["outcome"]]
            assert line["paid"] == stake * to // one
            assert (line["outcome"] == "win") == (to > 0), script


@each("game", GAMES)
def test_every_cent_that_was_laid_is_settled_or_stands_over(game: str) -> None:
    for script, lines in random_rounds(game):
        laid: Counter[tuple[int, str | None]] = Counter()
        for bet in (step["bet"] for step in script["steps"] if "bet" in step):
            laid[bet["spot"], bet.get("bettor")] += bet["cents"]
        for line in lines + standing(script):
            laid[line["spot"], line.get("bettor")] -= line["stake"]
        assert not any(laid.values()), script
        assert script["steps"][-1] == CONFIRM


@each("game", GAMES)
def test_chance_wins_and_loses_every_bet_in_every_way(game: str) -> None:
    lines = [line for _, settled in random_rounds(game) for line in settled]
    reached = {(base(line["on"]), line["outcome"]) for line in lines}
    outcomes = ("win", "lose", "push")
    assert reached == {(on, outcome) for on in GAMES[game].BETS for outcome in outcomes}
    assert {(base(line["on"]), line["odds"]) for line in lines if line["odds"]} == PAID[game]
