"""The table of second ways names every game that has odds, and tests that are there."""

import re

from firmware.core.vocabulary.panel import Text
from firmware.odds.odds import PIECES
from firmware.shell.words.words import Words
from tests.kits.paths import ROOT

PAGE = (ROOT / "docs" / "en" / "odds.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("## A second way for each figure")[2].partition("\n## ")[0]


def test_every_game_is_named() -> None:
    words = Words.load("fr")
    named = {
        name
        for row in re.findall(r"^\| ([^|]+) \|", TABLE, re.MULTILINE)
        for name in row.split(", ")
    }
    assert {words.render(Text(f"game.{game}")) for game in PIECES} - named == set()


def test_every_named_test_exists() -> None:
    paths = set(re.findall(r"`(tests/[^`]+)`", TABLE))
    assert len(paths) > 5
    assert [path for path in paths if not (ROOT / path).exists()] == []
