"""What the reckoning of a poker in which players raise is held to: golden rounds and chance."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.games.naive_rounds import Line, Script, Step

GAMES = Path(__file__).parent

Outcome = tuple[str, str, str | None, str]
"""The bet, its outcome, its odds, the article."""
Places = Counter[tuple[int, str]]
"""Cents by spot and bet."""


def golden_rounds_reach(game: str, outcomes: set[Outcome]) -> None:
    """Hold the golden rounds of a game to all that its bets may come to."""
    reached = {
        (on, outcome, odds, article)
        for path in (GAMES / game).glob("*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
        for _, on, outcome, _, _, _, odds, article in json.loads(line)["expect"]
    }
    assert outcomes - reached == set()


def chance_reaches(
    outcomes: set[Outcome],
    random_script: Callable[[Random], Script],
    reckon: Callable[[Script], list[Line]],
) -> None:
    """Hold 300 random rounds to one pack, to the money, and to all that bets may come to."""
    reached = set()
    for seed in range(300):
        script = random_script(Random(seed))
        lines = reckon(script)
        cards = [card for step in script["steps"] for card in _cards(step)]
        assert len(set(cards)) == len(cards), seed
        assert _staked(lines) == _laid(script), seed
        assert [line for line in lines if not _is_conserved(line, _staked(lines))] == [], seed
        reached |= {(line["on"], line["outcome"], line["odds"], line["article"]) for line in lines}
    assert reached == outcomes


def _cards(step: Step) -> list[str]:
    return [step["card"]] if "card" in step else list(step.get("cards", []))


def _laid(script: Script) -> Places:
    """Return what is laid at each place; Boston's raise, where nothing is said, is as the first."""
    laid: Places = Counter()
    for step in script["steps"]:
        if "bet" in step:
            laid[step["bet"]["spot"], step["bet"]["on"]] += step["bet"]["cents"]
        elif "decide" in step and step["decide"]["do"] == "raise":
            spot = step["decide"]["spot"]
            on = "second" if (spot, "first") in laid else "raise"
            laid[spot, on] += step["decide"].get("cents", laid[spot, "first"])
    return laid


def _staked(lines: list[Line]) -> Places:
    staked: Places = Counter()
    for line in lines:
        staked[line["spot"], line["on"]] += line["stake"]
    return staked


def _is_conserved(line: Line, staked: Places) -> bool:
    """A stake goes back whole or not at all; a win is paid its odds, a bonus besides the stake."""
    odds = int(line["odds"].split(":")[0]) if line["outcome"] == "win" else 0
    back = 0 if line["outcome"] == "lose" else line["stake"]
    return (
        line["returned"] == back
        and line["paid"] == odds * staked[line["spot"], line["on"]]
        and line["commission"] == 0
        and (line["odds"] is None) == (odds == 0)
        and (line["stake"] == 0) == line.get("bonus", False)
    )
