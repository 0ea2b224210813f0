"""The second reckoning of both Blackjack games against what was worked out by hand, and chance."""

import itertools
import json
import random
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.games import reckoning_blackjack, reckoning_blackjack_multi_action
from tests.games.naive_blackjack import DEFAULTS, Hand, may_double
from tests.games.reckoning_blackjack import PROGRESSIVE

ROOM = Path(__file__).parent
EXAMPLES = Path(__file__).parents[3] / "shared" / "rounds"
GAMES = {
    "blackjack": reckoning_blackjack,
    "blackjack-multi-action": reckoning_blackjack_multi_action,
}
TOLD = ("spot", "on", "outcome", "returned", "paid", "commission", "odds", "article")
RECKONABLE = {"bet", "card", "cards", "decide", "press"}
ROUNDS = 300


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def goldens(game: str) -> list[dict[str, Any]]:
    return [golden for path in sorted((ROOM / game).glob("*.jsonl")) for golden in read(path)]


def taken(golden: dict[str, Any]) -> list[dict[str, Any]]:
    """The steps that the table did not refuse."""
    refused = golden.get("refused", [])
    steps = enumerate(golden["script"]["steps"], 1)
    return [step for number, step in steps if number not in refused]


def pressed(steps: list[dict[str, Any]]) -> list[str]:
    return [step["press"] for step in steps if "press" in step]


def is_one_round(golden: dict[str, Any]) -> bool:
    """Nothing but refusals is out of order, and none of them gives a bet back at the close."""
    steps = taken(golden)
    in_order = all(step.keys() <= RECKONABLE for step in steps) and not golden.get("alarm")
    once = Counter(pressed(steps)) <= Counter(["no_more_bets", "confirm"])
    all_closed = pressed(steps).count("no_more_bets") == pressed(golden["script"]["steps"]).count(
        "no_more_bets"
    )
    return in_order and once and all_closed and bool(golden["expect"])


def is_of_a_hand(step: dict[str, Any]) -> bool:
    """A decision on how a hand is played, that is not refused for its amount."""
    said = step.get("decide", {})
    return said.get("do") in ("hit", "stand", "double", "split") and "cents" not in said


PLAIN = [
    pytest.param(game, golden, id=golden["script"]["id"])
    for game in GAMES
    for golden in goldens(game)
    if is_one_round(golden)
]


@pytest.mark.parametrize(("game", "golden"), PLAIN)
def test_it_agrees_with_the_golden_rounds(game: str, golden: dict[str, Any]) -> None:
    lines = GAMES[game].reckon({**golden["script"], "steps": taken(golden)})
    assert [[line[name] for name in TOLD] for line in lines] == golden["expect"]


FORBIDDEN = [
    pytest.param(game, golden, number, id=f"{golden['script']['id']}-{number}")
    for game in GAMES
    for golden in goldens(game)
    for number in golden.get("refused", [])
    if is_one_round(golden) and is_of_a_hand(golden["script"]["steps"][number - 1])
]


@pytest.mark.parametrize(("game", "golden", "number"), FORBIDDEN)
def test_what_is_refused_is_no_legal_script(game: str, golden: dict[str, Any], number: int) -> None:
    steps = golden["script"]["steps"]
    refused = set(golden["refused"]) - {number}
    with_it = [step for place, step in enumerate(steps, 1) if place not in refused]
    with pytest.raises(AssertionError):
        GAMES[game].reckon({**golden["script"], "steps": with_it})


def test_only_these_two_cards_double_where_nothing_else_is_shown() -> None:
    pairs = ["".join(pair) for pair in itertools.combinations_with_replacement("A23456789TJQK", 2)]
    double = [two for two in pairs if may_double(Hand([two[0] + "S", two[1] + "H"], {}), DEFAULTS)]
    assert double == ["A8", "A9", "27", "28", "29", "36", "37", "38", "45", "46", "47", "55", "56"]


@pytest.mark.parametrize("game", GAMES)
def test_most_golden_rounds_are_reckoned(game: str) -> None:
    reckoned = sum(param.values[0] == game for param in PLAIN)
    assert reckoned > 0.7 * len(goldens(game))


@pytest.mark.parametrize("game", GAMES)
def test_it_agrees_with_the_examples(game: str) -> None:
    path = EXAMPLES / f"{game}.jsonl"
    if not path.exists():
        pytest.skip("the examples of the rounds are not here")
    for example in read(path):
        if "net" in example["expect"]:
            lines = GAMES[game].reckon(example["script"])
            assert net(lines) == example["expect"]["net"]
            assert sum(line["commission"] for line in lines) == example["expect"]["commission"]


def net(lines: list[dict[str, Any]]) -> dict[str, int]:
    """What each bet of spot 1 has brought."""
    brought: dict[str, int] = {}
    for line in lines:
        if line["spot"] == 1:
            gain = line["returned"] + line["paid"] - line["stake"]
            brought[line["on"]] = brought.get(line["on"], 0) + gain
    return brought


@pytest.fixture(params=GAMES.values(), ids=GAMES, scope="module")
def rounds(request: pytest.FixtureRequest) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    game: ModuleType = request.param
    scripts = [game.random_script(random.Random(seed)) for seed in range(ROUNDS)]
    return [(script, game.reckon(script)) for script in scripts]


def test_chance_reaches_every_outcome_of_every_bet(
    rounds: list[tuple[dict[str, Any], list[dict[str, Any]]]],
) -> None:
    game = GAMES[rounds[0][0]["game"]]
    reached = {(line["on"], line["outcome"]) for _, lines in rounds for line in lines}
    mains = [on for on in game.BETS if on.startswith("main")]
    drawn = {(on, "push") for on in mains}
    assert reached == {(on, outcome) for on in game.BETS for outcome in ("win", "lose")} | drawn


def test_chance_reaches_every_article_of_a_main_bet(
    rounds: list[tuple[dict[str, Any], list[dict[str, Any]]]],
) -> None:
    mains = [line for _, lines in rounds for line in lines if line["on"].startswith("main")]
    reached = {(line["outcome"], line["article"]) for line in mains}
    assert reached == {
        ("win", "21"),
        ("lose", "18"),
        ("lose", "20"),
        ("push", "19"),
        ("push", "20"),
    }


def test_chance_bets_behind_doubles_splits_and_insures(
    rounds: list[tuple[dict[str, Any], list[dict[str, Any]]]],
) -> None:
    decided = {
        (step["decide"]["do"], "bettor" in step["decide"], "cents" in step["decide"])
        for script, _ in rounds
        for step in script["steps"]
        if "decide" in step
    }
    costly = ("double", "split", "insurance")
    assert decided >= {(do, who, said) for do in costly for who in (0, 1) for said in (0, 1)}


def test_no_cent_is_made_or_lost(
    rounds: list[tuple[dict[str, Any], list[dict[str, Any]]]],
) -> None:
    for script, lines in rounds:
        for line in lines:
            assert 0 <= line["returned"] <= line["stake"]
            assert line["commission"] == 0
            if line["outcome"] != "win":
                assert line["paid"] == 0
            if line["outcome"] == "push":
                assert line["returned"] == line["stake"]
        assert sum(line["stake"] for line in lines) == staked(script)


def staked(script: dict[str, Any]) -> int:
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


def test_no_card_comes_more_often_than_the_decks_hold(
    rounds: list[tuple[dict[str, Any], list[dict[str, Any]]]],
) -> None:
    for script, _ in rounds:
        cards = Counter(
            card
            for step in script["steps"]
            for card in step.get("cards", [step.get("card")])
            if card is not None
        )
        assert max(cards.values()) <= script["options"].get("decks", 6)


def test_every_line_of_every_progressive_table_has_a_golden_round() -> None:
    paid: dict[int, set[int]] = {table: set() for table in PROGRESSIVE}
    for golden in goldens("blackjack"):
        table = golden["script"].get("options", {}).get("progressive_table")
        paid.get(table, set()).update(
            line[4] for line in golden["expect"] if line[1:3] == ["progressive", "win"]
        )
    lot = {"100%": 1000000, "10%": 100000}
    for table, lines in PROGRESSIVE.items():
        prizes = {prize if isinstance(prize, int) else lot[prize] for _, _, prize in lines}
        assert prizes <= paid[table]


def test_every_odds_has_a_golden_round() -> None:
    odds = {(line[1], line[6]) for golden in goldens("blackjack") for line in golden["expect"]}
    assert odds >= {("main", "1:1"), ("main", "3:2"), ("main", "2:1"), ("insurance", "2:1")}
    assert odds >= {("twelve_to_sixteen", "1:1"), ("twelve_to_sixteen", "2:1")}
    assert odds >= {("sevens", f"{n}:1") for n in (5000, 500, 100, 50, 3)}
    assert odds >= {("over_13", "1:1"), ("under_13", "1:1")}


def test_every_article_has_a_golden_round() -> None:
    shown = {
        golden["script"]["id"].removeprefix(f"{game}-").split("-")[0]
        for game in ("blackjack-multi-action", "blackjack")
        for golden in goldens(game)
    }
    articles = {"18.1", "21.1", "21.2", "21.3", "21.4", *(f"26.{n}" for n in range(1, 8))}
    assert shown == {str(article) for article in range(13, 27)} | articles
