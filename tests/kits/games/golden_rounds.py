"""The golden rounds, file by file, and the examples that are kept beside the project."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.kits.paths import GOLDEN, SHARED_ROUNDS

EXPECTED = ("spot", "on", "outcome", "returned", "paid", "commission", "odds", "article")
"""What a row of `expect` says of a bet."""


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


FILES = {f"{path.parent.name}-{path.stem}": _read(path) for path in GOLDEN.glob("*/*.jsonl")}
"""The golden rounds of each article, by the name of their file."""
ROUNDS = [golden for name in sorted(FILES) for golden in FILES[name]]
NAMED = {golden["script"]["id"]: golden for golden in ROUNDS}
_OF_GAMES: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
for _golden in ROUNDS:
    _OF_GAMES[_golden["script"]["game"]].append(_golden)


def golden_rounds(game: str) -> list[dict[str, Any]]:
    return list(_OF_GAMES[game])


def golden_outcomes(game: str) -> set[tuple[Any, ...]]:
    """Return the bets, outcomes, odds and articles that golden rounds come to."""
    rows = (row for golden in golden_rounds(game) for row in golden["expect"])
    return {(on, outcome, odds, article) for _, on, outcome, _, _, _, odds, article in rows}


def golden_articles(game: str) -> set[str]:
    """Return the articles that golden rounds are named by."""
    ids = (golden["script"]["id"] for golden in golden_rounds(game))
    return {name.removeprefix(f"{game}-").split("-")[0] for name in ids}


def stored_examples(game: str) -> list[dict[str, Any]]:
    """Return the examples of a game, or skip the test where there are none."""
    path = SHARED_ROUNDS / f"{game}.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return _read(path)
