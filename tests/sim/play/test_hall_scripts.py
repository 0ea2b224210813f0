"""Scripts of tournaments and of slot machines, as `play` prints them; the public ones too."""

import json

import pytest

from firmware.shell.script_file import ScriptError
from firmware.shell.words.languages import languages_with
from tests.kits.offenders import each
from tests.kits.paths import SHARED_ROUNDS
from tests.kits.tournament.script_lines import Line, lines_by_kind, printed

PATH = SHARED_ROUNDS / "tournament.jsonl"
PUBLIC = {
    one["script"]["id"]: one
    for one in map(
        json.loads, PATH.read_text(encoding="utf-8").splitlines() if PATH.exists() else ()
    )
    if one["script"]["options"].get("role") != "table"
}


@pytest.mark.skipif(not PUBLIC, reason=f"{PATH} is not there")
@each("name", PUBLIC)
def test_public_tournament_is_right(name: str) -> None:
    found = lines_by_kind(printed(PUBLIC[name]["script"]))
    expect = PUBLIC[name]["expect"]
    assert {key: found.get(key, []) for key in expect} == expect


LEVELS = [{"seconds": 60, "blinds": [25, 50]}, {"seconds": 30, "break": True}]
LEVELS += [{"seconds": 60, "blinds": [50, 100]}]
SHORT = {
    "game": "holdem-tournament",
    "options": {"entry_cents": 5000, "levels": LEVELS, "rebuy": {"cents": 5000, "chips": 10_000}},
    "steps": [
        *({"register": {"player": name, "cents": 5000, "age": 40}} for name in "ABC"),
        {"draw": ["C", "A", "B"]},
        {"press": "start"},
        {"button": {"table": 1, "spot": 2}},
        {"rebuy": {"player": "A", "cents": 5000}},
        {"press": "pause"},
        {"press": "resume"},
        {"wait": 60},
        {"colour_up": {"from": 25, "to": 100, "counts": {"A": 7, "B": 2}}},
        {"out": [{"player": "C", "stack": 10_000}]},
        {"out": [{"player": "B", "stack": 10_000}]},
    ],
}


def test_tournament_is_printed_by_line() -> None:
    assert lines_by_kind(printed(SHORT)) == {
        "seat": [["C", 1, 1], ["A", 1, 2], ["B", 1, 3]],
        "level": [[1, 25, 50, 0]],
        "break": [30],
        "coloured": [["A", 1, 3], ["B", 0, 2]],
        "race": [[1]],
        "placed": [["C", 3], ["B", 2], ["A", 1]],
        "prize": [["A", 1, 5000], ["B", 2, 3000], ["C", 3, 2000]],
        "proceeds": [{"gross": 20_000, "prizes": 10_000, "expenses": 0, "net": 10_000}],
    }


@each("language", languages_with("errors"))
def test_refusal_and_alarm_are_in_words(language: str) -> None:
    options = {**SHORT["options"], "expenses_cents": 9000}  # type: ignore[dict-item]
    script = {**SHORT, "options": options, "steps": [{"press": "start"}, *SHORT["steps"]]}
    lines = printed(script, language)
    assert [line["refused"]["step"] for line in lines if "refused" in line] == [1]
    (alarm,) = (line["alarm"] for line in lines if "alarm" in line)
    assert alarm["code"] == "proceeds"
    assert "15" in alarm["why"]


def test_slot_bank_printed_by_line() -> None:
    machine = {"denomination": 25, "return": 9000, "coins": 3, "odds": 1000}
    lot = {"machines": [1], "base": 10_000, "permille": 20}
    lines = printed(
        {
            "game": "slot-machine",
            "options": {"machines": {"1": machine}, "progressive": lot},
            "steps": [
                {"play": {"machine": 1, "cents": 75}},
                {"result": {"machine": 1, "jackpot": True}},
                {"defect": {"machine": 1, "by": "player"}},
                {"play": {"machine": 2, "cents": 75}},
                {"play": {"machine": 1, "cents": 25}},
            ],
        }
    )
    whole = {"machine": 1, "stake": 75, "returned": 0}
    assert lines[1:] == [
        {"progressive": {"cents": 10_001}},
        {"settled": {**whole, "outcome": "win", "paid": 10_001, "article": "91"}},
        {"progressive": {"cents": 10_000}},
        {"settled": {**whole, "outcome": "lose", "paid": 0, "article": "94"}},
        {"progressive": {"cents": 10_001}},
        {"refused": {"step": 4, "why": "There is no machine 2"}},
        {"progressive": {"cents": 10_002}},
        {"unfinished": {"waiting_for": "result"}},
    ]


@each(
    "script",
    [
        {"game": "tournament", "steps": [{"card": "AS"}]},
        {"game": "holdem-tournament", "steps": [{"draw": ["A"], "press": "start"}]},
        {"game": "slot-machine", "steps": [{"play": {"machine": 1}}]},
        {"game": "slot-machine", "steps": [{"defect": {"machine": 1, "by": "cat"}}]},
        {"game": "tournament", "spots": 3, "steps": []},
    ],
)
def test_invalid_script_is_refused(script: Line) -> None:
    with pytest.raises(ScriptError):
        printed(script)
