"""What every second reckoning is held to: the golden rounds, the examples, chance."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.naive_table import Line, Script, rounds

GAMES = Path(__file__).parent
EXAMPLES = Path(__file__).parents[3] / "shared" / "rounds"
TOLD = ("spot", "on", "outcome", "returned", "paid", "commission", "odds", "article")
IN_PLAY = {"raise", "war"}
PLAIN = {"bet", "press", "card", "cards", "decide", "number", "bank"}
"""The steps of a round in which nothing is out of order."""

Reckon = Callable[[Script], list[Line]]
Chance = Callable[[Random], Script]


def agrees_with_the_golden_rounds(game: str, reckon: Reckon) -> None:
    golden = [one for path in sorted((GAMES / game).glob("*.jsonl")) for one in _read(path)]
    plain = [one for one in golden if _is_plain(one)]
    assert plain
    for one in plain:
        lines = [[line[name] for name in TOLD] for line in reckon(one["script"])]
        assert lines == one["expect"], one["script"]["id"]


def agrees_with_the_examples(game: str, reckon: Reckon) -> None:
    path = EXAMPLES / f"{game}.jsonl"
    if not path.exists():
        pytest.skip("the shared examples are not here")
    examples = [one for one in _read(path) if "refused" not in one["expect"]]
    assert examples
    for one in examples:
        lines = [line for line in reckon(one["script"]) if line["spot"] == 1]
        assert _net(lines) == one["expect"]["net"], one["id"]
        owed = sum(line["commission"] for line in lines)
        assert owed == one["expect"]["commission"], one["id"]


def chance_reaches(
    outcomes: set[tuple[Any, ...]], random_script: Chance, reckon: Reckon, decks: int
) -> None:
    """Hold 300 random rounds to the shoe, to the money, and to all that bets may come to."""
    reached: set[tuple[Any, ...]] = set()
    for seed in range(300):
        script = random_script(Random(seed))
        lines = reckon(script)
        shoe = script["options"].get("decks", decks)
        assert all(max(Counter(played.cards).values()) <= shoe for played in rounds(script)), seed
        assert _laid(script) == _staked(lines), seed
        assert [line for line in lines if not _is_conserved(line)] == [], seed
        reached |= {(x["on"], x["outcome"], x["odds"], x["article"]) for x in lines}
    assert reached == outcomes, reached ^ outcomes


def _laid(script: Script) -> Counter[tuple[int, str]]:
    """Return what was placed before the closes, and how often chips were added in play."""
    laid: Counter[tuple[int, str]] = Counter()
    for step in script["steps"]:
        if "bet" in step:
            laid[step["bet"]["spot"], step["bet"]["on"]] += step["bet"]["cents"]
        elif "decide" in step and step["decide"]["do"] in IN_PLAY:
            laid[step["decide"]["spot"], step["decide"]["do"]] += 1
    return laid


def _staked(lines: list[Line]) -> Counter[tuple[int, str]]:
    staked: Counter[tuple[int, str]] = Counter()
    for line in lines:
        staked[line["spot"], line["on"]] += 1 if line["on"] in IN_PLAY else line["stake"]
    return staked


def _is_conserved(line: Line) -> bool:
    """A stake goes back whole or not at all, unless given up; only a win is paid and owes."""
    back = {"win": {line["stake"]}, "push": {line["stake"]}, "lose": {0}}
    given_up = {0, line["stake"] // 2}
    is_won = line["outcome"] == "win"
    return (
        line["stake"] > 0
        and line["returned"] in back.get(line["outcome"], given_up)
        and is_won == (line["odds"] is not None)
        and (is_won or line["paid"] == line["commission"] == 0)
        and 0 <= line["commission"] <= line["stake"] // 20 + 50
    )


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _is_plain(golden: dict[str, Any]) -> bool:
    steps = golden["script"]["steps"]
    in_order = not ({"refused", "alarm"} & golden.keys())
    return (
        in_order and all(step.keys() <= PLAIN for step in steps) and {"press": "void"} not in steps
    )


def _net(lines: list[Line]) -> dict[str, int]:
    net: dict[str, int] = {}
    for line in lines:
        won = line["returned"] + line["paid"] - line["stake"]
        net[line["on"]] = net.get(line["on"], 0) + won
    return net
