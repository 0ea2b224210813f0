"""Round scripts of any length for `croupier play`: one round of three bets, again and again."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PLAY = (sys.executable, "-m", "firmware.cli.main", "play")

Steps = list[dict[str, Any]]


def _bets(places: Mapping[int, str]) -> Steps:
    return [{"bet": {"spot": spot, "on": on, "cents": 2500}} for spot, on in places.items()]


CLOSE, CONFIRM = {"press": "no_more_bets"}, {"press": "confirm"}

ROUNDS: Mapping[str, Steps] = {
    "baccarat": [
        *_bets(dict.fromkeys((1, 4, 7), "banker")),
        CLOSE,
        {"cards": ["4S", "KD", "2H", "7C"]},
        CONFIRM,
    ],
    "blackjack": [
        *_bets(dict.fromkeys((1, 3, 7), "main")),
        CLOSE,
        {"cards": ["TS", "TD", "TC", "9D", "TH", "9H", "8H"]},
        *({"decide": {"spot": spot, "do": "stand"}} for spot in (1, 3, 7)),
        {"cards": ["JC"]},
        CONFIRM,
    ],
    "roulette": [
        *_bets({1: "red", 2: "straight:17", 3: "dozen:2"}),
        CLOSE,
        {"number": "17"},
        CONFIRM,
    ],
}
SHUFFLED_EVERY = 6
"""Rounds: the fewest decks of these games hold the same cards so often."""


def write_script(folder: Path, game: str, rounds: int) -> Path:
    """Write a script of so many rounds, its shoe shuffled before the same cards run out."""
    steps: Steps = []
    for number in range(rounds):
        if number and number % SHUFFLED_EVERY == 0 and game != "roulette":
            steps.append({"shuffle": True})
        steps += ROUNDS[game]
    path = folder / f"{game}-{rounds}.jsonl"
    path.write_text(json.dumps({"game": game, "steps": steps}))
    return path
