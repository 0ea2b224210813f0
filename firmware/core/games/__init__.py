"""The games that rule packs may have, by their names in configurations and scripts."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MODULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "baccarat": "games.baccarat",
        "blackjack": "games.blackjack.blackjack",
        "blackjack-multi-action": "games.blackjack.multi_action",
        "boston-poker": "games.poker.boston_poker",
        "caribbean-stud": "games.poker.caribbean_stud",
        "casino-war": "games.casino_war",
        "craps": "games.craps.craps",
        "crazy-four-poker": "games.poker.crazy_four_poker",
        "four-card-poker": "games.poker.four_card_poker",
        "holdem-tournament": "poker_room.engine.tournament_table",
        "keno": "games.keno.keno",
        "pai-gow": "games.pai_gow",
        "pai-gow-poker": "games.poker.pai_gow_poker",
        "poker-3-5-7": "games.poker.poker_3_5_7",
        "poker-room": "poker_room.engine.game",
        "poker-grand-prix": "games.poker.poker_grand_prix",
        "red-dog": "games.red_dog",
        "roulette": "games.roulette.roulette",
        "sic-bo": "games.sic_bo",
        "super-pan-9": "games.super_pan_9",
        "three-card-poker": "games.poker.three_card_poker",
        "ultimate-holdem": "games.poker.ultimate_holdem",
        "wheel-of-fortune": "games.wheel_of_fortune",
    }
)
"""Game to module of the core; each has its class as `GAME`. Loaded when first asked for."""
