"""The words that count, and those on the face of a card, each key a literal."""

from collections.abc import Mapping
from typing import Final

ORDINAL_WORDS: Final[Mapping[int, str]] = {
    1: "ordinal.1",
    2: "ordinal.2",
    3: "ordinal.3",
    4: "ordinal.4",
    5: "ordinal.5",
    6: "ordinal.6",
    7: "ordinal.7",
    8: "ordinal.8",
    9: "ordinal.9",
    10: "ordinal.10",
    11: "ordinal.11",
    12: "ordinal.12",
    13: "ordinal.13",
    14: "ordinal.14",
    15: "ordinal.15",
    16: "ordinal.16",
    17: "ordinal.17",
    18: "ordinal.18",
    19: "ordinal.19",
    20: "ordinal.20",
    21: "ordinal.21",
    22: "ordinal.22",
    23: "ordinal.23",
    24: "ordinal.24",
}
"""First, second and so on, by the number."""

RANK_FACES: Final[Mapping[str, str]] = {
    "T": "rank.T",
    "J": "rank.J",
    "Q": "rank.Q",
    "K": "rank.K",
    "JK": "rank.JK",
}
"""The letters of a card's face, by its rank; other ranks are their own faces."""

SUIT_SIGNS: Final[Mapping[str, str]] = {
    "S": "suit.S",
    "H": "suit.H",
    "D": "suit.D",
    "C": "suit.C",
}
"""By the letter of a suit."""
