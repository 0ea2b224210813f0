"""Poker Grand Prix reckoned a second time (articles 67.1 to 67.9): what each bet is paid.

first, second, third  withdrawn 67.6; lost 67.7 (under a pair of tens); paid 67.8
bonus                 67.9, lost and won, whatever is withdrawn
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    as_read,
    caps,
    dealt,
    decides,
    no_side_bets,
    poker_options,
    poker_round,
    seats,
    stake,
)
from tests.kits.games.naive.hands import five
from tests.kits.games.naive.table import (
    DEALER,
    RANKS,
    Bet,
    Line,
    Round,
    Script,
    Step,
    hands,
    round_by_round,
    turns,
)

BETS = ("first", "second", "third", "bonus")
EQUAL = ("first", "second", "third")
PAID = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 50,
    "full_house": 11,
    "flush": 8,
    "straight": 5,
    "three_of_a_kind": 3,
    "two_pairs": 2,
    "pair": 1,
}
"""What the three bets are paid (67.8), a pair from tens on."""
PRIZES = {
    "royal_flush": 2_000_000,
    "straight_flush": 200_000,
    "four_of_a_kind": 20_000,
    "full_house": 10_000,
    "flush": 5_000,
    "straight": 2_500,
}
"""What the bonus bet is paid (67.9)."""
BONUS = 100


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """One legal round: three equal bets, perhaps the bonus; each spot keeps or withdraws twice."""
    table = _options(chance) if options is None else options
    laid = {spot: _laid(chance, table) for spot in seats(chance)}
    cards = as_read(chance, dealt(chance, turns(table, _sizes(laid))))
    decided = [_decides(chance, spot) for _ in ("first", "second") for spot in laid]
    return poker_round(chance, "poker-grand-prix", table, laid, cards, decided)


def _options(chance: Random) -> dict[str, Any]:
    return poker_options(chance) | no_side_bets(chance) | caps(chance, *EQUAL)


def _laid(chance: Random, table: dict[str, Any]) -> dict[str, int]:
    three = dict.fromkeys(EQUAL, stake(chance))
    shown = "bonus" in table.get("side_bets", ["bonus"])
    return three | ({"bonus": BONUS} if shown and chance.random() < 0.5 else {})


def _decides(chance: Random, spot: int) -> Step:
    return decides(spot, "withdraw" if chance.random() < 0.3 else "keep")


def _sizes(laid: Iterable[int]) -> dict[int, int]:
    return dict.fromkeys((*laid, DEALER), 3)


def _settled(played: Round) -> list[Line]:
    laid = played.bets
    held = hands(turns(played.options, _sizes(laid)), played.cards)
    lines: list[Line] = []
    for spot, on in laid.items():
        hand = held[spot] + held[DEALER][:2]
        for bet, decision in zip(EQUAL, (*played.did(spot), "keep"), strict=True):
            keeps_hand = decision == "keep"
            line = _equal(on[bet], hand, played.cap(bet)) if keeps_hand else _back(on[bet])
            lines.append(line)
        lines += [_bonus(on["bonus"], hand)] if "bonus" in on else []
    return lines


reckon = round_by_round(_settled)


def _back(bet: Bet) -> Line:
    return bet.goes_back("67.6")


def _equal(bet: Bet, hand: list[str], cap: int | None) -> Line:
    combination, (_, high, *_) = five(hand)
    if combination == "high_card" or (combination == "pair" and high < RANKS.index("T")):
        return bet.loses("67.7")
    return bet.wins(PAID[combination], "67.8", cap=cap)


def _bonus(bet: Bet, hand: list[str]) -> Line:
    prize = PRIZES.get(five(hand)[0])
    return bet.loses("67.9") if prize is None else bet.wins_prize(prize, "67.9")
