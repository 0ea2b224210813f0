"""The games of the regulation, by the names that configurations and scripts call them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MODULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "baccarat": ".baccarat",
        "blackjack": ".blackjack.blackjack",
        "blackjack-multi-action": ".blackjack.multi_action",
        "boston-poker": ".poker.boston_poker",
        "caribbean-stud": ".poker.caribbean_stud",
        "casino-war": ".casino_war",
        "craps": ".craps.craps",
        "crazy-four-poker": ".poker.crazy_four_poker",
        "four-card-poker": ".poker.four_card_poker",
        "holdem-tournament": ".poker_room.tournament_table",
        "keno": ".keno.keno",
        "pai-gow": ".pai_gow",
        "pai-gow-poker": ".poker.pai_gow_poker",
        "poker-3-5-7": ".poker.poker_3_5_7",
        "poker-room": ".poker_room.poker_room",
        "poker-grand-prix": ".poker.poker_grand_prix",
        "red-dog": ".red_dog",
        "roulette": ".roulette.roulette",
        "sic-bo": ".sic_bo",
        "super-pan-9": ".super_pan_9",
        "three-card-poker": ".poker.three_card_poker",
        "wheel-of-fortune": ".wheel_of_fortune",
    }
)
"""Game to module of this package; each has its class as `GAME`. Loaded when first asked for."""
