"""Recall: the last rounds as they were recorded, whole."""

from firmware.shell.recall.reading import ROUNDS, Source, recall
from firmware.shell.recall.told import Account, CardTold, Recalled, Round, Told

__all__ = ["ROUNDS", "Account", "CardTold", "Recalled", "Round", "Source", "Told", "recall"]
