"""Every golden round, in the form of the round script, through the whole of `play`.

A line is a script and what it must come to: `expect` is, in any order, each bet's spot, name,
outcome, returned, paid, commission, odds and article. `id` is the game, the article, the case.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.cli.play import play
from firmware.cli.script import Script
from firmware.core.events import from_plain
from firmware.shell.config import default_table
from firmware.shell.rules import games
from firmware.shell.words import Words

ROOM = Path(__file__).parent
ROUNDS = [
    json.loads(line)
    for path in sorted(ROOM.glob("*/*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
TOLD = ("spot", "on", "outcome", "returned", "paid", "commission", "odds", "article")
CONFIGS, WORDS = {game: default_table(game) for game in games()}, Words.load("fr")


def said(script: dict[str, Any]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    read = msgspec.convert(script, Script, dec_hook=from_plain)
    play(read, 1, CONFIGS[read.game], WORDS, lambda line: lines.append(dict(line)))
    return lines


@pytest.mark.parametrize("golden", ROUNDS, ids=lambda golden: golden["script"]["id"])
def test_a_round_comes_to_what_its_article_says(golden: dict[str, Any]) -> None:
    lines = said(golden["script"])
    settled = [line["settled"] for line in lines if "settled" in line]
    told = [[line[name] for name in TOLD] for line in settled]
    assert sorted(told, key=json.dumps) == sorted(golden["expect"], key=json.dumps)
    refused = [line["refused"]["step"] for line in lines if "refused" in line]
    assert refused == golden.get("refused", [])
    assert any("alarm" in line for line in lines) == golden.get("alarm", False)
    assert not any("unfinished" in line for line in lines)


def test_the_golden_rounds_have_names_of_their_own() -> None:
    names = [golden["script"]["id"] for golden in ROUNDS]
    assert len(set(names)) == len(names)


def test_every_game_has_golden_rounds() -> None:
    assert {golden["script"]["game"] for golden in ROUNDS} == set(games())


def test_every_article_of_baccarat_has_a_golden_round() -> None:
    shown = {golden["script"]["id"].split("-")[1] for golden in ROUNDS}
    assert {str(article) for article in range(27, 38)} | {"8", "9"} <= shown
