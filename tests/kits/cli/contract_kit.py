"""Rounds of the contract of round scripts."""

from typing import Any

from tests.kits.cli.play_kit import (
    BANKER_WINS,
    CLOSE,
    bet,
    of,
)

BET = bet(1, "banker", 2500)
ROUND = [BET, CLOSE, BANKER_WINS]
WON = {
    "spot": 1, "on": "banker", "stake": 2500, "outcome": "win", "returned": 2500, "paid": 2500,
    "commission": 150, "odds": "1:1", "article": "35",
}  # fmt: skip


def refused(said: list[dict[str, Any]]) -> list[int]:
    return [line["step"] for line in of("refused", said)]


def push(**changed: object) -> dict[str, Any]:
    nothing = {"outcome": "push", "paid": 0, "commission": 0, "odds": None, "article": None}
    return {**WON, **nothing, **changed}
