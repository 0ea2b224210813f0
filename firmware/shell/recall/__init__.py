"""Recall: rounds as they were recorded, whole: the last ones, or one of long ago."""

from firmware.shell.recall.recent_rounds import ROUNDS, Source, recall
from firmware.shell.recall.round_record import Account, CardTold, Recalled, Round, Then, Told

__all__ = ["ROUNDS", "Account", "CardTold", "Recalled", "Round", "Source", "Then", "Told", "recall"]
