"""The names of the games in words."""

from collections.abc import Mapping
from typing import Final

from firmware.core.vocabulary.panel import Text

GAME_WORDS: Final[Mapping[str, str]] = {
    "blackjack": "game.blackjack",
    "blackjack-multi-action": "game.blackjack-multi-action",
    "baccarat": "game.baccarat",
    "pai-gow-poker": "game.pai-gow-poker",
    "super-pan-9": "game.super-pan-9",
    "red-dog": "game.red-dog",
    "poker-grand-prix": "game.poker-grand-prix",
    "caribbean-stud": "game.caribbean-stud",
    "three-card-poker": "game.three-card-poker",
    "casino-war": "game.casino-war",
    "poker-3-5-7": "game.poker-3-5-7",
    "boston-poker": "game.boston-poker",
    "four-card-poker": "game.four-card-poker",
    "crazy-four-poker": "game.crazy-four-poker",
    "roulette": "game.roulette",
    "craps": "game.craps",
    "sic-bo": "game.sic-bo",
    "pai-gow": "game.pai-gow",
    "wheel-of-fortune": "game.wheel-of-fortune",
    "keno": "game.keno",
    "poker-room": "game.poker-room",
    "holdem-tournament": "game.holdem-tournament",
}
"""The message keys, by the name of a game in the rule pack."""


def game_words(name: str) -> Text:
    """Return the words of a game; an unknown name, as of another version, is its own key."""
    return Text(GAME_WORDS.get(name, name))
