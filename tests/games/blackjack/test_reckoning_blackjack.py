"""The independent reckoning of both Blackjack games: its refusals, and its random rounds."""

import itertools
from collections import Counter
from typing import Any

import pytest

from tests.kits.games.kept_rounds import NAMED, golden_rounds
from tests.kits.games.naive.blackjack import DEFAULTS, Hand, may_double
from tests.kits.games.naive.table import Script
from tests.kits.games.reckoning import blackjack as reckoning_blackjack
from tests.kits.games.reckoning import blackjack_multi_action as reckoning_blackjack_multi_action
from tests.kits.games.reckoning.checks import is_reckonable, random_rounds
from tests.kits.offenders import each

GAMES = {
    "blackjack": reckoning_blackjack,
    "blackjack-multi-action": reckoning_blackjack_multi_action,
}


def is_of_a_hand(step: dict[str, Any]) -> bool:
    """A decision on how a hand is played, that is not refused for its amount."""
    said = step.get("decide", {})
    return said.get("do") in ("hit", "stand", "double", "split") and "cents" not in said


FORBIDDEN = [
    (game, golden["script"]["id"], number)
    for game in GAMES
    for golden in golden_rounds(game)
    for number in golden.get("refused", [])
    if is_reckonable(golden) and is_of_a_hand(golden["script"]["steps"][number - 1])
]


@each("game, name, number", FORBIDDEN)
def test_what_is_refused_is_no_legal_script(game: str, name: str, number: int) -> None:
    golden = NAMED[name]
    steps = golden["script"]["steps"]
    refused = set(golden["refused"]) - {number}
    with_it = [step for place, step in enumerate(steps, 1) if place not in refused]
    with pytest.raises(AssertionError):
        GAMES[game].reckon({**golden["script"], "steps": with_it})


def test_only_these_two_cards_double_where_nothing_else_is_shown() -> None:
    pairs = ["".join(pair) for pair in itertools.combinations_with_replacement("A23456789TJQK", 2)]
    double = [two for two in pairs if may_double(Hand([two[0] + "S", two[1] + "H"], {}), DEFAULTS)]
    assert double == ["A8", "A9", "27", "28", "29", "36", "37", "38", "45", "46", "47", "55", "56"]


@each("game", GAMES)
def test_chance_reaches_every_outcome_of_every_bet(game: str) -> None:
    bets = GAMES[game].BETS
    lines = [line for _, settled in random_rounds(game) for line in settled]
    reached = {(line["on"], line["outcome"]) for line in lines}
    mains = [on for on in bets if on.startswith("main")]
    drawn = {(on, "push") for on in mains}
    assert reached == {(on, outcome) for on in bets for outcome in ("win", "lose")} | drawn


@each("game", GAMES)
def test_chance_reaches_every_article_of_a_main_bet(game: str) -> None:
    mains = [
        line for _, lines in random_rounds(game) for line in lines if line["on"].startswith("main")
    ]
    reached = {(line["outcome"], line["article"]) for line in mains}
    assert reached == {
        ("win", "21"),
        ("lose", "18"),
        ("lose", "20"),
        ("push", "19"),
        ("push", "20"),
    }


@each("game", GAMES)
def test_chance_bets_behind_doubles_splits_and_insures(game: str) -> None:
    decided = {
        (step["decide"]["do"], "bettor" in step["decide"], "cents" in step["decide"])
        for script, _ in random_rounds(game)
        for step in script["steps"]
        if "decide" in step
    }
    costly = ("double", "split", "insurance")
    assert decided >= {(do, who, said) for do in costly for who in (0, 1) for said in (0, 1)}


@each("game", GAMES)
def test_no_cent_is_made_or_lost(game: str) -> None:
    for script, lines in random_rounds(game):
        for line in lines:
            assert 0 <= line["returned"] <= line["stake"]
            assert line["commission"] == 0
            if line["outcome"] != "win":
                assert line["paid"] == 0
            if line["outcome"] == "push":
                assert line["returned"] == line["stake"]
        assert sum(line["stake"] for line in lines) == staked(script)


def staked(script: Script) -> int:
    """What was bet, and as much again for every double and split; half of it to insure."""
    bets: Counter[tuple[int, str | None]] = Counter()
    first: Counter[tuple[int, str | None]] = Counter()
    side = 0
    for bet in (step["bet"] for step in script["steps"] if "bet" in step):
        is_main = bet["on"].startswith("main")
        bets[bet["spot"], bet.get("bettor")] += bet["cents"] if is_main else 0
        is_first = bet["on"] in ("main", "main:1")
        first[bet["spot"], bet.get("bettor")] += bet["cents"] if is_first else 0
        side += 0 if is_main else bet["cents"]
    added = 0
    for said in (step["decide"] for step in script["steps"] if "decide" in step):
        who = said["spot"], said.get("bettor")
        costs = {"double": bets[who], "split": bets[who], "insurance": first[who] // 2}
        cost = costs.get(said["do"], 0)
        assert said.get("cents", cost) == cost
        added += cost
    return bets.total() + side + added
