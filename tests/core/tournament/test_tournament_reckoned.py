"""Whole tournaments as scripts: each line that is printed against the second formulation."""

import json
from random import Random
from typing import Any

import pytest

from firmware.shell.script import TournamentScript
from firmware.shell.script_file import POKER_GAMES, TABLELESS_GAMES, scripts_in_text
from firmware.shell.words.words import Words
from sim.play.tournament_script import play_tournament
from tests.kits.examples import examples
from tests.kits.games.tournament_room.any_tournament import tournament
from tests.kits.games.tournament_room.hall import reckon
from tests.kits.games.tournament_room.tables import Line
from tests.kits.offenders import each
from tests.kits.paths import SHARED_ROUNDS

WORDS = Words.load("fr")
PUBLIC = SHARED_ROUNDS / "tournament.jsonl"


def printed(script: dict[str, Any]) -> list[Line]:
    [(number, read)] = scripts_in_text(
        json.dumps(script).encode(), "s", (*TABLELESS_GAMES, *POKER_GAMES)
    )
    assert isinstance(read, TournamentScript)
    lines: list[Line] = []
    play_tournament(read, number, WORDS, lambda line: lines.append(json.loads(json.dumps(line))))
    return [without_words(line) for line in lines[1:]]


def without_words(line: Line) -> Line:
    match line:
        case {"refused": {"step": step}}:
            return {"refused": {"step": step}}
        case {"announce": _, "key": key}:
            return {"announce": key}
        case {"alarm": {"code": code}}:
            return {"alarm": code}
    return line


@each("game", ("holdem-tournament", "tournament"))
def test_random_tournaments_match_second_formulation(game: str) -> None:
    chance = Random(game)
    seen: set[str] = set()
    for _ in range(examples(60, 4000)):
        script = tournament(game, chance)
        wanted = reckon(script)
        assert printed(script) == wanted, json.dumps(script)
        seen |= {name for line in wanted for name in line}
    assert seen >= {"corrected", "returned", "chips", "prize_difference", "renamed"}
    assert seen >= {"move", "broken", "hand_for_hand", "prize", "level", "break", "refused"}


@pytest.mark.skipif(not PUBLIC.exists(), reason=f"{PUBLIC} is not there")
def test_second_formulation_matches_public_tournaments() -> None:
    scripts = [json.loads(line)["script"] for line in PUBLIC.read_text("utf-8").splitlines()]
    for script in scripts:
        if "levels" in script["options"] and script["steps"]:
            said = [line for line in printed(script) if "unfinished" not in line]
            assert said == reckon(script)
