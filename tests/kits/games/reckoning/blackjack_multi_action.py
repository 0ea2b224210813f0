"""Blackjack Multi-Action (26.2-26.7) reckoned a second time; 26.2 takes all else from Blackjack.

The articles of the lines are those of `reckoning_blackjack`, since 26.2 sends there for whatever
wins, loses or is paid; each `main:n` is settled against the dealer's nth hand, the insurance is
half of `main:1` and goes by the first.

Chosen where the readings leave it open: a dealer's hand against which every bet is on a busted
hand is not drawn; `twelve_to_sixteen` is never above any one of the main bets.
"""

import random
from typing import Any

from tests.kits.games.chance.blackjack import SIDE_BETS, random_round
from tests.kits.games.reckoning.blackjack import reckon

__all__ = ["BETS", "random_script", "reckon"]

BETS: tuple[str, ...] = ("main:1", "main:2", "main:3", "insurance", *SIDE_BETS)


def random_script(chance: random.Random, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return one legal round of Blackjack Multi-Action."""
    return random_round("blackjack-multi-action", chance, options)
