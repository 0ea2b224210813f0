"""The golden hands of the poker room: 67.88 to 67.110 and the room's own document.

A line of `hands/*.jsonl` is a script, a note on its rule, and all lines that it must print, in the
form of `tests/kits/games/poker_room/table.py`, a second formulation that has come to them too. `id`
is the article, the subject and the case.
"""

import json
from functools import cache
from typing import Any

from tests.campaigns.poker.poker import compare, compare_with_peer
from tests.kits.examples import examples
from tests.kits.games.golden_hands import HAND_LINES, HANDS
from tests.kits.games.poker import played
from tests.kits.games.poker_room import ranks
from tests.kits.games.poker_room.chance import POKERS
from tests.kits.games.poker_room.evening import reckon, reckon_with_articles
from tests.kits.games.poker_room.options import LIMITS, STUD
from tests.kits.games.poker_room.said import in_order, line_of, lines_of
from tests.kits.offenders import each

SILENT = {"67.89", "67.90", "67.92", "67.98", "67.99", "67.107", "67.109"}
"""Articles that decide nothing a table could see: where it is played, how chips are pushed, what
players may say, who is sent away."""


@cache
def said(name: str) -> list[dict[str, Any]]:
    return played(HANDS[name]["script"])


@each("name", HANDS)
def test_hand_prints_its_expected_lines(name: str) -> None:
    assert lines_of(said(name)) == in_order(HANDS[name]["expect"])


@each("name", HANDS)
def test_second_formulation_agrees(name: str) -> None:
    assert reckon(HANDS[name]["script"]) == HANDS[name]["expect"]


@each("name", HANDS)
def test_second_formulation_cites_same_articles(name: str) -> None:
    wanted = [line for line in reckon_with_articles(HANDS[name]["script"]) if line[0] == "won"]
    found = [line_of(line) for line in said(name) if "won" in line]
    assert sorted(map(str, found)) == sorted(map(str, wanted))


def test_hand_names_are_unique() -> None:
    assert len(HANDS) == len(HAND_LINES) > 300


def test_every_article_has_a_hand() -> None:
    articles = {f"67.{number}" for number in range(88, 111)} - SILENT
    assert {name.split("-")[2] for name in HANDS} == {*articles, "004.12"}


@each("poker", POKERS)
def test_each_limit_has_three_unequal_all_ins(poker: str) -> None:
    limits = ("fixed",) if poker in STUD else LIMITS
    if poker == "omaha":
        limits = ("pot",)
    if poker == "omaha-hi-lo":
        limits = ("none", "fixed")
    found = {
        options(hand).get("limit", "none")
        for hand in HANDS.values()
        if options(hand).get("poker", "holdem") == poker
        and sum(line[0] == "pot" for line in hand["expect"]) >= 3
    }
    assert found == set(limits)


def options(hand: dict[str, Any]) -> dict[str, Any]:
    return hand["script"].get("options", {})


@each("code", ("misdeal", "premature_card", "foul_deck"))
def test_each_alarm_is_raised(code: str) -> None:
    assert any(["alarm", code] in hand["expect"] for hand in HANDS.values())


@each("name", [name for name, hand in HANDS.items() if options(hand).get("readers") == "seats"])
def test_no_line_names_unshown_card(name: str) -> None:
    steps = HANDS[name]["script"]["steps"]
    read = {card for step in steps if "hole" in step for card in step["hole"]["cards"]}
    open_ = {card for step in steps if "show" in step for card in step["show"]["cards"]}
    open_ |= {card for step in steps if "cards" in step for card in step["cards"]}
    reported = json.dumps(said(name))
    assert not [card for card in read - open_ if card in reported]


@each("name", [name for name, hand in HANDS.items() if any(x[0] == "won" for x in hand["expect"])])
def test_winning_five_have_their_rank(name: str) -> None:
    """Also 67.103: a hand that was not shown has neither a name nor cards."""
    script = HANDS[name]["script"]
    poker = script.get("options", {}).get("poker", "holdem")
    for line in said(name):
        if "won" not in line:
            continue
        won = line["won"]
        assert (won["cards"] is None) == (won["hand"] is None)
        if won["hand"] is None:
            continue
        five = tuple(won["cards"])
        assert len(set(five)) == 5
        if won["hand"] != "low":
            assert ranks.HIGH_NAMES[ranks.high(five)[0]] == won["hand"]
        elif poker != "razz":
            assert ranks.is_eight_low(five)


@each("poker", POKERS)
def test_random_evenings_match_second_formulation(poker: str) -> None:
    found = compare(poker, examples(6, 300), seed=7)
    assert found.difference is None, found.difference


@each("poker", POKERS)
def test_random_games_match_pokerkit(poker: str) -> None:
    found = compare_with_peer(poker, examples(4, 300), seed=7)
    assert found.difference is None, found.difference
    assert found.counted["equal"]
