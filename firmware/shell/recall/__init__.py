"""Recall: rounds as they were recorded, whole: the last ones, or one of long ago."""

from firmware.shell.recall.recent_rounds import RECALLED_ROUNDS, RecordSource, recall
from firmware.shell.recall.round_record import (
    RecalledCard,
    RecalledRound,
    RecalledRounds,
    RoundAccount,
    RoundItem,
    RoundsAtTime,
)

__all__ = [
    "RECALLED_ROUNDS",
    "RecalledCard",
    "RecalledRound",
    "RecalledRounds",
    "RecordSource",
    "RoundAccount",
    "RoundItem",
    "RoundsAtTime",
    "recall",
]
