"""Poker 3-5-7 reckoned a second time (articles 67.41 to 67.50): what each bet is paid.

three  67.48, lost and won
five   67.49, lost and won
seven  withdrawn 67.47; lost and won 67.50
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    as_read,
    dealt,
    decides,
    poker_options,
    poker_round,
    seats,
    stake,
)
from tests.kits.games.naive.hands import best_five, five, three
from tests.kits.games.naive.table import (
    DEALER,
    RANKS,
    Bet,
    Line,
    Round,
    Script,
    hands,
    round_by_round,
    turns,
)

BETS = ("three", "five", "seven")
THREE = {"straight_flush": 40, "three_of_a_kind": 25, "straight": 6, "flush": 4, "pair": 1}
"""What the three-card bet is paid (67.48)."""
FIVE = {
    "royal_flush": 500,
    "straight_flush": 100,
    "four_of_a_kind": 40,
    "full_house": 12,
    "flush": 9,
    "straight": 6,
    "three_of_a_kind": 4,
    "two_pairs": 3,
    "pair": 1,
}
"""What the five-card bet is paid (67.49), a pair from sixes on."""
SEVEN = {
    "royal_flush": 100,
    "straight_flush": 20,
    "four_of_a_kind": 7,
    "full_house": 5,
    "flush": 4,
    "straight": 3,
    "three_of_a_kind": 2,
    "two_pairs": 1,
}
"""What the seven-card bet is paid (67.50), two pairs where the higher is tens or better."""


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """One legal round: two bets or three at each spot; who has bet on seven keeps or withdraws."""
    table = poker_options(chance) if options is None else options
    laid = {spot: _laid(chance) for spot in seats(chance)}
    cards = as_read(chance, dealt(chance, _turns(table, laid)))
    asked = [spot for spot, on in laid.items() if "seven" in on]
    decided = [decides(spot, chance.choice(("keep", "keep", "withdraw"))) for spot in asked]
    return poker_round(chance, "poker-3-5-7", table, laid, cards, decided)


def _laid(chance: Random) -> dict[str, int]:
    on = BETS if chance.random() < 0.7 else ("three", "five")
    return {bet: stake(chance) for bet in on}


def _turns(options: Mapping[str, Any], laid: Iterable[int]) -> list[int]:
    """The dealer has his four cards after all the others (67.46)."""
    return turns(options, dict.fromkeys(laid, 3)) + turns(options, {DEALER: 4})


def _settled(played: Round) -> list[Line]:
    laid = played.bets
    held = hands(_turns(played.options, laid), played.cards)
    lines: list[Line] = []
    for spot, on in laid.items():
        hand, dealer = held[spot], held[DEALER]
        lines.append(_paid(on["three"], THREE.get(three(hand)[0]), "67.48"))
        lines.append(_paid(on["five"], _five(hand + dealer[:2]), "67.49"))
        if played.did(spot) == ["withdraw"]:
            lines.append(on["seven"].is_given_up("67.47", on["seven"].half))
        elif "seven" in on:
            lines.append(_paid(on["seven"], _seven(hand + dealer), "67.50"))
    return lines


reckon = round_by_round(_settled)


def _paid(bet: Bet, to_one: int | None, article: str) -> Line:
    return bet.loses(article) if to_one is None else bet.wins(to_one, article)


def _five(hand: list[str]) -> int | None:
    combination, (_, high, *_) = five(hand)
    under_sixes = combination == "pair" and high < RANKS.index("6")
    return None if under_sixes else FIVE.get(combination)


def _seven(hand: list[str]) -> int | None:
    combination, (_, high, *_) = best_five(hand)
    under_tens = combination == "two_pairs" and high < RANKS.index("T")
    return None if under_tens else SEVEN.get(combination)
