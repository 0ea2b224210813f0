"""The independent reckoning of craps: refusals, carried-over bets, returns, fair money."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.kits.examples import examples
from tests.kits.games.chance.craps import Evening
from tests.kits.games.kept_rounds import NAMED, golden_outcomes, golden_rounds, kept_examples
from tests.kits.games.naive.craps import (
    BETS,
    MAY_WORK,
    NUMBERS,
    ONE_ROLL,
    PARTS,
    TRAVELLED,
    Fate,
    decided,
    fate,
    same,
    split,
)
from tests.kits.games.naive.craps_rolls import POINTS, ROLLS, late_shape, returns, sequences, shape
from tests.kits.games.naive.table import Line, Script
from tests.kits.games.reckoning.checks import accepted
from tests.kits.games.reckoning.craps import random_script, reckon, standing
from tests.kits.offenders import each

ORDERLY = [golden for golden in golden_rounds("craps") if not golden.get("alarm")]
WAYS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
"""Of 36 rolls those that come to a number."""


@cache
def evenings() -> list[tuple[Script, list[Line]]]:
    scripts = [random_script(Random(seed)) for seed in range(examples(210, 300))]
    return [(script, reckon(script)) for script in scripts]


# golden rounds and examples


@each(
    "name, number",
    [
        (golden["script"]["id"], number)
        for golden in ORDERLY
        if "limits" not in golden["script"]
        for number in golden.get("refused", [])
    ],
)
def test_what_is_refused_is_no_legal_script(name: str, number: int) -> None:
    golden = NAMED[name]
    refused = set(golden["refused"]) - {number}
    steps = golden["script"]["steps"]
    with_it = [step for place, step in enumerate(steps, 1) if place not in refused]
    with pytest.raises(AssertionError):
        reckon({**golden["script"], "steps": with_it})


def test_what_golden_rounds_leave_stands_over() -> None:
    for golden in ORDERLY:
        over = [[line["spot"], line["on"], line["stake"]] for line in standing(accepted(golden))]
        assert sorted(over) == sorted(golden.get("standing", [])), golden["script"]["id"]


def test_agrees_with_the_examples() -> None:
    for example in kept_examples("craps"):
        script, expect = example["script"], example["expect"]
        if "refused" in expect:
            with pytest.raises(AssertionError):
                reckon(script)
            continue
        lines = [line for line in reckon(script) if line["spot"] == 1]
        net: Counter[str] = Counter()
        for line in lines:
            on = line["on"].partition(":")[0] if line["on"] in TRAVELLED else line["on"]
            net[on] += line["returned"] + line["paid"] - line["stake"]
        assert net == expect["net"], script
        assert sum(line["commission"] for line in lines) == expect["commission"], script
        over = [line["on"] for line in standing(script)]
        assert over == expect.get("standing", over), script


# random evenings


def test_a_stake_is_settled_once_or_stands_over() -> None:
    for script, lines in evenings()[:: examples(3, 1)]:
        laid: Counter[int] = Counter()
        for bet in (step["bet"] for step in script["steps"] if "bet" in step):
            laid[bet["spot"]] += bet["cents"]
        ended: Counter[int] = Counter()
        for line in (*lines, *standing(script)):
            ended[line["spot"]] += line["stake"]
        assert laid == ended, script


def test_no_cent_is_made_or_lost() -> None:
    for script, lines in evenings():
        assert [line for line in lines if not is_fair(line)] == [], script


def is_fair(line: Line) -> bool:
    """What won goes back and is paid its odds; else all of the stake goes back, or nothing."""
    part = line["stake"] // PARTS.get(line["on"], 1)
    back = {"win": part, "push": line["stake"], "lose": 0}
    to, one = map(int, (line["odds"] or "0:1").split(":"))
    owes = split(line["on"])[0] in ("buy", "lay")
    return (
        line["returned"] == back[line["outcome"]]
        and line["paid"] == part * to // one
        and bool(line["odds"]) == (line["outcome"] == "win")
        and 0 <= line["commission"] <= owes * (line["stake"] + 19) // 20
    )


@each("seed", range(examples(16, 40)))
def test_what_stands_is_the_same_from_roll_to_roll_and_bet_by_bet(seed: int) -> None:
    evening = Evening(Random(seed))
    for _ in range(30):
        evening.go_on()
        over = standing({"steps": evening.steps})
        assert {(line["spot"], same(line["on"])) for line in over} == evening.standing.keys()


def outcomes() -> set[tuple[str, str, str | None, str | None]]:
    """Return all that bets may come to, as their articles say; taken or voided is by none."""
    lines = {(on, "push", None, None) for on in (*BETS, *TRAVELLED)}
    lines |= {(on, "push", None, "95.14") for on in ("dont_pass", "dont_come")}
    lines |= {(f"come_odds:{number}", "push", None, "95.16") for number in NUMBERS}
    for article, wins in ODDS.items():
        for on, odds in wins.items():
            lines |= {(on, "win", paid, article) for paid in odds.split()}
            lines.add((on, "lose", None, article))
    return {(of_a_kind(on), *rest) for on, *rest in lines}


def of_a_kind(on: str) -> str:
    """Return a bet's name, the hops as two: on a pair, and on two faces."""
    name, faces = split(on)
    return on if name != "hop" else "hop:pair" if faces[0] == faces[1] else "hop:two"


def numbered(name: str, *odds: str) -> dict[str, str]:
    return {f"{name}:{number}": paid for number, paid in zip(NUMBERS, odds, strict=True)}


RIGHT = ("2:1", "3:2", "6:5", "6:5", "3:2", "2:1")
WRONG = ("1:2", "2:3", "5:6", "5:6", "2:3", "1:2")
ODDS: dict[str, dict[str, str]] = {
    "95.14": {
        **dict.fromkeys(("pass", "dont_pass", "come", "dont_come", *TRAVELLED), "1:1"),
        "field": "1:1 2:1",
    },
    "95.15": {
        "any_7": "4:1",
        **dict.fromkeys(("hard:4", "hard:10", "any_craps"), "7:1"),
        **dict.fromkeys(("hard:6", "hard:8"), "9:1"),
        **dict.fromkeys(("eleven", "craps:3", "hop:1,2"), "15:1"),
        **dict.fromkeys(("craps:2", "craps:12", "hop:1,1"), "30:1"),
        **dict.fromkeys(("horn", "three_way"), "30:1 15:1"),
        "world": "30:1 15:1 4:1",
    },
    "95.16": {
        "pass_odds": " ".join(RIGHT),
        "dont_pass_odds": " ".join(WRONG),
        **numbered("come_odds", *RIGHT),
        **numbered("dont_come_odds", *WRONG),
    },
    "95.17": {
        **numbered("place", "9:5", "7:5", "7:6", "7:6", "7:5", "9:5"),
        **numbered("buy", *RIGHT),
        **numbered("lay", *WRONG),
    },
}
"""What bets are paid, by article."""


def test_chance_reaches_all_that_bets_may_come_to() -> None:
    lines = [line for _, lines in evenings() for line in lines]
    reached = {
        (of_a_kind(line["on"]), line["outcome"], line["odds"], line["article"]) for line in lines
    }
    voided = {(f"come:{number}", "push", None, None) for number in NUMBERS}
    assert outcomes() - voided <= reached <= outcomes()


def test_golden_rounds_reach_all_that_the_articles_decide() -> None:
    reached = {(of_a_kind(on), *rest) for on, *rest in golden_outcomes("craps")}
    assert reached <= outcomes()
    assert [line for line in outcomes() - reached if line[3]] == []


# every roll, and every sequence of four


def counts(on: str, point: int | None, *, working: bool = False) -> tuple[int, int, int]:
    """Return how many of the 36 rolls win, lose and void a bet."""
    found = Counter(decided(on, roll, point, working) for roll in ROLLS)
    return found["win"], found["lose"], found["push"]


def test_bets_that_any_roll_decides() -> None:
    wins = {"field": 16, "any_7": 6, "any_craps": 4, "horn": 6, "world": 12, "three_way": 4}
    single = ("craps:2", "craps:12", "hop:pair")
    for on in ONE_ROLL:
        ways = wins.get(on, 1 if of_a_kind(on) in single else 2)
        assert {counts(on, point) for point in POINTS} == {(ways, 36 - ways, 0)}, on


def test_bets_of_the_come_out_and_of_the_point() -> None:
    assert counts("pass", None) == (8, 4, 0)
    assert counts("dont_pass", None) == (3, 8, 1)
    for point, ways in WAYS.items():
        assert counts("come", point) == (8, 4, 0)
        assert counts("dont_come", point) == (3, 8, 1)
        for on in ("pass", "pass_odds"):
            assert counts(on, point) == (ways, 6, 0)
            assert counts(f"dont_{on}", point) == (6, ways, 0)


@each("number", NUMBERS)
def test_bets_on_a_number(number: int) -> None:
    right, wrong, off = (WAYS[number], 6, 0), (6, WAYS[number], 0), (0, 0, 0)
    for point in POINTS:
        assert counts(f"come:{number}", point) == right
        for name in ("dont_come", "dont_come_odds", "lay"):
            assert counts(f"{name}:{number}", point) == wrong
        for name in ("place", "buy"):
            assert counts(f"{name}:{number}", point) == (right if point else off)
            assert counts(f"{name}:{number}", point, working=True) == right
        back = (0, 0, 6 + WAYS[number])
        assert counts(f"come_odds:{number}", point) == (right if point else back)
        assert counts(f"come_odds:{number}", point, working=True) == right
        if number % 2 == 0:
            hard = (1, 6 + WAYS[number] - 1, 0)
            assert counts(f"hard:{number}", point) == (hard if point else off)
            assert counts(f"hard:{number}", point, working=True) == hard


def met(becomes: Fate) -> tuple[str | None, int]:
    return becomes.outcome, becomes.rolls


def test_in_every_sequence_bets_of_one_article_fare_alike() -> None:
    for rolls in islice(sequences(), None, None, examples(7, 1)):
        first, number = rolls[0], sum(rolls[0])
        assert met(fate("come", rolls)) == met(fate("pass", rolls))
        assert met(fate("dont_come", rolls)) == met(fate("dont_pass", rolls))
        if number not in NUMBERS:
            assert fate("pass", rolls).rolls == 1
            continue
        assert fate("come", rolls).on == f"come:{number}"
        rest = rolls[1:]
        for side, pays in (("", ("place", "buy")), ("dont_", ("lay",))):
            whole = fate(f"{side}pass", rolls)
            follows = (whole.outcome, whole.rolls - 1)
            assert met(fate(f"{side}pass_odds", rest, number)) == follows
            for name in (f"{side}come", f"{side}come_odds", *pays):
                assert met(fate(f"{name}:{number}", rest, number)) == follows, (name, rolls)
        if sum(first) in (4, 10) and sum(rest[0]) == number:
            hard = "win" if rest[0][0] == rest[0][1] else "lose"
            assert met(fate(f"hard:{number}", rest, number)) == (hard, 1)


def test_what_is_off_meets_nothing_before_the_point() -> None:
    """A bet laid on the come-out fares as one that is laid when the first point is on."""
    offs = [on for on in BETS if split(on)[0] in MAY_WORK - {"come_odds"}]
    for rolls in sequences(3):
        nth = next((at for at, roll in enumerate(rolls) if sum(roll) in NUMBERS), len(rolls) - 1)
        point = sum(rolls[nth]) if sum(rolls[nth]) in NUMBERS else None
        for on in offs:
            later = fate(on, rolls[nth + 1 :], point)
            assert fate(on, rolls) == later._replace(rolls=later.rolls + nth + 1), (on, rolls)


def test_the_sequences_part_all_that_bets_can_tell_apart() -> None:
    standing_bets = [on for on in (*BETS, *TRAVELLED) if on not in (*ONE_ROLL, "come", "dont_come")]
    for point in POINTS:
        for on in BETS:
            if split(on)[0] != "hop":
                assert_told_apart_by(shape, on, point)
        for on in standing_bets:
            if point or on not in ("pass", "dont_pass"):
                assert_told_apart_by(late_shape, on, point)


def assert_told_apart_by(key: Any, on: str, point: int | None) -> None:
    for working in {False, split(on)[0] in MAY_WORK}:
        found = {(key(roll), decided(on, roll, point, working)) for roll in ROLLS}
        assert len(found) == len(set(map(key, ROLLS))), (on, point)


def test_the_sequences_show_every_roll_at_every_place() -> None:
    found = list(sequences())
    assert len(found) == len(set(found)) < 30_000
    for place in range(1, 4):
        assert {rolls[place] for rolls in found if len(rolls) > place} == set(ROLLS)
    assert {shape(rolls[0]) for rolls in found} == set(map(shape, ROLLS))


# what bets return

EDGES = {
    **dict.fromkeys(("pass", "come"), "7/495"),
    **dict.fromkeys(("dont_pass", "dont_come"), "3/220"),
    **dict.fromkeys(("hard:4", "hard:10", "eleven", "any_craps", "craps:3", "hop:two"), "1/9"),
    **dict.fromkeys(("hard:6", "hard:8"), "1/11"),
    **dict.fromkeys(("craps:2", "craps:12", "hop:pair"), "5/36"),
    "field": "1/18",
    "any_7": "1/6",
    "horn": "1/8",
    "world": "2/15",
    "three_way": "7/54",
    **numbered("place", "1/15", "1/25", "1/66", "1/66", "1/25", "1/15"),
    **dict.fromkeys(numbered("buy", *RIGHT), "1/20"),
    **numbered("lay", "1/40", "1/30", "1/24", "1/24", "1/30", "1/40"),
}
"""What the house keeps of 1; of odds nothing."""


@each("working", [False, True])
def test_what_every_bet_returns(working: bool) -> None:
    wanted = {on: 1 - Fraction(EDGES.get(of_a_kind(on), 0)) for on in BETS}
    assert returns(working=working) == wanted
