"""Poker des Caraïbes reckoned a second time (articles 67.10 to 67.21): what each bet is paid.

ante, raise  folded 67.16; the dealer not open 67.17; equal hands 67.19; won or lost 67.20
progressive  67.21, lost and won, folded or not
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    adds,
    as_read,
    caps,
    dealt,
    decides,
    poker_options,
    poker_round,
    seats,
    stake,
)
from tests.kits.games.naive.hands import five
from tests.kits.games.naive.jackpot import displayed, shares_of
from tests.kits.games.naive.table import (
    DEALER,
    Bet,
    Line,
    Round,
    Script,
    Step,
    hands,
    round_by_round,
    turns,
)

BETS = ("ante", "raise", "progressive")
OPENS = five(["AS", "KH", "4D", "3C", "2S"])[1]
"""The lowest hand with which the dealer opens (67.17)."""
PAID = {
    "royal_flush": 100,
    "straight_flush": 50,
    "four_of_a_kind": 20,
    "full_house": 7,
    "flush": 5,
    "straight": 4,
    "three_of_a_kind": 3,
    "two_pairs": 2,
    "pair": 1,
    "high_card": 1,
}
"""What the raise is paid (67.20)."""
PRIZES = {"four_of_a_kind": 50_000, "full_house": 10_000, "flush": 5_000}
"""The fixed prizes of the progressive bet (67.21)."""
SHARES = {"royal_flush": 100, "straight_flush": 10}
"""Its prizes in percent of the lot."""
PROGRESSIVE = 100


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """One legal round: an ante at each spot, perhaps the progressive; each raises or folds."""
    table = _options(chance) if options is None else options
    laid = {spot: _laid(chance, table) for spot in seats(chance)}
    cards = as_read(chance, dealt(chance, turns(table, _sizes(laid))))
    decided = [_decides(chance, spot, on["ante"]) for spot, on in laid.items()]
    return poker_round(chance, "caribbean-stud", table, laid, cards, decided)


def _options(chance: Random) -> dict[str, Any]:
    return poker_options(chance, "progressive") | caps(chance, "raise")


def _laid(chance: Random, table: dict[str, Any]) -> dict[str, int]:
    shown = "progressive" in table.get("side_bets", [])
    side = {"progressive": PROGRESSIVE} if shown and chance.random() < 0.7 else {}
    return {"ante": stake(chance)} | side


def _decides(chance: Random, spot: int, ante: int) -> Step:
    if chance.random() < 0.2:
        return decides(spot, "fold")
    return adds(chance, spot, "raise", 2 * ante)


def _sizes(laid: Iterable[int]) -> dict[int, int]:
    return dict.fromkeys((*laid, DEALER), 5)


def _settled(played: Round) -> list[Line]:
    laid = played.bets
    held = hands(turns(played.options, _sizes(laid)), played.cards)
    cap = played.cap("raise")
    lines: list[Line] = []
    for spot, on in laid.items():
        if played.did(spot) == ["fold"]:
            lines.append(on["ante"].loses("67.16"))
        else:
            lines += _against_dealer(on["ante"], held[spot], held[DEALER], cap)
    side = {spot: on["progressive"] for spot, on in laid.items() if "progressive" in on}
    lot = displayed(played.options, len(side))
    return sorted(lines + _progressive(side, held, lot), key=lambda line: line["spot"])


reckon = round_by_round(_settled)


def _against_dealer(
    ante: Bet, hand: list[str], dealer: list[str], cap: int | None
) -> tuple[Line, Line]:
    more = ante._replace(on="raise", cents=2 * ante.cents)
    (combination, mine), (_, dealers) = five(hand), five(dealer)
    if dealers < OPENS:
        return ante.wins(1, "67.17"), more.goes_back("67.17")
    if mine == dealers:
        return ante.goes_back("67.19"), more.goes_back("67.19")
    if mine < dealers:
        return ante.loses("67.20"), more.loses("67.20")
    return ante.wins(1, "67.20"), more.wins(PAID[combination], "67.20", cap=cap)


def _progressive(bets: dict[int, Bet], held: dict[int, list[str]], lot: int) -> list[Line]:
    combinations = {spot: five(held[spot])[0] for spot in bets}
    percents = {spot: SHARES[name] for spot, name in combinations.items() if name in SHARES}
    fixed = {spot: PRIZES[name] for spot, name in combinations.items() if name in PRIZES}
    prizes = fixed | shares_of(lot, percents)
    return [
        bet.wins_prize(prizes[spot], "67.21") if spot in prizes else bet.loses("67.21")
        for spot, bet in bets.items()
    ]
