"""The round script as the contract has it, where golden rounds don't say it."""

import json
from typing import Any

from tests.kits.cli.contract_kit import BET, ROUND, WON, push, refused
from tests.kits.cli.play_kit import (
    BANKER_WINS,
    CLOSE,
    CONFIRM,
    CUT,
    SHUFFLE,
    UNDO,
    VOID,
    bet,
    cards,
    of,
    outline,
    played,
    resolve,
    take,
)
from tests.kits.offenders import each

# what is printed


def test_output_begins_with_script_line() -> None:
    assert played([])[0] == {"script": 1, "game": "baccarat"}
    assert played([], id="a-7")[0] == {"script": "a-7", "game": "baccarat"}
    assert played([], options={"decks": 5})[0] == {"script": 1, "game": "baccarat"}


def test_settled_bet_has_key_order() -> None:
    (line,) = of("settled", played([*ROUND, CONFIRM]))
    assert json.dumps(line) == json.dumps(WON)


def test_bettor_is_printed_if_named() -> None:
    said = played([bet(1, "banker", 2500, "B"), CLOSE, BANKER_WINS])
    assert of("settled", said) == [{**WON, "bettor": "B"}]
    assert [*of("settled", said)[0]][:3] == ["spot", "on", "bettor"]


@each("kind", ["announce", "prompt", "lights", "display", "locked"])
def test_displays_have_own_lines(kind: str) -> None:
    lines = [line for line in played(ROUND) if kind in line]
    assert lines
    assert all(next(iter(line)) == kind for line in lines)


def test_reasons_are_in_both_languages() -> None:
    french, english = (of("refused", played([CONFIRM], lang)) for lang in ("fr", "en"))
    assert french[0]["why"] != english[0]["why"]


# chips


@each("cents", [0, -1, -2500, 10**12 + 1, 2**63, 2**64, 10**40])
def test_amount_without_chips_refused(cents: int) -> None:
    assert outline(played([bet(1, "banker", cents)])) == [("refused", 1)]


@each("spot, on", [(0, "tie"), (8, "tie"), (-1, "tie"), (1, "ante"), (1, "")])
def test_bet_on_no_place_is_refused(spot: int, on: str) -> None:
    assert refused(played([bet(spot, on, 500), take(spot, on), resolve(spot, on)])) == [1, 2, 3]


def test_spots_are_those_of_the_script() -> None:
    said = played([bet(3, "tie", 500), bet(4, "tie", 500)], spots=3)
    assert outline(said) == [("refused", 2), ("unfinished", "no_more_bets")]
    assert list(of("lights", said)[-1]) == [1, 2, 3]


# late


def test_late_chips_delay_settlement() -> None:
    late = {"spot": 1, "on": "tie", "cents": 500, "change": "added"}
    steps = [BET, CLOSE, bet(1, "tie", 500), BANKER_WINS, CONFIRM, resolve(1, "tie"), CONFIRM]
    assert outline(played(steps)) == [("late", late), ("refused", 5), ("settled", WON)]


def test_removed_chips_are_put_back() -> None:
    late = {"spot": 1, "on": "banker", "cents": 2500, "change": "removed"}
    steps = [BET, CLOSE, take(1, "banker"), BANKER_WINS, resolve(1, "banker")]
    assert outline(played(steps)) == [("late", late), ("settled", WON)]


def test_late_bet_names_its_bettor() -> None:
    said = played([BET, CLOSE, bet(1, "tie", 500, "B"), BANKER_WINS, resolve(1, "tie", "B")])
    late = {"spot": 1, "on": "tie", "bettor": "B", "cents": 500, "change": "added"}
    assert outline(said) == [("late", late), ("settled", WON)]


# keys


def test_only_the_last_key_taken_back() -> None:
    said = played([BET, CLOSE, UNDO, UNDO, bet(1, "banker", 500), CLOSE, BANKER_WINS])
    assert refused(said) == [4]
    assert of("settled", said)[0]["stake"] == 3000
    said = played([*ROUND, CONFIRM, UNDO, CONFIRM, BET])
    assert outline(said) == [("settled", WON), ("unfinished", "no_more_bets")]


@each("steps", [
        [UNDO], [BET, UNDO], [CLOSE, UNDO], [BET, CLOSE, {"card": "4S"}, UNDO],
        [BET, CLOSE, bet(2, "tie", 500), UNDO], [BET, CLOSE, take(1, "banker"), UNDO],
        [BET, CLOSE, CUT, UNDO], [*ROUND, UNDO], [*ROUND, CONFIRM, BET, UNDO],
        [*ROUND, CONFIRM, CUT, UNDO], [*ROUND, CONFIRM, SHUFFLE, UNDO],
        [BET, CLOSE, VOID, UNDO], [BET, CLOSE, bet(2, "tie", 5), resolve(2, "tie"), UNDO],
    ])  # fmt: skip
def test_key_before_a_card_is_final(
    steps: list[dict[str, Any]],
) -> None:
    assert refused(played(steps)) == [len(steps)]


@each("nothing", [{"dice": [1, 2]}, bet(9, "tie", 5), CLOSE, CONFIRM])
def test_refusal_does_not_block_undo(nothing: dict[str, Any]) -> None:
    said = played([BET, CLOSE, nothing, UNDO])
    assert (refused(said), of("undone", said)) == ([3], ["no_more_bets"])


@each("step", [
        {"decide": {"spot": 1, "do": "hit"}}, {"bank": {"spot": 3}}, {"number": "17"},
        {"number": "17", "revolutions": 5}, {"dice": [3, 4]}, {"no_roll": True},
        {"tiles": ["6-6"]}, {"balls": [1, 2]}, {"segment": "20"},
        {"ticket": {"spot": 1, "cents": 100}},
        {"bet": {"spot": 1, "on": "tie", "cents": 500, "working": True}},
    ])  # fmt: skip
def test_step_of_another_game_refused(step: dict[str, Any]) -> None:
    assert outline(played([BET, step, CLOSE, BANKER_WINS])) == [("refused", 2), ("settled", WON)]


# the shoe


def test_no_round_after_the_cut_card() -> None:
    steps = [BET, CUT, CLOSE, CUT, BANKER_WINS, CUT, CONFIRM, BET, CLOSE, CONFIRM, SHUFFLE, BET]
    assert outline(played(steps)) == [
        ("settled", WON), ("refused", 8), ("refused", 9), ("refused", 10),
        ("unfinished", "no_more_bets"),
    ]  # fmt: skip


def test_shoe_lasts_until_shuffled() -> None:
    four = [BET, cards("4S", "4S", "4S", "4S"), CONFIRM]
    assert not of("alarm", played([*four, *four]))
    assert of("alarm", played([*four, *four, *four]))
    assert not of("alarm", played([*four, *four, SHUFFLE, *four, *four]))


# how a script ends


@each("steps, waiting_for", [
        ([BET], "no_more_bets"), ([BET, CLOSE], "card"), ([BET, cards("4S", "KD", "2H")], "card"),
        ([*ROUND, bet(1, "tie", 5)], "resolve"), ([BET, CLOSE, bet(1, "tie", 5)], "card"),
        ([BET, CLOSE, bet(1, "tie", 5), BANKER_WINS], "resolve"), ([cards("JK")], "void"),
    ])  # fmt: skip
def test_unfinished_round_is_reported(steps: list[dict[str, Any]], waiting_for: str) -> None:
    said = played(steps)
    assert said[-1]["unfinished"]["waiting_for"] == waiting_for
    assert len(of("unfinished", said)) == 1


@each("steps", [
        [], ROUND, [*ROUND, CONFIRM], [*ROUND, CONFIRM, UNDO], [BET, take(1, "banker")],
        [BET, VOID], [CUT], [BET, CUT, BANKER_WINS, CONFIRM], [CLOSE], [bet(1, "ante", 5)],
    ])  # fmt: skip
def test_complete_script_is_finished(steps: list[dict[str, Any]]) -> None:
    assert not of("unfinished", played(steps))


def test_round_without_bets_reopens() -> None:
    said = played([BET, take(1, "banker"), CLOSE, *ROUND])
    assert outline(said) == [("settled", push()), ("settled", WON)]
    keys = [line["key"] for line in said if "announce" in line]
    assert keys[:3] == ["place_your_bets", "no_more_bets", "place_your_bets"]


# the table


@each("table", [
        {"options": {"decks": 5}}, {"options": {"decks": 9}}, {"options": {"decks": "8"}},
        {"options": {"decks": 8.0}}, {"options": {"decks": True}}, {"options": {"variant": "x"}},
        {"options": {"hole_card": True}}, {"options": {"side_bets": ["pairs"]}},
        {"spots": 0}, {"spots": -1}, {"spots": 8}, {"spots": 99},
        {"limits": {"banker": [3, 2]}}, {"limits": {"banker": [-1, 2]}},
        {"limits": {"ante": [1, 2]}},
    ])  # fmt: skip
def test_forbidden_table_refused_as_step_0(
    table: dict[str, Any],
) -> None:
    assert outline(played(ROUND, **table)) == [("refused", 0)]


@each("spots", [0, 8])
def test_refused_spots_name_allowed(spots: int) -> None:
    why = played(ROUND, spots=spots)[-1]["refused"]["why"]
    assert why == f"Cette table a de 1 à 7 places\u00a0: {spots} est impossible"


@each("table", [
        {"options": {"decks": 6, "variant": "grand", "deal": "one-by-one", "side_bets": []}},
        {"options": {"variant": "midi", "deal": "packets"}}, {"spots": 1}, {"spots": 7},
        {"limits": {"banker": [0, 10**9], "tie": [1, 1]}},
    ])  # fmt: skip
def test_allowed_table_is_played(table: dict[str, Any]) -> None:
    assert outline(played(ROUND, **table)) == [("settled", WON)]


def test_each_reason_has_words() -> None:
    said = [line for step in ([CONFIRM], [VOID], [UNDO], [cards("AS")]) for line in played(step)]
    whys = [line["refused"]["why"] for line in said if "refused" in line]
    assert len(set(whys)) == 4
    assert not any("why." in why or "{" in why for why in whys)
