"""What a second reckoning of a poker game is held to: golden rounds, examples, chance."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.naive_rounds import Line, Script, bets

ROOM = Path(__file__).parent
EXAMPLES = Path(__file__).parents[3] / "shared" / "rounds"
TOLD = ("spot", "on", "outcome", "returned", "paid", "commission", "odds", "article")
IN_ORDER = {"bet", "press", "card", "cards", "decide"}
PRESSED = [{"press": "no_more_bets"}, {"press": "confirm"}]

Reckon = Callable[[Script], list[Line]]
Reached = set[tuple[Any, ...]]


def golden_rounds(game: str) -> list[dict[str, Any]]:
    """Return the golden rounds of a game."""
    return [golden for path in sorted((ROOM / game).glob("*.jsonl")) for golden in _read(path)]


def agrees_with_golden_rounds(game: str, reckon: Reckon) -> None:
    """Reckon each golden round in which all is in order, and most of them are such."""
    golden = golden_rounds(game)
    plain = [one for one in golden if _is_plain(one)]
    assert len(plain) > len(golden) / 2
    for one in plain:
        lines = [[line[name] for name in TOLD] for line in reckon(one["script"])]
        assert lines == one["expect"], one["script"]["id"]


def agrees_with_examples(game: str, reckon: Reckon) -> None:
    """Reckon the shared examples in which nothing is refused."""
    path = EXAMPLES / f"{game}.jsonl"
    if not path.exists():
        pytest.skip("the shared examples are not here")
    examples = [one for one in _read(path) if "net" in one["expect"]]
    assert examples
    for one in examples:
        lines = [line for line in reckon(one["script"]) if line["spot"] == 1]
        expected = {"paid": {}, **one["expect"]}
        net = dict(_net(lines, expected["net"]))
        assert {on: net[on] for on in expected["net"]} == expected["net"], one["script"]["id"]
        paid = {on: _sum(lines, on, "paid") for on in expected["paid"]}
        assert paid == expected["paid"], one["script"]["id"]
        assert sum(line["commission"] for line in lines) == expected["commission"]


def is_conserved(line: Line) -> bool:
    """Nothing is paid but on a win; a stake goes back whole, or half of one given up, or not."""
    whole, prize = line["stake"], line["odds"] is None
    back = {
        "win": 0 if prize else whole,
        "push": whole,
        "lose": 0,
        "surrender": whole // 2,
    }
    return (
        line["returned"] == back[line["outcome"]]
        and line["paid"] >= 0 == line["commission"]
        and (line["outcome"] == "win" or (line["paid"] == 0 and prize))
        and (whole == 0) == ("bonus" in line)
    )


def reached(random_script: Callable[[Random], Script], reckon: Reckon) -> Reached:
    """Reckon 300 random rounds; return the bets, outcomes, odds and articles that came."""
    lines = []
    for seed in range(300):
        script = random_script(Random(seed))
        settled = reckon(script)
        assert _is_one_pack(script), seed
        assert _staked(settled) >= _laid(script), seed
        assert [line for line in settled if not is_conserved(line)] == [], seed
        lines += settled
    return {(line["on"], line["outcome"], line["odds"], line["article"]) for line in lines}


def pays(on: str, article: str, to_one: dict[str, int]) -> Reached:
    """Return the wins of a pay table."""
    return {(on, "win", f"{odds}:1", article) for odds in to_one.values()}


def golden_outcomes(game: str) -> Reached:
    """Return the bets, outcomes, odds and articles that golden rounds come to."""
    rows = [row for golden in golden_rounds(game) for row in golden["expect"]]
    return {(on, outcome, odds, article) for _, on, outcome, _, _, _, odds, article in rows}


def golden_prizes(game: str, on: str) -> set[int]:
    """Return the fixed prizes of a bet in the golden rounds."""
    rows = [row for golden in golden_rounds(game) for row in golden["expect"]]
    return {row[4] for row in rows if row[1:3] == [on, "win"]}


def golden_articles(game: str) -> set[str]:
    """Return the articles that golden rounds show."""
    ids = [golden["script"]["id"] for golden in golden_rounds(game)]
    return {name.removeprefix(f"{game}-").split("-")[0] for name in ids}


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _is_plain(golden: dict[str, Any]) -> bool:
    steps = golden["script"]["steps"]
    in_order = all(step.keys() <= IN_ORDER for step in steps)
    pressed = [step for step in steps if "press" in step]
    return in_order and pressed == PRESSED and not {"refused", "alarm"} & golden.keys()


def _net(lines: list[Line], names: dict[str, int]) -> Counter[str]:
    """Sum what each bet brings, a second payment apart where the example names it so."""
    net: Counter[str] = Counter()
    for line in lines:
        apart = f"{line['on']}_bonus"
        on = apart if "bonus" in line and apart in names else line["on"]
        net[on] += line["returned"] + line["paid"] - line["stake"]
    return net


def _sum(lines: list[Line], on: str, what: str) -> int:
    return sum(line[what] for line in lines if line["on"] == on)


def _is_one_pack(script: Script) -> bool:
    cards = [
        card
        for step in script["steps"]
        for card in (*step.get("cards", ()), *(step[name] for name in step if name == "card"))
    ]
    return len(set(cards)) == len(cards)


def _laid(script: Script) -> Counter[tuple[int, str]]:
    stakes = (stake for on in bets(script).values() for stake in on.values())
    return Counter({(stake.spot, stake.on): stake.cents for stake in stakes})


def _staked(lines: list[Line]) -> Counter[tuple[int, str]]:
    staked: Counter[tuple[int, str]] = Counter()
    for line in lines:
        staked[line["spot"], line["on"]] += line["stake"]
    return staked
